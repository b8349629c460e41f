"""Pull lists: Whispers out of UNO and poker packs counted, odd decks, shortages, broken files, and any deck at all."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.definition.conversion import PullList, pull_list
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.errors import InputInvalid, InputMissing, UsageError
from pnp.sources import assets

WHISPERS = load_game(assets().parent / "pnp" / "games" / "whispers")
Write = Callable[..., str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a deck from its rows and returns its path as `--from` would have it."""

    def put(*rows: str, header: str = "card,rank,count", name: str = "my-deck.csv") -> str:
        path = tmp_path / name
        path.write_text("\n".join((header, *rows)) + "\n", encoding="utf-8")
        return str(path)

    return put


def ranks(counts: Sequence[int], prefix: str = "") -> list[str]:
    return [f"{prefix}{rank},{rank},{count}" for rank, count in enumerate(counts, 1)]


def taken(pulls: PullList) -> dict[str, int]:
    totals = Counter[str]()
    for pull in pulls.pulls:
        totals[pull.becomes] += pull.take
    return dict(totals)


def faults(source: str, game: Game = WHISPERS) -> list[str]:
    with pytest.raises(InputInvalid) as caught:
        pull_list(game, source)
    return [f"{Path(finding.where).name}: {finding.code}: {finding.message}" for finding in caught.value.findings]


EXACT = {**{f"rank {rank}": 8 for rank in range(1, 7)}, "whisper": 6}


def test_one_uno_pack_is_exactly_enough() -> None:
    pulls = pull_list(WHISPERS, "uno")
    assert taken(pulls) == EXACT
    assert (pulls.total, pulls.source_total, pulls.left_over) == (54, 108, 54)
    numbers = [pull for pull in pulls.pulls if pull.becomes != "whisper"]
    assert sum(pull.take for pull in numbers) == 48
    assert all(pull.take == pull.of == 2 for pull in numbers)  # every 1 to 6 that there is
    (kind,) = {pull.card.split(" ", 1)[1] for pull in pulls.pulls if pull.becomes == "whisper"}
    assert kind in {"Skip", "Reverse", "Draw Two"}


def test_two_poker_packs_give_three_jacks_each() -> None:
    pulls = pull_list(WHISPERS, "poker")
    assert taken(pulls) == EXACT
    jacks = Counter(pull.pack for pull in pulls.pulls if pull.becomes == "whisper" and pull.card.startswith("Jack"))
    assert jacks == {"A": 3, "B": 3}
    for rank in range(1, 7):
        assert Counter(pull.pack for pull in pulls.pulls if pull.becomes == f"rank {rank}") == {"A": 4, "B": 4}
    assert [pull.card for pull in pulls.pulls if pull.becomes == "rank 1"][:2] == ["Ace of spades", "Ace of hearts"]
    assert [batch.packs for batch in pulls.batches(pulls.needs[0])] == [("A", "B")]


def test_pools_are_those_of_the_definition() -> None:
    pulls = pull_list(WHISPERS, "uno")
    amounts = WHISPERS.bill_of_materials()
    pooled = [name for need in pulls.needs for name in need.components]
    assert sorted(pooled) == sorted(c.id for c in WHISPERS.components if c.kind == "card")
    assert sum(amounts[name] for name in pooled) == pulls.total
    assert {other.kind for other in pulls.others}.isdisjoint({"card"})
    assert {"chip", "marker"} <= {other.kind for other in pulls.others}


def test_one_pack_is_refused_with_every_shortage(write: Write) -> None:
    found = faults(write(*ranks([4] * 6), "Jack,J,4", "King,K,1"))
    assert found == [
        *(f"my-deck.csv: short: rank {rank}: 8 needed, 4 found; add 4 more, or another pack" for rank in range(1, 7)),
        "my-deck.csv: short: whisper: 6 needed, 5 found; "
        "only kinds that cannot be taken for another card serve: 4 of 'J', 1 of 'K'",
    ]


def test_a_deck_without_any_free_card_says_so(write: Write) -> None:
    assert faults(write(*ranks([60] * 6)))[0].endswith("another card serve: there is none")


def test_four_jokers_and_two_of_another(write: Write) -> None:
    rows = [*ranks([8] * 6), "Joker,,4", "10,10,4", "Queen,Q,3"]
    picks = {pull.card: pull.take for pull in pull_list(WHISPERS, write(*rows)).pulls if pull.becomes == "whisper"}
    assert picks == {"Joker": 4, "Queen": 2}  # two kinds, and a queen is no number


