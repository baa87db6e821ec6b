"""What a seat's orders would do if nobody else moved, as far as the seat knows, with exact odds and no dice.

The order set is played on every board that its own attacks can leave behind. Boards that the orders still to come
cannot tell apart are one; so what is told of an order depends only on the attacks that matter to it.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from moderator.core.codec import declared, kebab
from moderator.core.game import Prompt, Report, Section
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.bars import bar
from moderator.games.rebel_commander.board.effects import apply, cargo_at
from moderator.games.rebel_commander.board.field import Field, field_of
from moderator.games.rebel_commander.board.odds import THROWS, Modifier, modifiers, total, wins
from moderator.games.rebel_commander.board.order_set import arrange
from moderator.games.rebel_commander.orders.types import AnyMove, Attack, Build, Move, Pass, RebelOrder, Verb
from moderator.games.rebel_commander.pieces import Stack, Unit
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import board_of, edition_of


class Odds(Struct, frozen=True):
    """An exact chance: ``count`` of ``of`` throws, ``of`` being 36 or a power of it."""

    count: int
    of: int = THROWS


class When(Struct, frozen=True):
    """What must have happened before: own attacks, by label, that have been won or lost, and the chance of the case.

    The case comes under these conditions alone, though not always under them; ``chance`` is the whole chance of it.
    """

    won: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    chance: Odds = Odds(THROWS)


class _Foreseen(Struct, frozen=True, kw_only=True, tag=kebab):
    number: str
    when: When = When()


class MoveForeseen(_Foreseen, frozen=True, kw_only=True):
    """A unit would go from one place to another."""

    unit: Unit
    origin: str
    goal: str
    troops: int = 0


class BuildForeseen(_Foreseen, frozen=True, kw_only=True):
    """A unit would be built; ``unseen`` if the place is out of sight, so that enemies may stand there."""

    unit: Unit
    place: str
    unseen: bool


class _Fight(_Foreseen, frozen=True, kw_only=True):
    place: str
    attack: tuple[Modifier, ...]
    defence: tuple[Modifier, ...]
    wins: Odds


class FightForeseen(_Fight, frozen=True, kw_only=True):
    """An attack by the seat alone, with what adds to either die and how many throws win it."""

    defenders: tuple[Seat, ...]


class JointFightForeseen(_Fight, frozen=True, kw_only=True):
    """An attack by the seat and allies that stand there, if they gave the order under the same number.

    ``agreed``: they have told that they will.
    """

    allies: tuple[Seat, ...]
    agreed: bool = False


class IdleForeseen(_Foreseen, frozen=True, kw_only=True):
    """An attack would find no enemy that is known of; ``unseen`` if the place is out of sight."""

    place: str
    unseen: bool


class FailForeseen(_Foreseen, frozen=True, kw_only=True):
    """An order would fail; cause, place and counts are those of ``OrderFailed``."""

    order: RebelOrder
    verb: Verb
    unit: Unit | None
    cause: str
    place: str
    enemies: int = 0
    present: int = 0


class PassForeseen(_Foreseen, frozen=True, kw_only=True):
    """Nothing would be done."""


class UnitsForeseen(Struct, frozen=True, tag=kebab):
    """Where the seat's units would be in the end; ``hoping`` that every attack is won, if there is one."""

    stacks: tuple[Stack, ...]
    hoping: bool


class VictoryForeseen(Struct, frozen=True, tag=kebab):
    """The match would be won with the order set; ``hoping`` that every attack is won, if there is one.

    Never told in fog, where nobody knows what the enemy has.
    """

    hoping: bool


FORETOLD = declared(__name__)
"""All facts of a preview."""

SECTIONS = ("foreseen", "foreseen-after")
"""The keys of all sections, in their order."""


class _World(Struct, frozen=True):
    """A board as own attacks may have left it: how likely it is, and which attacks it comes of (label, won)."""

    field: Field
    chance: Fraction
    past: frozenset[tuple[str, bool]]


