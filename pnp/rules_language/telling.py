"""What the engine asks of a text of rules: its citations and options, and the words that a play is told in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.definition.load import PLAY
from pnp.engine.narration import NUMBERED, TOLD
from pnp.engine.playout import CALLED_OFF, TOO_MUCH
from pnp.engine.rules import ChoiceGuide, Citation, Option, Rules, Telling
from pnp.language.wording import Wording, passage
from pnp.rules_language import model
from pnp.rules_language.choices import is_covered
from pnp.rules_language.compile import reason_of
from pnp.rules_language.events import (
    CHANGES,
    CHANGES_ALL,
    GATHERS,
    LOOKS,
    MOVES,
    MOVES_SOME,
    MOVES_UNSEEN,
    PAYS,
    SCORES,
    SHOWS,
    UNWON,
    WINS,
)  # fmt: skip
from pnp.rules_language.model import Statement, Text
from pnp.rules_language.names import BOX, DICE
from pnp.rules_language.sentences import REASONS, Sentences, plain
from pnp.rules_language.table import DEALT, PICKED, ROLLED, STUCK, TURNED

CHOICES, PLACES, TERMS = "choices", "places", "terms"
"""Where passages stand that say what choices are called, with what they pick; places and what is kept in mind; and what
the rules define, with what it means.
"""
_CARDS_MOVE = passage(
    "{count, plural, one {A card goes} other {# cards go}} from {from, spots} to {to, spots}.", "actions"
)
_PIECES_MOVE = passage(
    "{count, plural, one {A piece goes} other {# pieces go}} from {from, spots} to {to, spots}.", "actions"
)
_CHOSEN, _SHOWN = passage("{actor}: {what}.", "actions"), passage("{actor} shows: {what}.", "actions")
_SECRET = passage("{actor} chooses in secret.", "actions")
_MOVE = passage("{pieces} {pieces, plural, one {goes} other {go}} from {from, spots} to {to, spots}.", "actions")
_TELLINGS: Mapping[str, tuple[str, str]] = {
    DEALT: (passage("{seat} gets {piece}.", "actions"), passage("{seat} gets a card.", "actions")),
    TURNED: (
        passage("{piece} {piece, plural, one {comes} other {come}} to {to, spots}.", "actions"),
        passage("A card goes to {to, spots}.", "actions"),
    ),
    PICKED: (
        passage("{piece} {piece, plural, one {goes} other {go}} from {from, spots} to {to, spots}.", "actions"),
        passage("A piece goes from {from, spots} to {to, spots}.", "actions"),
    ),
    ROLLED: (
        passage("{die} shows {side}.", "actions"),
        passage("A die is rolled where only its owner sees it.", "actions"),
    ),
    MOVES: (_MOVE, _PIECES_MOVE),
    MOVES_SOME: (
        passage(
            "{piece, counted} {count, plural, one {goes} other {go}} from {from, spots} to {to, spots}.", "actions"
        ),
        _PIECES_MOVE,
    ),
    MOVES_UNSEEN: (_MOVE, passage("Something goes from {from, spots} to {to, spots}.", "actions")),
    GATHERS: (passage("All {what} go to {to, spots}.", "actions"), ""),
    PAYS: (
        passage("{actor} pays {piece, counted} to {to, spots}.", "actions"),
        passage("{actor} pays something to {to, spots}.", "actions"),
    ),
    CHANGES: (passage("{what} now: {value}.", "actions"), ""),
    CHANGES_ALL: (passage("{what} now, for all players: {value}.", "actions"), ""),
    SHOWS: (
        passage("{actor} shows {pieces}.", "actions"),
        passage("{actor} shows pieces that not all may see.", "actions"),
    ),
    f"{SHOWS}-dice": (
        passage("{actor} shows {values}.", "actions"),
        passage("{actor} shows dice that not all may see.", "actions"),
    ),
    LOOKS: (
        passage("{actor} looks at {pieces}.", "actions"),
        passage("{actor} looks at pieces that not all may see.", "actions"),
    ),
    f"{LOOKS}-dice": (
        passage("{actor} looks at {values}.", "actions"),
        passage("{actor} looks at dice that not all may see.", "actions"),
    ),
    SCORES: (passage("{what} now: {points}.", "actions"), ""),
    WINS: (passage("{actor} wins.", "actions"), ""),
    UNWON: (passage("Nobody wins.", "actions"), ""),
}
_OF_EACH, _OF_ALL, _PILE = passage("one of each player"), passage("one for all"), passage("a pile")
_FACE_UP, _OWN, _FACE_DOWN = passage("open to all"), passage("seen by its owner alone"), passage("face down")
_SECRET_PLACE = passage("seen by its owner alone, and so is how much lies there")
_NO_ARTICLE = frozenset({"aside", "gone", "taken", "won", "out", "lost", "shown", "drawn", "down", "up"})
"""Names of places that are no nouns, as are those that end like `turned`."""
_KINDS = ("card", "tile", "token", "coin", "chip")
"""What a pick may be called that says what kind of thing it is."""
_FROM_LOW = passage("from low to high: {listed}")
_ENDINGS: Mapping[str, str] = {
    "finished": passage("The game is over.", "endings"),
    STUCK: passage("Nobody can do anything.", "endings"),
    CALLED_OFF: passage("The play goes on and on, and is called off.", "endings"),
    TOO_MUCH: passage("The play takes too much work, and is called off.", "endings"),
}


def rules_of(text: Text, wording: Wording, players: int = 0) -> Rules:
    """The rules in the language of the wording; places are named for so many seats."""
    in_order: dict[model.Rule, None] = dict.fromkeys((*_met(text), *text.rules))
    citations = {rule.id: _citation(rule, wording) for rule in in_order}
    first = next(iter(citations), "")
    endings = {reason_of(rule): _with_braces(citations[rule.id].text) for rule in text.rules}
    kept = [each.name for each in text.places] + [each.name for each in text.memories]
    places = {name: place_called(name, wording) for name in kept}
    names = dict(places)
    of_players = [each.name for each in text.places if each.per_player]
    for name in (*of_players, *(each.name for each in text.memories if each.per_player)):
        for seat in range(1, players + 1):
            owner = wording(NUMBERED, number=seat)
            names[f"{name} {seat}"] = wording(passage("{player}'s {place}"), player=owner, place=places[name])
    names |= {BOX: wording(passage("box")), DICE: wording(passage("dice"))}
    spots = names | {name: _with_article(names[name], wording) for name in (*_shared(text), BOX, DICE)}
    return Rules(
        citations,
        {each.name: _option(each, first, wording) for each in text.choices},
        _actions(text, wording),
        endings | {reason: wording.said("endings", told) for reason, told in _ENDINGS.items()},
        names, {"spots": spots}, _seen(text, places, wording), wording,
        tuple(_guides(text, first, wording)), _terms(text, places, wording),
    )  # fmt: skip


def _with_braces(said: str) -> str:
    """A sentence as a passage that has no holes: its braces stand for themselves."""
    return said.replace("{", "{{").replace("}", "}}")


def _citation(rule: model.Rule, wording: Wording) -> Citation:
    """A rule with title and text in the language where it has both, else both in English."""
    texts = (rule.title, rule.text)
    said = tuple(wording.said("rules", text) for text in texts)
    title, text = said if all(wording.has("rules", text) for text in texts) else texts
    return Citation(rule.id, title, text, f"{PLAY}:{rule.token.line}")


def _option(choice: model.Choice, ruling: str, wording: Wording) -> Option:
    words = {word: wording.said("options", word) for word in choice.words}
    default = choice.words[0] if choice.words else choice.default
    question = wording.said("options", choice.question) if choice.question else ""
    return Option(choice.name, ruling, question, default, words, choice.low, choice.high)


def _actions(text: Text, wording: Wording) -> Mapping[str, Telling]:
    def say(english: str) -> str:
        return english and wording.said("actions", english)

    actions = {name: Telling("", say(told), say(hidden)) for name, (told, hidden) in _TELLINGS.items()}
    for name in (WINS, UNWON):
        actions[name] = replace(actions[name], ends=True)
    if text.called[0] == "card":
        actions[MOVES] = replace(actions[MOVES], hidden=say(_CARDS_MOVE))
    chosen, shown, secret = map(say, (_CHOSEN, _SHOWN, _SECRET))
    for option, is_secret in all_options(text):
        what = wording.said(CHOICES, _choice_told(option))
        hidden = secret
        if is_covered(option, {each.name: each for each in text.places}):
            hidden = chosen.replace("{what}", wording.said(CHOICES, _choice_told(option, text.called[0])))
        actions.setdefault(option.name, Telling(what, chosen.replace("{what}", what), hidden))
        if is_secret:
            told = shown.replace("{what}", what)
            actions.setdefault(f"shown-{option.name}", Telling("", told, "", repeats=True))
        choice_called(option.name, wording)
    return actions


def _shared(text: Text) -> Iterator[str]:
    return (each.name for each in text.places if not each.per_player)


def _with_article(name: str, wording: Wording) -> str:
    """A place that is one for all, as sentences say it."""
    is_noun = not (name in _NO_ARTICLE or name.endswith(("ed", "ing")))
    return wording(passage("the {place}"), place=name) if is_noun else name


def _choice_told(option: model.Option, covered: str = "") -> str:
    """The passage that tells a choice with what is picked in it, as `ask {target} for {wanted}`.

    Of picks that are `covered` so much is said as what kind of thing they are.
    """
    picks, name = option.parameters, plain(option.name)
    shown = {each.name: f"{{{each.name}}}" for each in picks}
    if covered:
        shown = {each: f"a {each if each in _KINDS else covered}" for each in shown}
    if len(picks) > 1 and not any(each.link for each in picks):
        return f"{name} ({', '.join(shown.values())})"
    said = [f" {each.link} " if each.link else ", " for each in picks]
    said = [f"{before}{shown[each.name]}" for before, each in zip(said, picks)]
    return f"{name}{''.join(said).removeprefix(',')}"


def _seen(text: Text, places: Mapping[str, str], wording: Wording) -> Mapping[str, str]:
    seen = {name: wording.labelled(said, f"{{{name}}}") for name, said in places.items()}
    for memory in text.memories:
        if memory.type == "player" and not memory.is_untold:
            seen[memory.name] = wording.labelled(places[memory.name], f"{{{memory.name}, seat}}")
    seen.setdefault(DICE, wording.labelled(wording(passage("dice")), f"{{{DICE}}}"))
    for each in text.places:
        known = wording(passage("{place}, as far as it is known"), place=places[each.name])
        seen.setdefault(f"{each.name}-known", wording.labelled(known, f"{{{each.name}-known}}"))
    for name in text.rounds:
        seen[name] = wording.labelled(place_called(name, wording), f"{{{name}}}")
    seen.setdefault("actor", wording.labelled(wording(passage("whose turn it is")), "{actor}"))
    return seen


def _guides(text: Text, first: str, wording: Wording) -> Iterator[ChoiceGuide]:
    """Each choice with when it comes up and all that it takes, where it is first met."""
    sentences = Sentences(text)
    met: set[tuple[str, tuple[str, ...]]] = set()
    for statement, tests in text.choices_within():
        times = [sentences.only_where(*test) for test in tests]
        for option in statement.options:
            conditions = sentences.conditions(option)
            for each in conditions:
                wording.said(REASONS, each.sentence)  # said where it does not hold
            needs = (*times, *(each.summary for each in conditions))
            said = tuple(wording.said(REASONS, each) for each in dict.fromkeys(needs))
            rule = option.rule or statement.rule
            if (option.name, said) not in met:
                yield ChoiceGuide(choice_called(option.name, wording), rule.id if rule else first, said)
            met.add((option.name, said))


def _terms(text: Text, places: Mapping[str, str], wording: Wording) -> Mapping[str, str]:
    """What the names of the rules mean: places, orders and definitions."""
    views = {"all": _FACE_UP, "owner": _OWN, "nobody": _FACE_DOWN, "secret": _SECRET_PLACE}
    sentences = Sentences(text)
    terms = {}
    for each in text.places:
        whose, view = wording(_OF_EACH if each.per_player else _OF_ALL), wording(views[each.view])
        terms[places[each.name]] = wording.parted([whose, *([wording(_PILE)] if each.is_pile else []), view])
    for order in text.orders:
        listed = ", ".join(wording.said(TOLD, token.said) for token in order.words)
        terms[wording.said(TERMS, plain(order.column))] = wording(_FROM_LOW, listed=listed)
    for definition in text.definitions:
        name, meaning = sentences.definition(definition)
        if meaning:
            terms[wording.said(TERMS, name)] = wording.said(TERMS, meaning)
    return terms


def place_called(name: str, wording: Wording) -> str:
    """What a place, or what is kept in mind, is called."""
    return wording.said(PLACES, plain(name))


def choice_called(name: str, wording: Wording) -> str:
    """What a choice is called."""
    return wording.said(CHOICES, plain(name))


def all_options(text: Text) -> Iterator[tuple[model.Option, bool]]:
    """Every option of every choice, and whether it is first chosen in secret and shown later."""
    for statement in text.statements():
        for option in statement.options:
            yield option, statement.form == "everybody" and statement.said != "secretly"


def _met(text: Text) -> Iterator[model.Rule]:
    """The rules in the order in which a play first comes to them; what is done by a name is gone into once."""
    coming: list[Statement | model.Option] = [*reversed((*text.setup, *text.play))]
    done: set[str] = set()
    while coming:
        each = coming.pop()
        if each.rule is not None:
            yield each.rule
        inner: list[Statement | model.Option] = [*each.body]
        if isinstance(each, Statement):
            inner = [*each.options, *each.body, *each.otherwise]
            if each.form == "do" and each.said not in done:
                done.add(each.said)
                inner += text.procedures.get(each.said, ())
        coming += reversed(inner)