def test_one_kind_goes_before_several(write: Write) -> None:
    rows = [*ranks([8] * 6), "Joker,,5", "Queen,Q,5", "10,10,6"]
    picks = {pull.card: pull.take for pull in pull_list(WHISPERS, write(*rows)).pulls if pull.becomes == "whisper"}
    assert picks == {"10": 6}


def test_a_kind_with_a_wanted_rank_is_never_free(write: Write) -> None:
    header = "card,rank,count,kind"
    rows = [f"{row}," for row in ranks([8] * 6)] + ["gold 3,3,1,gold", "gold crown,,20,gold"]
    assert "whisper: 6 needed, 0 found" in faults(write(*rows, header=header))[0]


def test_one_pack_that_is_enough_is_taken_alone(write: Write) -> None:
    rows = [f"{row},{pack}" for pack in ("old", "new") for row in [*ranks([8 if pack == "new" else 4] * 6), "X,,9"]]
    pulls = pull_list(WHISPERS, write(*rows, header="card,rank,count,pack"))
    assert pulls.packs == ("old", "new")
    assert pulls.used_packs == ("new",)


def test_uneven_packs_share_as_far_as_they_can(write: Write) -> None:
    rows = [f"{row},A" for row in ranks([9, 8, 7, 6, 5, 7])] + [f"{row},B" for row in ranks([4, 4, 4, 2, 3, 1])]
    pulls = pull_list(WHISPERS, write(*rows, "X,,1,A", "X,,9,B", header="card,rank,count,pack"))
    shares = {need: [0, 0] for need in taken(pulls)}
    for pull in pulls.pulls:
        shares[pull.becomes]["AB".index(pull.pack)] += pull.take
    assert list(shares.values()) == [[4, 4], [4, 4], [4, 4], [6, 2], [5, 3], [7, 1], [1, 5]]


def test_kinds_that_can_be_shared_evenly_go_first(write: Write) -> None:
    rows = [f"{row},{pack}" for pack in "AB" for row in ranks([4] * 6)]
    pulls = pull_list(WHISPERS, write(*rows, "Star,,7,A", "Moon,,3,A", "Moon,,3,B", header="card,rank,count,pack"))
    assert {pull.card for pull in pulls.pulls if pull.becomes == "whisper"} == {"Moon"}


def test_the_same_deck_gives_the_same_list_as_json_and_text() -> None:
    first, second = pull_list(WHISPERS, "poker"), pull_list(WHISPERS, "poker")
    assert first == second
    told = first.as_json()
    assert json.loads(json.dumps(told)) == told
    assert told["taken"] == 54
    assert told["packs"] == ["A", "B"]
    text = first.as_text()
    assert "take 54 of 104 cards" in text
    assert "from each of packs A and B: Jack of spades, Jack of hearts, Jack of diamonds" in text
    assert "Button (1)" in text
    assert max(map(len, text.splitlines())) <= 100
    assert "red 4 x2, yellow 4 x2, green 4 x2, blue 4 x2" in pull_list(WHISPERS, "uno").as_text()


@pytest.mark.parametrize(
    ("header", "row", "finding"),
    [
        ("card,rank,count", "red 1,1,many", "my-deck.csv:2: count: count 'many' is no number of cards"),
        ("card,rank,count", "red 1,1,-2", "my-deck.csv:2: count: count '-2' is no number of cards"),
        ("card,rank,count", "red 1,1,²", "my-deck.csv:2: count: count '²' is no number of cards"),
        ("card,rank,count", "red 1,1,999999999", "my-deck.csv:2: count: count '999999999' is no number of cards"),
        ("card,rank,count", ",1,8", "my-deck.csv:2: card: the card has no name"),
        ("card,rank,count,pack", "red 1,1,8,", "my-deck.csv:2: pack: the pack is empty"),
        ("card,rank,count", "red 1,1", "my-deck.csv:2: row-length: the row has 2 of 3 cells"),
        ("card,rnak,count", "red 1,1,8", "my-deck.csv:1: column: 'rnak' is no column of a deck; did you mean 'rank'?"),
        ("card,value,count", "red 1,1,8", "my-deck.csv:1: column: the column 'rank' is missing"),
        ("card,rank,count,pak", "red 1,1,8,A", "my-deck.csv:1: column: 'pak' is no column of a deck; did you mean"),
    ],
)  # fmt: skip
def test_a_broken_file_is_named_with_its_row(write: Write, header: str, row: str, finding: str) -> None:
    assert any(fault.startswith(finding) for fault in faults(write(row, header=header)))


def test_the_same_card_twice_is_named(write: Write) -> None:
    found = faults(write("red 1,1,2", "blue 1,1,2", "red 1,1,2"))
    assert found == ["my-deck.csv:4: duplicate-card: 'red 1' also stands at line 2; add their counts up in one row"]