def preview(view: View, prompt: Prompt, orders: Sequence[RebelOrder]) -> Report:
    """Tell what each order of a seat's order set would do in its turn; orders that find no number are left aside."""
    placed, _ = arrange(prompt.numbers, orders)
    order_set = [(label, orders[index]) for label, index in placed.items()]
    seer = _Seer(view)
    worlds = [_World(field_of(view.options, view.seats, view.stacks), Fraction(1), frozenset())]
    told: list[Struct] = []
    hope, hoping = worlds[0], False
    victory: VictoryForeseen | None = None
    for at, (label, order) in enumerate(order_set):
        coming = seer.coming(label)
        worlds, hope = [seer.joined(world, coming) for world in worlds], seer.joined(hope, coming)
        told += seer.cases(label, order, worlds)
        later = {place for _, other in order_set[at + 1 :] for place in _places(other)}
        worlds = seer.merged((after for world in worlds for after in seer.after(label, order, world)), later)
        best = next(iter(seer.after(label, order, hope)))
        hoping |= best.past != hope.past
        hope = best
        if victory is None and seer.victorious(hope.field):
            victory = VictoryForeseen(hoping)
    own = tuple(stack for stack in hope.field.stacks() if stack.seat == view.who)
    facts: list[Struct] = [UnitsForeseen(own, hoping)] if own else []
    if victory is not None:
        facts.append(victory)
    after = (Section("foreseen-after", tuple(facts)),) if facts else ()
    return Report((Section("foreseen", tuple(told)), *after) if told else after)


def _places(order: RebelOrder) -> tuple[str, ...]:
    """Return the places whose units an order can touch or needs."""
    if isinstance(order, Pass):
        return ()
    return (order.origin, order.goal) if isinstance(order, Move) else (order.place,)


def _odds(chance: Fraction) -> Odds:
    """Return a chance in throws."""
    of = THROWS
    while of % chance.denominator:
        of *= THROWS
    return Odds(int(chance * of), of)


