"""Looking ahead on a small board with Troops alone: sheets against sheets, all battles branched, none diced.

Both sides order at once, so no sheet is best for sure. A few good sheets of each side are played out against each
other, and the odds with which each should be chosen are found by letting both sides regret, again and again, what
they did not do.
"""

from collections.abc import Sequence
from functools import cache
from operator import add, mul
from typing import NamedTuple, TypeAlias

from moderator.core.dice import Stream, Why
from moderator.games.rebel_commander.odds import THROWS, wins
from moderator.games.rebel_commander.orders import Attack, BuildTroops, MoveTroops, RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE, Unit
from moderator.games.rebel_commander.tables import Bonus, board_of, edition_of, needed
from moderator.games.rebel_commander.view import View

Squads: TypeAlias = tuple[int, ...]
"""Troops by place."""

Deed: TypeAlias = tuple[int, int]
"""Origin and goal of a move; twice the same place is a build, and (place, -1) an attack."""

Sheet: TypeAlias = tuple[Deed, ...]

ATTACK = -1
WON = 12.0
"""What winning is worth, in locations."""

UNIT = 0.32
DANGER = 0.3
FIRST, SECOND = 0.6, 0.5
HOLD = 0.12
_ROUNDS = 50


class Breadth(NamedTuple):
    """How widely to think about a turn: sheets kept at each order, and sheets tried by each side."""

    beam: int
    sheets: int


Depth: TypeAlias = tuple[Breadth, ...]
"""How widely to think about this turn and those after it."""


class Position(NamedTuple):
    """Who stands where: Rebels and the Empire."""

    rebels: Squads
    empire: Squads


class Solved(NamedTuple):
    """How often each side should choose which sheet, and what that is worth to the Rebels."""

    choices: tuple[tuple[tuple[float, Sheet], ...], tuple[tuple[float, Sheet], ...]]
    value: float