def test_all_faults_of_a_file_are_told_at_once(write: Write) -> None:
    assert len(faults(write("red 1,1,x", ",2,8", "blue 1,1,2", "blue 1,1,2"))) == 3


def test_a_file_with_no_rows_or_too_many(write: Write) -> None:
    assert faults(write())[0].startswith("my-deck.csv:1: no-rows")
    assert "over 2,000 rows" in faults(write(*(f"card {at},,1" for at in range(2_001))))[0]


def test_sources_that_are_not_there() -> None:
    with pytest.raises(UsageError, match="did you mean 'uno'"):
        pull_list(WHISPERS, "unno")
    with pytest.raises(UsageError, match="there is"):
        pull_list(WHISPERS, "tarot")
    with pytest.raises(InputMissing, match=r"nowhere\.csv"):
        pull_list(WHISPERS, "nowhere.csv")


def test_a_game_that_cannot_be_converted() -> None:
    with pytest.raises(UsageError, match="conversion"):
        pull_list(replace(WHISPERS, conversion=None), "uno")


def test_a_card_that_nothing_can_become_is_a_fault_of_the_definition() -> None:
    cards = tuple(replace(c, values={}) if c.id.endswith("rank-1/candle") else c for c in WHISPERS.components)
    (found,) = faults("uno", replace(WHISPERS, components=cards))
    assert "has no rank and is no whisper" in found


ROW = st.tuples(st.sampled_from(["", "1", "2", "3", "9", "J"]), st.sampled_from("vwxyz"), st.sampled_from("AB"),
                st.integers(0, 7))  # fmt: skip


def small_game(needs: Sequence[int], free: int) -> Game:
    """Whispers with other counts: that many of one suit of each rank, and of the free part."""
    keep = []
    for component in WHISPERS.components:
        if component.kind != "card" or component.part == "whisper":
            keep.append(replace(component, fixed=free) if component.part == "whisper" else component)
        elif component.values["suit"] == "candle" and int(component.values["rank"]) <= len(needs):
            keep.append(replace(component, fixed=needs[int(component.values["rank"]) - 1]))
    return replace(WHISPERS, components=tuple(keep))


@settings(deadline=None, max_examples=200)
@given(st.lists(ROW, min_size=1, max_size=25), st.lists(st.integers(0, 6), min_size=1, max_size=3), st.integers(0, 8))
def test_any_deck_is_covered_exactly_or_refused(
    rows: list[tuple[str, str, str, int]], needs: list[int], free: int
) -> None:
    game = small_game(needs, free)
    lines = [f"card {at},{rank},{count},{pack},{kind}" for at, (rank, kind, pack, count) in enumerate(rows)]
    wanted = {str(rank): need for rank, need in enumerate(needs, 1) if need}
    mistakable = {kind for rank, kind, _, count in rows if rank in wanted and count}
    usable = [row for row in rows if row[1] not in mistakable]
    enough = all(sum(row[3] for row in rows if row[0] == rank) >= need for rank, need in wanted.items())
    enough = enough and sum(row[3] for row in usable) >= free
    with TemporaryDirectory() as folder:
        path = Path(folder) / "deck.csv"
        path.write_text("\n".join(("card,rank,count,pack,kind", *lines)), encoding="utf-8")
        try:
            pulls = pull_list(game, str(path))
        except InputInvalid as refusal:
            assert not enough
            assert all(finding.code == "short" for finding in refusal.findings)
            return
    assert enough
    check(pulls, rows, wanted, free, mistakable)


def check(
    pulls: PullList, rows: list[tuple[str, str, str, int]], wanted: dict[str, int], free: int, mistakable: set[str]
) -> None:
    exact = {f"rank {rank}": need for rank, need in wanted.items()} | ({"whisper": free} if free else {})
    assert taken(pulls) == exact
    kinds: dict[str, int] = {}
    for pull in pulls.pulls:
        rank, kind, pack, count = rows[int(pull.card.removeprefix("card "))]
        assert (pull.pack, pull.of) == (pack, count)
        assert 0 < pull.take <= count
        if pull.becomes == "whisper":
            assert kind not in mistakable
            kinds[kind] = kinds.get(kind, 0) + pull.take
        else:
            assert pull.becomes == f"rank {rank}"
    assert len({(pull.card, pull.pack) for pull in pulls.pulls}) == len(pulls.pulls)
    used = set(pulls.used_packs)
    sizes = Counter[str]()
    for _, kind, pack, count in rows:
        if kind not in mistakable and pack in used:
            sizes[kind] += count
    fewer = sum(size for _, size in sizes.most_common(len(kinds) - 1)) if kinds else 0
    assert not kinds or fewer < free  # no fewer kinds would do