class _Seer:
    """One seat looking ahead."""

    def __init__(self, view: View) -> None:
        self.view, self.seat = view, view.who
        self.board, self.edition = board_of(view.options), edition_of(view.options)
        self._allies = [seat for seat in view.seats if seat != view.who and view.friends(seat)]
        moves = [(intent.seat, intent.order) for intent in view.intents if isinstance(intent.order, Move)]
        self._moves = sorted(moves, key=lambda each: each[1].number)

    def unseen(self, place: str) -> bool:
        """Tell whether a place is out of sight now."""
        return self.view.sight is not None and place not in self.view.sight

    def victorious(self, field: Field) -> bool:
        """Tell whether the own side would have won on a board that is known whole."""
        won = field.won(self.view.score.needed) if self.view.sight is None else None
        return won is not None and won[0] == self.view.side

    # ---- what comes of an order ------------------------------------------------------------------------------

    def coming(self, label: str) -> Sequence[tuple[Seat, AnyMove]]:
        """Return the moves under earlier numbers that allies have told of, once each."""
        now = [(seat, move) for seat, move in self._moves if move.number < label]
        self._moves = self._moves[len(now) :]
        return now

    def joined(self, world: _World, coming: Iterable[tuple[Seat, AnyMove]]) -> _World:
        """Return a world in which allies have made moves, as far as they can."""
        field = world.field.copy()
        for seat, move in coming:
            if not bar(field, self.edition, seat, move):
                apply(field, seat, move)
        return replace(world, field=field)

    def agreed(self, label: str, order: Attack, field: Field) -> tuple[Seat, ...]:
        """Return the allies at a place who have told that they attack it under the same number."""
        told = [intent.seat for intent in self.view.intents if intent.order == replace(order, number=label)]
        return tuple(seat for seat in told if field.present(seat, self.board.index[order.place]))

    def after(self, label: str, order: RebelOrder, world: _World) -> Iterator[_World]:
        """Return the worlds that an order makes of one: after an attack, first the one where it is won."""
        if isinstance(order, Pass) or bar(world.field, self.edition, self.seat, order):
            yield world
            return
        if isinstance(order, Attack):
            yield from self._fought(label, order, world)
            return
        field = world.field.copy()
        apply(field, self.seat, order)
        yield replace(world, field=field)

    def _fought(self, label: str, order: Attack, world: _World) -> Iterator[_World]:
        """Return the worlds where an attack by the seat and who agreed to it is won and where it is lost."""
        place = self.board.index[order.place]
        foes = world.field.foes_at(self.seat, place)
        if not foes:
            yield world
            return
        us = (self.seat, *self.agreed(label, order, world.field))
        won = self._wins(world.field, place, us, foes)[2]
        for count, beaten in ((won, foes), (THROWS - won, us)):
            if count:
                field = world.field.copy()
                for seat in beaten:
                    field.clear(seat, place)
                past = world.past if count == THROWS else world.past | {(label, beaten is foes)}
                yield _World(field, world.chance * Fraction(count, THROWS), past)

    def _wins(
        self, field: Field, place: int, attackers: tuple[Seat, ...], defenders: tuple[Seat, ...]
    ) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...], int]:
        """Return what adds to either die, and how many throws the attack wins."""
        attack = modifiers(self.edition.attack, [field.stack(seat, place) for seat in attackers])
        defence = modifiers(self.edition.defence, [field.stack(seat, place) for seat in defenders])
        return attack, defence, wins(total(attack) - total(defence))

    def merged(self, worlds: Iterable[_World], later: Iterable[str]) -> list[_World]:
        """Make one of the worlds that later orders cannot tell apart, and of their pasts what they have in common."""
        index = self.board.index
        places = sorted(index[place] for place in later if place in index)
        found: dict[tuple[tuple[int, ...], ...], _World] = {}
        for world in worlds:
            piles = tuple(tuple(world.field.counts(seat, place)) for place in places for seat in self.view.seats)
            same = found.get(piles)
            found[piles] = (
                replace(same, chance=same.chance + world.chance, past=same.past & world.past) if same else world
            )
        return list(found.values())

    # ---- what is told of it ----------------------------------------------------------------------------------

    def cases(self, label: str, order: RebelOrder, worlds: Sequence[_World]) -> Iterator[Struct]:
        """Tell what an order does, once for each thing that it can come to."""
        found: dict[tuple[_Foreseen, ...], list[_World]] = {}
        for world in worlds:
            found.setdefault(tuple(self._told(label, order, world.field)), []).append(world)
        for facts, among in found.items():
            when = self._when(among) if len(found) > 1 else When()
            yield from (replace(fact, when=when) for fact in facts)

    def _when(self, among: Sequence[_World]) -> When:
        """Return what worlds have in common that the seat's attacks decide."""
        past = sorted(frozenset.intersection(*(world.past for world in among)))
        return When(
            tuple(label for label, won in past if won),
            tuple(label for label, won in past if not won),
            _odds(sum((world.chance for world in among), Fraction(0))),
        )

    def _told(self, label: str, order: RebelOrder, field: Field) -> Iterator[_Foreseen]:
        """Tell what an order does on one board."""
        if isinstance(order, Pass):
            yield PassForeseen(number=label)
            return
        if barred := bar(field, self.edition, self.seat, order):
            yield FailForeseen(
                number=label,
                order=order,
                verb=order.verb,
                unit=order.unit,
                cause=barred.cause,
                place=barred.place,
                enemies=barred.enemies,
                present=barred.present,
            )
        elif isinstance(order, Attack):
            yield from self._fight(label, order, field)
        elif isinstance(order, Build):
            yield BuildForeseen(number=label, unit=order.unit, place=order.place, unseen=self.unseen(order.place))
        else:
            troops = cargo_at(field, self.seat, order)
            yield MoveForeseen(number=label, unit=order.unit, origin=order.origin, goal=order.goal, troops=troops)

    def _fight(self, label: str, order: Attack, field: Field) -> Iterator[_Foreseen]:
        """Tell the odds of an attack alone, with each ally that stands there, and with all of them."""
        place = self.board.index[order.place]
        foes = field.foes_at(self.seat, place)
        allies = tuple(ally for ally in self._allies if field.present(ally, place))
        if not foes:
            yield IdleForeseen(number=label, place=order.place, unseen=self.unseen(order.place))
            return
        attack, defence, won = self._wins(field, place, (self.seat,), foes)
        yield FightForeseen(
            number=label, place=order.place, defenders=foes, attack=attack, defence=defence, wins=Odds(won)
        )
        agreed = self.agreed(label, order, field)
        groups = [agreed, *((ally,) for ally in allies), allies]
        for group in dict.fromkeys(group for group in groups if group):
            attack, defence, won = self._wins(field, place, (self.seat, *group), foes)
            yield JointFightForeseen(
                number=label,
                place=order.place,
                allies=group,
                agreed=group == agreed,
                attack=attack,
                defence=defence,
                wins=Odds(won),
            )