class Duel:
    """The rules of one turn on a small board, and what a position is worth to the Rebels."""

    def __init__(self, view: View) -> None:
        """Take board, bonuses and goal from a view, and the sequence for one faction against the Empire."""
        edition, board = edition_of(view.options), board_of(view.options)
        self.names, self.needed = board.names, needed(view.options)
        self.near = tuple(
            tuple(there for there in places if there != here) for here, places in enumerate(board.near[1])
        )
        attack, defence = edition.attack[Unit.TROOPS], edition.defence[Unit.TROOPS]
        self.tables = _tables(attack, defence)
        self.places = (1, view.imperial_places)
        self.numbers = view.numbers
        limit = view.options.max_turns
        self.left = limit - view.turn if limit else 99
        self._known: dict[Position, tuple[float | None, float]] = {}
        self._ahead: dict[Position, float] = {}

    def decided(self, at: Position) -> float | None:
        """Return what a position is worth if it ends the match by conquest or annihilation."""
        return self._assess(at)[0]

    def worth(self, at: Position) -> float:
        """Return what a position is worth to the Rebels."""
        return self._assess(at)[1]

    def _assess(self, at: Position) -> tuple[float | None, float]:
        """Return both, reckoned once."""
        known = self._known.get(at)
        if known is None:
            known = self._known[at] = self._reckon(at)
        return known

    def _reckon(self, at: Position) -> tuple[float | None, float]:
        rebels, empire = at
        ours, theirs = sum(rebels), sum(empire)
        if not theirs or not ours:
            return (WON, WON) if ours else (-WON, -WON)
        held = lost = 0
        worth = UNIT * (ours - theirs)
        tables, near = self.tables, self.near
        for place, r in enumerate(rebels):
            e = empire[place]
            if r:
                if e:
                    worth += tables.fights[min(r, _MOST)][min(e, _MOST)]
                    continue
                held += 1
                for there in near[place]:
                    if empire[there]:
                        worth -= tables.dangers[min(r, _MOST)]
                        break
            elif e:
                lost += 1
                for there in near[place]:
                    if rebels[there]:
                        worth += tables.dangers[min(e, _MOST)]
                        break
        if held >= self.needed and ours > theirs:
            return WON, WON
        if lost >= self.needed and theirs > ours:
            return -WON, -WON
        return None, worth + held - lost + HOLD * (max(0, held - 2) ** 2 - max(0, lost - 2) ** 2)

    def count(self, at: Position) -> float:
        """Return what a position is worth when the last turn is over."""
        decided = self.decided(at)
        if decided is not None:
            return decided
        rebels, empire = at
        held = sum(1 for r, e in zip(rebels, empire, strict=True) if r and not e)
        lost = sum(1 for r, e in zip(rebels, empire, strict=True) if e and not r)
        ahead = (held - lost) or (sum(rebels) - sum(empire))
        return WON if ahead > 0 else -WON

    def deeds(self, own: Squads, foes: Squads) -> list[Deed]:
        """Return all that a side can do."""
        found: list[Deed] = []
        for place, units in enumerate(own):
            if units:
                found += [(place, there) for there in self.near[place]]
                found.append((place, ATTACK) if foes[place] else (place, place))
        return found

    def after(self, at: Position, side: int, deed: Deed) -> list[tuple[float, Position]]:
        """Return what comes of a deed with which chance; what is impossible changes nothing."""
        own, foes = at[side], at[1 - side]
        place, goal = deed
        if not own[place]:
            return [(1.0, at)]
        if goal == ATTACK:
            if not foes[place]:
                return [(1.0, at)]
            chance = self.tables.odds[min(own[place], _MOST)][min(foes[place], _MOST)]
            both = ((chance, own, _set(foes, place, 0)), (1 - chance, _set(own, place, 0), foes))
            return [(odds, _position(side, ours, theirs)) for odds, ours, theirs in both if odds]
        if goal == place:
            return [(1.0, at if foes[place] else _position(side, _set(own, place, own[place] + 1), foes))]
        own = _set(_set(own, place, own[place] - 1), goal, own[goal] + 1)
        return [(1.0, _position(side, own, foes))]

    def sheets(self, at: Position, side: int, breadth: Breadth) -> list[Sheet]:
        """Return good sheets of a side, the best first, as if the other side did nothing.

        Of a battle's two ends what comes of losing is booked at once, and the rest is thought on from winning.
        """
        sign = 1 - 2 * side
        beam = [_Line(0.0, (), at, 0.0, 1.0)]
        for _ in range(self.numbers * self.places[side]):
            found: dict[Position, _Line] = {}
            for line in beam:
                for deed in self.deeds(line.at[side], line.at[1 - side]):
                    (odds, there), *lost = self.after(line.at, side, deed)
                    booked = line.booked + line.sure * sign * sum(chance * self.worth(end) for chance, end in lost)
                    sure = line.sure * odds
                    worth = booked + sure * sign * self.worth(there)
                    if there not in found or worth > found[there].worth:
                        found[there] = _Line(worth, (*line.sheet, deed), there, booked, sure)
            beam = sorted(found.values(), key=lambda line: (-line.worth, line.sheet))[: breadth.beam] or beam
        return [line.sheet for line in beam[: breadth.sheets]]

    def solve(self, at: Position, depth: Depth, left: int) -> Solved:
        """Return how often each side should choose which sheet, ``left`` turns before the last one."""
        rows, columns = (self.sheets(at, side, depth[0]) for side in (0, 1))
        table = []
        for row in rows:
            plays = [self._play(at, self._sequence((row, column)), depth[1:], left) for column in columns]
            table.append(plays)
        ours, theirs = _mixed(table)
        value = sum(p * q * table[i][j] for i, p in enumerate(ours) for j, q in enumerate(theirs))
        return Solved((tuple(zip(ours, rows, strict=True)), tuple(zip(theirs, columns, strict=True))), value)

    def _sequence(self, sheets: tuple[Sheet, Sheet]) -> list[tuple[int, Deed]]:
        """Return whose deeds come in which order: the Empire answers, and has what it has more of at the end."""
        found = []
        for number in range(self.numbers):
            for turn_of in range(max(self.places)):
                for side, (places, sheet) in enumerate(zip(self.places, sheets, strict=True)):
                    at = number * places + turn_of
                    if turn_of < places and at < len(sheet):
                        found.append((side, sheet[at]))
        return found

    def _play(self, at: Position, deeds: Sequence[tuple[int, Deed]], depth: Depth, left: int) -> float:
        """Return what a position is worth after deeds, over both ends of each battle."""
        for number, (side, deed) in enumerate(deeds):
            ends = self.after(at, side, deed)
            if len(ends) > 1:
                rest = deeds[number + 1 :]
                return sum(odds * self._play(end, rest, depth, left) for odds, end in ends)
            at = ends[0][1]
            decided = self.decided(at)
            if decided is not None:
                return decided
        return self._end(at, depth, left)

    def _end(self, at: Position, depth: Depth, left: int) -> float:
        """Return what a position is worth at the end of a turn: by count after the last, ahead if there is time."""
        if left <= 0:
            return self.count(at)
        if not depth:
            return self.worth(at)
        ahead = self._ahead.get(at)
        if ahead is None:
            decided = self.decided(at)
            ahead = self._ahead[at] = self.solve(at, depth, left - 1).value if decided is None else decided
        return ahead


