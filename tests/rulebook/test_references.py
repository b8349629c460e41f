"""Links by id: each says the number of the paragraph that it leads to, once."""

from __future__ import annotations

from pnp.rulebook.book import Target, _in_order, resolve_links
from pnp.typesetting.blocks import Aside, Block, Heading, ItemList, Paragraph, TableBlock, TextRun, walk_blocks
from pnp.typesetting.markdown import blocks_of, see

RULES = """# Rules {: #rules }

<div class="rule" data-cites="W.1 W-05" markdown="1">

One.

</div>

# Cases

<div class="rule" data-cites="W-05" markdown="1">

Five.

</div>
"""


def links(blocks: tuple[Block, ...]) -> list[tuple[str, str | None]]:
    runs = []
    for block in walk_blocks(blocks):
        match block:
            case Heading() | Paragraph():
                runs += list(block.content)
            case TableBlock():
                runs += [run for row in block.rows for cell in row for run in cell]
            case Aside():
                runs += list(block.title)
            case ItemList():
                pass
    return [(run.text, run.link) for run in runs if isinstance(run, TextRun) and run.link]


def test_a_link_leads_to_the_paragraph_that_states_the_id_first_of_all() -> None:
    text = f"{RULES}\n{see('W.1')} {see('W-05')} {see('rules')}\n\n- {see('W.1')}\n\n| |\n|--|\n| {see('W-05')} |\n"
    blocks, findings = resolve_links(blocks_of(text, {}), "toy.md")
    one, five = ("1.1", "#rule-1.1"), ("2.1", "#rule-2.1")
    assert not findings
    assert links(blocks) == [one, five, ("chapter 1", "#rules"), one, five]


def test_several_ids_are_one_list_in_order_without_repeats() -> None:
    blocks, _ = resolve_links(blocks_of(f"{RULES}\n{see('W-05', 'W.1', 'W-05')}\n", {}), "toy.md")
    assert links(blocks) == [("1.1", "#rule-1.1"), ("2.1", "#rule-2.1")]


def test_paragraphs_are_named_in_the_order_of_their_numbers() -> None:
    found = [Target(f"rule-{number}", number) for number in ("4.10", "10.1", "4.9")]
    assert [target.words for target in sorted(found, key=_in_order)] == ["4.9", "4.10", "10.1"]


def test_a_link_that_leads_nowhere_is_a_finding() -> None:
    _, findings = resolve_links(blocks_of(f"{RULES}\n{see('W.2')}\n", {}), "toy.md")
    assert [str(finding) for finding in findings] == [
        "toy.md: unknown-reference: see('W.2') leads nowhere; did you mean 'W.1'?"
    ]
