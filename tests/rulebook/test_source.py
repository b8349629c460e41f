"""Templates: what goes wrong in one is a finding with its file and line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.catalog import find, refereed, stories_of
from pnp.definition.load import load_game
from pnp.definition.model import Component
from pnp.errors import InputInvalid
from pnp.language.wording import ENGLISH, Wording
from pnp.rulebook.examples import ExampleFinder
from pnp.rulebook.passages import chunks
from pnp.rulebook.template_context import MACROS, TemplateContext, render_template, template_of
from pnp.rulebook.values import Inventory, values_of
from pnp.sources import templates


def context(language: Wording = ENGLISH) -> TemplateContext:
    game = load_game(find("whispers"), language=language)
    module, rules = refereed(game)
    return TemplateContext(ExampleFinder(Inventory.of(game), rules, module, stories_of(game)), values_of(game, rules))


def write(folder: Path, text: str) -> Path:
    (folder / "rules").mkdir()
    (folder / MACROS).write_text((templates() / MACROS).read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "rules/toy.md").write_text(text, encoding="utf-8")
    return folder


def fault(folder: Path, text: str) -> str:
    with pytest.raises(InputInvalid) as raised:
        render_template([write(folder, text)], "rules/toy.md", context())
    (finding,) = raised.value.findings
    return str(finding)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("\n{{ nothing }}", "rules/toy.md:2: template: 'nothing' is undefined"),
        ("\n\n{{ facts.antes }}", "rules/toy.md:3: template: 'dict object' has no attribute 'antes'"),
        ("{{ rule('W.99') }}", "rules/toy.md:1: template: there is no rule or ruling 'W.99'"),
        (
            "x\n{{ pieces(['whispers/rank-9/key']) }}",
            "rules/toy.md:2: template: there is no piece 'whispers/rank-9/key'",
        ),
        ("{{ part('number', rank=9) }}", "rules/toy.md:1: template: there is no 'number' with rank 9 in the box"),
        ("{{ example('nobody') }}", "rules/toy.md:1: template: there is no story 'nobody'; there are turned-down"),
        ("{{ odds(4, ['luck']) }}", "rules/toy.md:1: template: nobody counts the chance 'luck'"),
        ("{{ averages(4, ['luck'])[0].number }}", "rules/toy.md:1: template: nobody counts the average 'luck'"),
        ("{{ '{antes}' | said }}", "rules/toy.md:1: template: {antes} stands for nothing"),
        (
            "{{ tables([4], 'never', ['hand'], ['deck']) }}",
            "rules/toy.md:1: template: no event of a play is called 'never'",
        ),
        ("\n{% if %}", "rules/toy.md:2: template: Expected an expression"),
        ("\n{{ see.__globals__ }}", "rules/toy.md:2: template: access to attribute '__globals__'"),
        ("{{ game.tables.clear() }}", "rules/toy.md:1: template: "),
        (
            "\n{{ game.name * 2000 }}",
            "rules/toy.md:2: template: the text 'whisperswhisperswhisperswhisperswhispers ...' has over 10,000",
        ),
        ("\n{{ ('[' * 10001) | plain }}", "has over 10,000 letters; shorten it"),
        ("\n{{ 1 + game.title }}", "rules/toy.md:2: template: unsupported operand"),
        ("\n{{ 'a b' | typed }}", "rules/toy.md:2: template: 'a b' cannot be typed; take backticks, spaces"),
        ("\n{{ 'From %s to %s' % 1 }}", "rules/toy.md:2: template: the text 'From %s to %s' has too many signs %s"),
        ("{% extends 'rules/nobody.md' %}", "there is no template 'rules/nobody.md'"),
    ],
)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    assert said in fault(tmp_path, text)


def test_numbers_and_names_come_from_the_definition(tmp_path: Path) -> None:
    text = (
        "{{ facts.ante }} {{ count('whispers/whisper') }} {{ name('whispers/button') }} {{ back('whispers/whisper') }}"
    )
    assert render_template([write(tmp_path, text)], "rules/toy.md", context()).strip() == "1 6 Button whispers/back"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{ name(id) }}", r"\*\*Pay\*\* &lt;b&gt; 2\*3"),
        ("{{ name(id) | word }}", ""),
        ("{{ 'Take **all** of %s' % name(id) }}", r"Take **all** of \*\*Pay\*\* &lt;b&gt; 2\*3"),
        ("{{ name(id) ~ ' *x*' }}", r"\*\*Pay\*\* &lt;b&gt; 2\*3 \*x\*"),
        ("{{ see('W.1') }}", "[W.1](#see:W.1)"),
    ],
)
def test_words_of_the_definition_are_no_markup(tmp_path: Path, text: str, said: str) -> None:
    own = context()
    piece = next(iter(own.inventory.pieces.values()))
    assert isinstance(piece, Component)
    pieces = {**own.inventory.pieces, piece.id: replace(piece, name="**Pay** <b> 2*3")}
    own = TemplateContext(replace(own.finder, inventory=replace(own.inventory, pieces=pieces)), own.values)
    source = f"{{% set id = '{piece.id}' %}}{text}"
    if said:
        assert render_template([write(tmp_path, source)], "rules/toy.md", own).strip() == said
    else:
        with pytest.raises(InputInvalid):
            render_template([write(tmp_path, source)], "rules/toy.md", own)


@pytest.mark.parametrize(("language", "said"), [("en", "12,345"), ("de", "12.345"), ("pl", "12\u00a0345")])
def test_numbers_are_parted_as_the_language_has_it(tmp_path: Path, language: str, said: str) -> None:
    wording = Wording(language)
    assert render_template([write(tmp_path, "{{ 12345 | number }}")], "rules/toy.md", context(wording)).strip() == said


@pytest.mark.parametrize("template", sorted((templates() / "rules").glob("*.md")), ids=lambda path: path.stem)
def test_no_template_parts_numbers_by_itself(template: Path) -> None:
    assert ":," not in "".join(text for text, jinja in chunks(template.read_text(encoding="utf-8")) if jinja)


def test_templates_are_found_by_the_name_of_the_game() -> None:
    assert template_of([templates()], "whispers") == "rules/whispers.md"
    assert template_of([templates()], "nobody") is None