class _Line(NamedTuple):
    """A sheet in the making: its worth, where it leads if all goes well, what is booked, and how sure the rest is."""

    worth: float
    sheet: Sheet
    at: Position
    booked: float
    sure: float


_MOST = 12
"""More Troops than so many at one place are reckoned as so many."""


class Tables(NamedTuple):
    """By units of the attacker and of the defender: the odds; by Rebels and Empire: what standing both there is worth;
    by units: what it costs to have enemies next door.
    """

    odds: tuple[tuple[float, ...], ...]
    fights: tuple[tuple[float, ...], ...]
    dangers: tuple[float, ...]


@cache
def _tables(attack: Bonus, defence: Bonus) -> Tables:
    """Reckon the tables for an edition's Troops."""
    many = range(_MOST + 1)
    odds = tuple(tuple(wins(attack.of(a) - defence.of(d)) / THROWS for d in many) for a in many)

    def gain(own: int, foes: int) -> float:
        return odds[own][foes] * (1 + UNIT * foes) - (1 - odds[own][foes]) * (1 + UNIT * own)

    fights = tuple(tuple(FIRST * max(0.0, gain(r, e)) - SECOND * max(0.0, gain(e, r)) for e in many) for r in many)
    return Tables(odds, fights, tuple(DANGER * odds[1][d] * (1 + UNIT * d) for d in many))


def _set(squads: Squads, place: int, units: int) -> Squads:
    """Return Troops by place with another number at one."""
    return (*squads[:place], units, *squads[place + 1 :])


def _position(side: int, own: Squads, foes: Squads) -> Position:
    """Return a position as a side sees it."""
    return Position(own, foes) if side == 0 else Position(foes, own)


def _mixed(table: list[list[float]]) -> tuple[list[float], list[float]]:
    """Return how often rows and columns should be chosen, where rows want much and columns little."""
    many, most = len(table), len(table[0])
    columns = list(zip(*table, strict=True))
    regret, sorrow = [0.0] * many, [0.0] * most
    chosen, answered = [0.0] * many, [0.0] * most
    for _ in range(_ROUNDS):
        row, column = _shares(regret), _shares(sorrow)
        brings = [sum(map(mul, values, column)) for values in table]
        costs = [sum(map(mul, values, row)) for values in columns]
        now = sum(map(mul, row, brings))
        # Regrets below nothing are forgotten: so the mixture settles much sooner.
        regret = [max(0.0, old + gain - now) for old, gain in zip(regret, brings, strict=True)]
        sorrow = [max(0.0, old + now - cost) for old, cost in zip(sorrow, costs, strict=True)]
        chosen = list(map(add, chosen, row))
        answered = list(map(add, answered, column))
    return [share / _ROUNDS for share in chosen], [share / _ROUNDS for share in answered]


def _shares(regret: list[float]) -> list[float]:
    """Return shares in proportion to regrets, equal ones if nothing is regretted."""
    total = sum(regret)
    return [one / total for one in regret] if total else [1 / len(regret)] * len(regret)


def suits(view: View) -> bool:
    """Tell whether a view is of a match that can be thought of as a duel: Troops alone, a fixed sequence, one faction."""
    edition = edition_of(view.options)
    rebels = sum(seat != EMPIRE for seat in view.in_play)
    return edition.sequence == "fixed" and edition.units == (Unit.TROOPS,) and rebels == 1


def duel(view: View, numbers: Sequence[str], chance: Stream, depth: Depth) -> tuple[RebelOrder, ...]:
    """Return a sheet for a seat, drawn with the odds that suit the position."""
    game, side = Duel(view), int(view.who == EMPIRE)
    index = {name: place for place, name in enumerate(game.names)}
    squads = [[0] * len(index), [0] * len(index)]
    for stack in view.stacks:
        squads[stack.seat == EMPIRE][index[stack.place]] += stack.troops
    at = Position(tuple(squads[0]), tuple(squads[1]))
    choices = game.solve(at, depth, game.left).choices[side]
    shares = [round(share * _FINE) if share > _RARE else 0 for share, _ in choices]
    sheet = choices[chance.weighted(shares, Why("sheet"))][1]
    return tuple(_order(game.names, deed, number) for deed, number in zip(sheet, numbers, strict=False))


_FINE = 10_000
_RARE = 0.02
"""What should be chosen more rarely than so is not chosen: it is there for the reckoning's sake."""


def _order(names: Sequence[str], deed: Deed, number: str) -> RebelOrder:
    """Return a deed as an order."""
    place, goal = deed
    if goal == ATTACK:
        return Attack(place=names[place], number=number)
    if goal == place:
        return BuildTroops(place=names[place], number=number)
    return MoveTroops(origin=names[place], goal=names[goal], number=number)
