"""A record of Whims in, what in it the rules forbid out: written from the texts of the rules alone."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product

from second import Walk, choice

GRADES = {"average": (3, 4), "skilled": (5, 6), "master": (7, 8), "grandmaster": (9, 9)}
#: M-14: up to which number the lowest die is rolled again, by the tokens that are left.
LIMITS = (-1, 5, 6, 7, 7, 8, 8, 8, 8, 8)
Dice = tuple[int, ...]


class Match:
    """Rounds of a match, one line after the other."""

    def __init__(self, walk: Walk) -> None:
        self.walk, self.options, self.seats = walk, walk.options, walk.players
        first = len(self.seats) - len(self.options["opponents"]) + 1
        self.grades = dict(enumerate(self.options["opponents"], first))
        self.people = range(1, first)
        self.faces = tuple(range(10) if self.options["faces"] == "zero-to-nine" else range(1, 11))
        self.pool = dict.fromkeys(self.people, self.options["pool"])
        self.won = dict.fromkeys(self.seats, 0)
        self.round = 0
        self.tokens: dict[int, int] = {}
        self.levels: dict[int, int] = {}
        self.dice: dict[int, list[int]] = {}

    def secret(self, seat: int) -> list[int] | None:
        """M-04: who sees Effort and the tokens laid out; None for everybody."""
        return [seat] if self.options["secrecy"] == "everything" else None

    def spending(self, seat: int) -> list[int] | None:
        """M-04: who sees that a token is spent."""
        return None if self.options["secrecy"] == "dice-only" else [seat]

    def play(self) -> None:
        while True:
            self.round += 1
            self.draw_tokens()
            self.use_effort()
            self.lay_out()
            self.dice = {seat: [self.roll(seat, die, "roll") for die in (1, 2, 3)] for seat in self.seats}
            spent = {seat: self.roll_again(seat) for seat in self.seats}
            if self.reveal(spent):
                return

    def draw_tokens(self) -> None:
        """M-09."""
        self.tokens = dict.fromkeys(self.people, 3)
        for seat, grade in self.grades.items():
            low, high = GRADES[grade]
            self.tokens[seat] = high if self.options["grade_tokens"] == "higher" else low
            if self.options["grade_tokens"] == "drawn" and low != high:
                row = self.walk.take("chance", "draw-tokens", seen=self.secret(seat), seat=seat)
                self.tokens[seat] = row["args"]["tokens"]
                self.walk.require(self.tokens[seat] in (low, high), "the grade has other numbers")

    def price(self, level: int) -> int:
        """M-07: 3 points for a level, 2 for every further one, less Edge."""
        return max(0, 3 + 2 * (level - 1) - self.options["edge"]) if level else 0

    def use_effort(self) -> None:
        self.levels = {}
        most = min(self.options["effort_score"], 6 if self.options["ceiling"] == "nine" else 9)
        for seat in self.people if self.options["effort"] == "on" else ():
            may = [level for level in range(most + 1) if self.price(level) <= self.pool[seat]]
            self.walk.offered(*(choice("effort", level=level) for level in may))
            secret = self.secret(seat) if seat == self.people[-1] else [seat]
            self.levels[seat] = level = self.walk.take(seat, "effort", seen=secret)["args"]["level"]
            self.walk.require(level in may, "too much effort")
            self.tokens[seat] += level

    def lay_out(self) -> None:
        """Shown when something was decided for the round; before the first, three tokens each lie there anyway."""
        if self.round == 1 and not self.levels and self.walk.at == 0:
            return
        for seat in self.seats:
            secret = self.secret(seat)
            if seat in self.levels:
                cost = self.price(self.levels[seat])
                self.pool[seat] -= cost
                self.walk.due(seat, "show-effort", secret, level=self.levels[seat], cost=cost, pool=self.pool[seat])
            self.walk.due(seat, "lay-out", secret, tokens=self.tokens[seat])
            if self.tokens[seat] > 9:
                self.walk.due(seat, "keep-on-paper", secret, tokens=self.tokens[seat] - 9)

    def roll(self, seat: int, die: int, name: str) -> int:
        number = self.walk.take("chance", name, seen=[seat], seat=seat, die=die)["args"]["number"]
        self.walk.require(number in self.faces, "no die shows that")
        return int(number)

    def roll_again(self, seat: int) -> int:
        """M-01, M-13: as long as tokens last and the seat wants; how many it spent."""
        dice, spent = self.dice[seat], 0
        while True:
            left = self.tokens[seat] - spent
            if seat in self.grades and self.options["policy"] != "free":
                dies = [self.policy(seat, left)]
            else:
                dies = [0, *((1, 2, 3) if left else ())]
            self.walk.offered(*(choice("reroll", die=die) if die else choice("done") for die in dies))
            if self.walk.next.get("action") == "done":
                self.walk.require(0 in dies, "the policy goes on")
                self.walk.take(seat, "done")
                return spent
            die = self.walk.take(seat, "reroll", seen=[seat])["args"]["die"]
            self.walk.require(die in dies, "that die may not be rolled again")
            spent += 1
            self.walk.due(seat, "spend-token", self.spending(seat), spent=spent, left=left - 1)
            dice[die - 1] = self.roll(seat, die, "roll-again")

    def policy(self, seat: int, left: int) -> int:
        """M-14: the die that an opponent rolls again, 0 for none."""
        dice = self.dice[seat]
        if self.options["policy"] == "published":
            return by_mean(self.faces, tuple(dice), left)
        known = [self.known(other) for other in self.seats if other != seat]
        return by_chance(self.faces, tuple(dice), left, tuple(sorted(known)))

    def known(self, seat: int) -> int:
        if self.options["secrecy"] != "everything":
            return self.tokens[seat]
        if seat in self.people:
            return 3
        return GRADES[self.grades[seat]][self.options["grade_tokens"] == "higher"]

    def reveal(self, spent: dict[int, int]) -> bool:
        """Whether that was the last round."""
        totals = {seat: sum(dice) for seat, dice in self.dice.items()}
        for seat, total in totals.items():
            dice, tokens = self.dice[seat], self.tokens[seat]
            self.walk.due(seat, "reveal", dice=dice, total=total, tokens=tokens, spent=spent[seat])
        winners = self.winners(totals)
        for seat in winners:
            self.won[seat] += 1
            self.walk.due(seat, "win-round", round=self.round, total=totals[seat], rounds=self.won[seat])
        best = max(totals.values())
        for seat in () if winners else totals:
            if totals[seat] == best:
                self.walk.due(seat, "tie-round", round=self.round, total=best)
        champions = [seat for seat, won in self.won.items() if won == 2]
        if not champions and self.round < self.options["round_limit"]:
            return False
        for seat in champions:
            self.walk.due(seat, "win-match", rounds=2)
        for seat in () if champions else self.seats:
            self.walk.due(seat, "draw-match", played=self.round, won=self.won[seat])
        reason = "two-rounds" if champions else "round-limit"
        self.walk.end(reason=reason, winners=champions, scores=list(self.won.values()), rounds=self.round)
        return True

    def winners(self, totals: dict[int, int]) -> list[int]:
        """M-11."""
        best = [seat for seat, total in totals.items() if total == max(totals.values())]
        match self.options["highest"]:
            case "sole":
                return best if len(best) == 1 else []
            case "shared":
                return best if len(best) < len(totals) else []
        alone = [seat for seat, total in totals.items() if list(totals.values()).count(total) == 1]
        return [max(alone, key=totals.__getitem__)] if alone else []


def by_mean(faces: Dice, dice: Dice, left: int) -> int:
    """M-14: the lowest die, where it is within the limit for so many tokens; more than nine only Effort can bring."""
    if left < len(LIMITS):
        worth = min(dice) <= LIMITS[left] - (faces[0] == 0)
    else:
        worth = _mean(faces, tuple(sorted(dice)), left) > sum(dice)
    return dice.index(min(dice)) + 1 if worth else 0


@cache
def _mean(faces: Dice, dice: Dice, left: int) -> Fraction:
    """The highest total on average from sorted dice."""
    stay = Fraction(sum(dice))
    if not left or dice[0] == faces[-1]:
        return stay
    again = sum((_mean(faces, tuple(sorted((face, *dice[1:]))), left - 1) for face in faces), Fraction()) / len(faces)
    return max(stay, again)


@cache
def _ends(faces: Dice, dice: Dice, left: int) -> dict[int, int]:
    """Final totals of whoever plays for the mean, and in how many of 10 ** left courses."""
    die = by_mean(faces, dice, left)
    if not die:
        return {sum(dice): 10**left}
    found: dict[int, int] = {}
    for face in faces:
        rest = tuple(sorted((*dice[: die - 1], face, *dice[die:])))
        for total, ways in _ends(faces, rest, left - 1).items():
            found[total] = found.get(total, 0) + ways
    return found


@cache
def _below(faces: Dice, tokens: int, total: int) -> Fraction:
    """The chance that whoever plays for the mean with those tokens stays below a total."""
    ends = [_ends(faces, tuple(sorted(dice)), tokens) for dice in product(faces, repeat=3)]
    ways = sum(count for each in ends for end, count in each.items() if end < total)
    return Fraction(ways, 1000 * 10**tokens)


@cache
def _beats(faces: Dice, dice: Dice, left: int, others: Dice) -> Fraction:
    """The highest chance to beat all others from sorted dice."""
    chances = [_stays(faces, dice, others)]
    chances += [_again(faces, dice, left, others, at) for at in range(3) if left]
    return max(chances)


@cache
def _stays(faces: Dice, dice: Dice, others: Dice) -> Fraction:
    chance = Fraction(1)
    for tokens in others:
        chance *= _below(faces, tokens, sum(dice))
    return chance


@cache
def _again(faces: Dice, dice: Dice, left: int, others: Dice, at: int) -> Fraction:
    rest = (*dice[:at], *dice[at + 1 :])
    return sum((_beats(faces, tuple(sorted((face, *rest))), left - 1, others) for face in faces), Fraction()) / 10


def by_chance(faces: Dice, dice: Dice, left: int, others: Dice) -> int:
    """The die that is rolled again for the highest chance to win; none where that is as good, then the lowest."""
    ordered = tuple(sorted(dice))
    best, number = _stays(faces, ordered, others), None
    for at, face in enumerate(ordered if left else ()):
        chance = _again(faces, ordered, left, others, at)
        if chance > best:
            best, number = chance, face
    return 0 if number is None else dice.index(number) + 1


def check(walk: Walk) -> None:
    Match(walk).play()
