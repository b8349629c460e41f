"""Values by the formats of cells, beyond what LibreOffice shows in test_workbooks: as Excel shows them."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.definition.number_formats import Value, bare, shown, shown_text

SHOWN: list[tuple[Value, str, str]] = [
    (0.1 + 0.2, "General", "0.3"),
    (3.0, "General", "3"),
    (1e21, "General", "1E+21"),
    (-7, 'General" VP"', "-7 VP"),
    (2.5, "0", "3"),
    (1.005, "0.00", "1.01"),
    (-0.001, "0.00", "0.00"),
    (-5, "0.0", "-5.0"),
    (3, "0.##", "3."),
    (5, "000", "005"),
    (-3, '"+"0;-0;0', "-3"),
    (0, '0;-0;"none"', "none"),
    (-5, "0;(0)", "(5)"),
    (7, ";;;", ""),
    (15, '[>9]"many";0', "many"),
    (5, '[>9]"many";0', "5"),
    (-3, '[<0]"less"0;0', "less3"),
    (7, '"x"', "x"),
    (5551234567, "(000) 000-0000", "(555) 123-4567"),
    (12345.678, "##0.0E+0", "12.3E+3"),
    (0, "0.00E+00", "0.00E+00"),
    (1.5, "# ?/?", "1 1/2"),
    (-0.25, "# ?/?", "-1/4"),
    (1.75, "# ??/16", "1 12/16"),
    (0, "# ?/?", "0"),
    (3.999, "# ?/?", "4"),
    (1234.5, "[$€-407] #,##0.00", "€ 1,234.50"),
    (2500000, '0.0,,"M"', "2.5M"),
    (0.5, "0 %", "50 %"),
    (7, "[Red]0", "7"),
    (datetime(2026, 3, 5, 14, 7), "d mmm yyyy h:mm AM/PM", "5 Mar 2026 2:07 PM"),
    (46086, "yyyy-mm-dd", "2026-03-05"),
    (datetime(2026, 3, 5), "[$-407]d. mmmm yyyy", "5. März 2026"),
    (datetime(2026, 3, 5), "[$-407]d/ mmm yy", "5. März 26"),
    (date(2026, 3, 5), "[$-de-DE]dddd", "Donnerstag"),
    (date(2026, 3, 5), "[$-zz]dddd", "Thursday"),
    (time(14, 7, 3), "hh:mm:ss", "14:07:03"),
    (timedelta(hours=30, minutes=5), "[h]:mm", "30:05"),
    (0.5, "h:mm", "12:00"),
    (datetime(2026, 3, 5, 1, 2, 3, 999_600), "s.00", "3.99"),
    (datetime(2026, 3, 5, 1, 59, 59, 999_600), "h:mm", "2:00"),
    (datetime(2026, 3, 5), "0.00", "2026-03-05"),
    (timedelta(days=1), "0", "24:00:00"),
    (datetime(2026, 3, 5, 1, 2), "@", "2026-03-05 01:02:00"),
    (1e30, "#,##0", "1,000,000,000,000,000,000,000,000,000,000"),
    (1e300, "yyyy", "1E+300"),
    (-1, "yyyy", "1899"),
]


@pytest.mark.parametrize(("value", "form", "text"), SHOWN)
def test_values_are_shown_as_their_format_says(value: Value, form: str, text: str) -> None:
    assert shown(value, form) == text


def test_texts_have_formats_too() -> None:
    assert shown_text("Ant", '@" card"') == "Ant card"
    assert shown_text("Ant", '0;0;0;"<"@">"') == "<Ant>"
    assert shown_text("Ant", "0.00") == shown_text("Ant", "@") == "Ant"


FORMS = st.text('0#?.,%/@"\\_*[]$-;ymdhsEGeneral +AP()<>=:€4079 ', max_size=30) | st.text(max_size=300)
VALUES = st.floats() | st.integers() | st.datetimes() | st.times() | st.timedeltas()


@given(VALUES, FORMS)
def test_whatever_a_format_says_something_is_shown(value: Value, form: str) -> None:
    assert isinstance(shown(value, form), str) and isinstance(shown_text("Ant", form), str)
    assert isinstance(bare(value), str)


@given(st.integers(-(10**9), 10**9), st.integers(0, 6))
def test_digits_are_those_of_the_number(number: int, places: int) -> None:
    """Against Python's own formatting, which rounds in the same way where there is nothing to round."""
    value = number / 10**places
    assert shown(value, "0." + "0" * places if places else "0") == f"{value:.{places}f}"
    assert shown(value, "#,##0." + "0" * places if places else "#,##0") == f"{value:,.{places}f}"
