"""A record of Wibbell in, what in it the rules forbid out: written from the texts and lists of the rules alone."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Any, NamedTuple

from second import Walk, choice
from second_families import LISTED, is_kin

from pnp.catalog import find

with (find("wibbell") / "letters.csv").open(encoding="utf-8") as rows:
    CARDS = {
        f"wibbell/card/{row['top']}{row['bottom']}".lower(): (row["top"].lower(), row["bottom"].lower())
        for row in csv.DictReader(rows)
    }
SPELLED: dict[str, set[str]] = {}
for entry in LISTED:
    SPELLED.setdefault(entry.lower(), set()).add(entry)


def letters(word: str) -> str:
    return "".join(letter for letter in word.lower() if letter.isalpha())


def serves(word: str, cards: Sequence[str]) -> bool:
    """B.6: whether each card finds a letter of its own, tried in every way."""
    if not cards:
        return True
    return any(letter in word and serves(word.replace(letter, "", 1), cards[1:]) for letter in set(CARDS[cards[0]]))


class Said(NamedTuple):
    """A word, who said it, when it was finished, and what is wrong with it (empty: nothing)."""

    seat: int
    word: str
    ms: int
    fault: str
    why: dict[str, str]


class Race:
    """A turn: heats until somebody wins, or nobody can; `racing` are the seats that are not out."""

    def __init__(self, game: Game, barred: int) -> None:
        self.game, self.walk, self.options = game, game.walk, game.options
        self.racing = [seat for seat in self.walk.players if seat != barred]
        self.opinions: dict[str, bool] = {}

    def run(self) -> tuple[str, int, str]:
        """How it ended (`word`, `alone`, `same`, `wrong`, `silence`), with which seat, and the word that won."""
        heat = 0
        if len(self.racing) == 1:
            return self.collected()
        while True:
            heat += 1
            words = self.shouts()
            if not words:
                self.walk.take("chance", "silence", heat=heat)
                return "silence", self.racing[-1], ""
            times = {seat: self.finish(seat, word) for seat, word in words.items()}
            self.doubts(words)
            said = [Said(seat, word, times[seat], *self.fault(seat, word)) for seat, word in words.items()]
            result = self.judge(sorted(said, key=lambda each: (each.ms, each.seat)))
            if result:
                return result

    def shouts(self) -> dict[int, str]:
        said = {}
        for seat in self.racing:
            self.walk.offered(choice("pass"), free="shout")
            row = self.walk.take(seat, "shout", "pass", seen=[seat])
            if row["action"] == "shout":
                said[seat] = row["args"]["word"]
        return said

    def finish(self, seat: int, word: str) -> int:
        """B-08."""
        ms = self.walk.take("chance", "finish", seat=seat)["args"]["ms"]
        thought = ms - 100 * len(letters(word)) - (200 * (seat - 1) if self.options["pace"] == "mixed" else 0)
        self.walk.require(thought in range(500, 4001, 100), "nobody thinks so long")
        return int(ms)

    def alike(self, word: str) -> str:
        """B-05: the last used word with the same first three letters."""
        like = [used for used in self.game.used if used[:3] == word.lower()[:3]]
        return like[-1] if like and self.options["derivatives"] == "table" else ""

    def doubts(self, words: dict[int, str]) -> None:
        for seat, word in words.items():
            if self.alike(word) and word.lower() not in self.opinions and not self.fault(seat, word)[0]:
                self.walk.offered(choice("accept", word=word), choice("refuse", word=word))
                row = self.walk.take(self.walk.left_of(seat), "accept", "refuse", word=word)
                self.opinions[word.lower()] = row["action"] == "accept"

    def fault(self, seat: int, word: str) -> tuple[str, dict[str, str]]:
        """B-26: the first fault of a word, and what tells against it."""
        word, spelling = word.lower(), self.options["spelling"]
        entries, used = SPELLED.get(word, set()), self.game.used
        if entries and word not in entries and spelling != "names":
            return "names_a_name", {}
        if not word.isalpha() and spelling == "plain":
            return "has_a_mark", {}
        if not entries:
            return "unknown_word", {}
        if word in used:
            return "repeats_a_word", {"used": word}
        rule = self.options["derivatives"], self.options["direction"]
        relative = next((other for other in used if is_kin(word, other, *rule)), "")
        if relative:
            return "derives_a_word", {"used": relative}
        if not self.opinions.get(word, True):
            return "is_overruled", {"used": self.alike(word)}
        cards = self.game.must_serve(seat)
        unserved = [at for at in range(len(cards)) if not serves(letters(word), cards[: at + 1])]
        return ("misses_a_card", {"card": cards[unserved[0]]}) if unserved else ("", {})

    def judge(self, said: list[Said]) -> tuple[str, int, str] | None:
        """The words in the order of the clock; None where nobody has won yet and two or more race on."""
        while said:
            good = [each for each in said if not each.fault]
            if good and good[0].ms == said[0].ms:
                return self.won(said, [each for each in good if each.ms <= said[0].ms + self.options["window"]])
            before = good[0].ms if good else said[-1].ms + 1
            at_once = [each for each in said if each.ms <= said[0].ms + self.options["window"] and each.ms < before]
            said = [each for each in said if each not in at_once]
            for each in at_once:
                self.walk.due(each.seat, each.fault, word=each.word, ms=each.ms, **each.why)
                self.walk.due(each.seat, "is_locked_out", turn=self.game.turn)
                self.racing.remove(each.seat)
            if not self.racing:
                return "wrong", at_once[-1].seat, ""
            if len(self.racing) == 1:
                for each in said:
                    self.walk.due(self.racing[0], "is_not_needed", word=each.word, ms=each.ms)
                return self.collected()
        return None

    def collected(self) -> tuple[str, int, str]:
        """B.13: nobody else is in the race."""
        (winner,) = self.racing
        self.walk.due(winner, "collects", turn=self.game.turn)
        return "alone", winner, ""

    def won(self, said: list[Said], together: list[Said]) -> tuple[str, int, str]:
        """B.11: of the good words that were finished together, the best; all others are too late."""
        for each in together:
            cards = self.game.must_serve(each.seat)
            serving = self.walk.next["args"]["letters"]
            found = all(letter in CARDS[card] for letter, card in zip(serving, cards, strict=True))
            enough = all(letters(each.word).count(letter) >= serving.count(letter) for letter in serving)
            self.walk.require(found and enough, "these letters do not serve these cards")
            told = {"word": each.word, "ms": each.ms, "cards": cards, "letters": serving}
            self.walk.due(each.seat, "says_a_good_word", **told)
        for each in said:
            if each not in together:
                self.walk.due(each.seat, "is_too_late", word=each.word, ms=each.ms)
        ranks = sorted((len(letters(each.word)), each.word.lower()) for each in together)
        best = [each for each in together if (len(letters(each.word)), each.word.lower()) == ranks[0]]
        if len(best) > 1:
            for each in best:
                self.walk.due(each.seat, "ties", word=each.word, ms=each.ms)
            return "same", best[0].seat, ""
        name = "is_first" if len(ranks) == 1 else "is_shorter" if ranks[0][0] < ranks[1][0] else "is_nearer_to_a"
        (winner,) = best
        self.walk.due(winner.seat, name, word=winner.word, ms=winner.ms)
        return "word", winner.seat, winner.word.lower()


class Game:
    """Rounds and turns; before each seat lie cards of the round, handicaps and, face down, a pile."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.options = walk, walk.options
        self.unseen, self.under, self.centre = set(CARDS), list[str](), list[str]()
        self.front, self.kept, self.given = ({seat: list[str]() for seat in walk.players} for _ in range(3))
        self.piles = dict.fromkeys(walk.players, 0)
        self.markers = 2 * len(walk.players)
        self.goal = 4 if self.options["mode"] == "four" else 3
        self.fresh = set[str]()
        self.used: list[str] = []
        self.round, self.turn, self.barred, self.again = 1, 0, 0, False

    @property
    def deck(self) -> int:
        return len(self.unseen) + len(self.under)

    def must_serve(self, seat: int) -> list[str]:
        return [*self.centre, *self.front[seat], *self.kept[seat], *self.given[seat]]

    def draw(self, name: str, seen: list[int] | None = None, **args: Any) -> str:
        """B-21."""
        card = str(self.walk.take("chance", name, seen=seen, **args)["args"]["card"])
        self.walk.require(card in (self.unseen or self.under[:1]), "that card is not the next")
        if self.unseen:
            self.unseen.remove(card)
        else:
            self.under.remove(card)
        return card

    def marker(self) -> bool:
        """Whether there is one more marker for a handicap."""
        self.markers -= 1
        return self.markers >= 0

    def play(self) -> None:
        for _ in range({2: 24, 3: 12}.get(len(self.walk.players), 0)):
            self.draw("set_aside", [])
        for seat in self.walk.players:
            for _ in range(self.options["handicap"].count(f"seat-{seat}")):
                card = self.draw("deal_handicap", seat=seat)
                self.given[seat].append(card)
                self.walk.due(seat, "begins_with", card=card, marker=self.marker())
        self.fresh = set(self.unseen)
        while self.play_turn():
            pass

    def play_turn(self) -> bool:
        """Whether there is another one."""
        while len(self.centre) < 2:
            self.centre.append(self.draw("turn_up"))
            self.fresh.discard(self.centre[-1])
        self.turn += 1
        if self.barred:
            self.walk.due(self.barred, "sits_out", turn=self.turn)
        result, seat, word = Race(self, self.barred).run()
        if result not in ("word", "alone"):
            self.barred = 0 if self.options["learning"] == "turn" else self.barred
            return self.nobody(result, seat)
        if word:
            self.walk.due(seat, "word_used", word=word)
            self.used.append(word)
        self.fresh, self.again = {*self.unseen, *self.under}, False
        if len(self.front[seat]) + 1 == self.goal:
            return self.end_round(seat)
        if not self.deck:
            self.walk.due(seat, "takes_last_cards", cards=self.centre)
            self.front[seat] += self.centre
            return self.end("last_turn")
        self.walk.offered(*(choice("take", card=card) for card in self.centre))
        card = self.walk.take(seat, "take")["args"]["card"]
        self.centre.remove(card)
        self.front[seat].append(card)
        self.walk.due(seat, "has_cards", round=self.round, count=len(self.front[seat]))
        self.barred = seat if self.options["learning"] == "turn" else self.barred
        return True

    def end_round(self, seat: int) -> bool:
        """B.17 to B.22, B-24, B-25."""
        self.walk.due(seat, "wins_round", round=self.round, number=self.goal, cards=self.centre)
        self.front[seat] += self.centre
        self.centre = []
        if self.options["mode"] == "standard":
            self.walk.offered(*(choice("keep", card=card) for card in self.front[seat]))
            card = self.walk.take(seat, "keep")["args"]["card"]
            self.front[seat].remove(card)
            self.kept[seat].append(card)
            self.walk.due(seat, "has_handicap", card=card, handicaps=len(self.kept[seat]), marker=self.marker())
        for other, cards in self.front.items():
            if cards:
                self.walk.due(other, "turns_down", cards=cards)
                self.piles[other] += len(cards)
                self.front[other] = []
        self.barred = 0 if self.options["learning"] == "off" else seat
        if not self.deck:
            self.walk.due(seat, "finds_no_deck", round=self.round)
            return self.end("reset_without_deck")
        if self.deck == 1:
            self.walk.due(seat, "takes_final_card", card=[*self.unseen, *self.under][0])
            self.piles[seat] += 1
            return self.end("reset_with_one_card")
        self.round += 1
        return True

    def nobody(self, result: str, seat: int) -> bool:
        """B.11, B-12 to B-14."""
        option = {"wrong": "all_wrong", "silence": "nobody"}.get(result)
        if option and self.options[option] == "aside":
            self.walk.due(seat, "laid_aside", cards=self.centre)
        elif self.deck:
            self.under += self.centre
            self.walk.due(seat, "put_under", cards=self.centre, deck=self.deck)
        elif self.options["last_pair"] == "again" and not self.again:
            self.again = True
            self.walk.due(seat, "races_again", cards=self.centre)
            return True
        else:
            self.walk.due(seat, "leaves", count=2)
            return self.end("unclaimed", 2)
        self.centre = []
        if self.deck >= 2 and self.fresh:
            return True
        self.walk.due(seat, "leaves", count=self.deck)
        return self.end("unclaimed" if self.deck < 2 else "nobody", self.deck)

    def end(self, reason: str, unclaimed: int = 0) -> bool:
        """B.23, B.24, B-22."""
        scores = {seat: len(self.front[seat]) + len(self.kept[seat]) + self.piles[seat] for seat in self.walk.players}
        for seat, score in scores.items():
            worthless = len(self.given[seat])
            self.walk.due(seat, "counted", count=score + worthless, worthless=worthless, score=score)
        winners = [seat for seat, score in scores.items() if score == max(scores.values())]
        for seat in winners:
            self.walk.due(seat, "wins", score=scores[seat])
        self.walk.end(
            reason=reason, winners=winners, scores=[*scores.values()], turns=self.turn, unclaimed=unclaimed,
            words=self.used,
        )  # fmt: skip
        return False


def check(walk: Walk) -> None:
    Game(walk).play()
