"""Everything that can happen in a match.

Without fog everybody knows every event, save what an order that changed nothing was meant to do: that is
known to its author's side. Under fog ``seen_by`` names the seats that had the place in sight; whoever saw one
end of a move only, gets a ``UnitSighted`` or ``UnitLost`` in its stead. ``number`` is the label on the
author's order set (``"2"``, ``"2b"``).
"""

from typing import ClassVar, Literal

from moderator.core.codec import declared_structs
from moderator.core.game import DiceShown, Event, SeatEvent
from moderator.core.seats import Seat
from moderator.games.rebel_commander.board.odds import Modifier
from moderator.games.rebel_commander.orders.types import RebelOrder, Verb
from moderator.games.rebel_commander.pieces import Side, Stack, Unit
from moderator.games.rebel_commander.seat.view import Score, TurnNote
from moderator.kit.amend import OptionSet


class ForcesLanded(SeatEvent, frozen=True, kw_only=True):
    """A seat's units at the start of the match."""

    stacks: tuple[Stack, ...]


class SequenceDrawn(Event, frozen=True, kw_only=True):
    """In which order the seats act under one order number; a seat may have several places.

    ``drawn`` is false where the edition fixes the sequence.
    """

    number: int
    places: tuple[Seat, ...]
    drawn: bool = True


class UnitMoved(SeatEvent, frozen=True, kw_only=True):
    """One unit went from one place to another; ``troops`` are the squads aboard a Transport."""

    number: str
    unit: Unit
    origin: str
    goal: str
    troops: int = 0


class UnitSighted(SeatEvent, frozen=True, kw_only=True):
    """Under fog: enemy units came into sight by moving to a place; where from was not seen."""

    unit: Unit
    place: str
    troops: int = 0


class UnitLost(SeatEvent, frozen=True, kw_only=True):
    """Under fog: enemy units went out of sight by leaving a place; where to was not seen."""

    unit: Unit
    place: str
    troops: int = 0


class UnitBuilt(SeatEvent, frozen=True, kw_only=True):
    """One unit was built; Speeders and Transports took the place of a squad of Troops."""

    number: str
    unit: Unit
    place: str


class BattleFought(Event, frozen=True, kw_only=True):
    """An attack was carried out: who fought with what, the dice, and who was destroyed.

    ``number`` is the order number as an integer, ``numbers`` the labels of the attackers' orders in the order
    of ``attackers``. ``attacking`` and ``defending`` are the stacks that fought; the losing ones are no more.
    """

    number: int
    place: str
    attackers: tuple[Seat, ...]
    numbers: tuple[str, ...]
    defenders: tuple[Seat, ...]
    attacking: tuple[Stack, ...]
    defending: tuple[Stack, ...]
    attack_die: int
    attack_modifiers: tuple[Modifier, ...]
    defence_die: int
    defence_modifiers: tuple[Modifier, ...]
    winner: Literal["attackers", "defenders"]

    @property
    def attack_total(self) -> int:
        """The attackers' die with everything that adds to it."""
        return self.attack_die + sum(m.bonus for m in self.attack_modifiers)

    @property
    def defence_total(self) -> int:
        """The defenders' die with everything that adds to it."""
        return self.defence_die + sum(m.bonus for m in self.defence_modifiers)

    @property
    def dice_shown(self) -> tuple[DiceShown, DiceShown]:
        """Both sides' dice, to be drawn."""
        won = self.winner == "attackers"
        return (
            DiceShown(self.attackers, (self.attack_die,), self.attack_total - self.attack_die, self.attack_total, won),
            DiceShown(
                self.defenders, (self.defence_die,), self.defence_total - self.defence_die, self.defence_total, not won
            ),
        )

    @property
    def victors(self) -> tuple[Seat, ...]:
        """The seats that won."""
        return self.attackers if self.winner == "attackers" else self.defenders

    @property
    def destroyed(self) -> tuple[Stack, ...]:
        """The stacks that were lost."""
        return self.defending if self.winner == "attackers" else self.attacking


class AttackJoined(SeatEvent, frozen=True, kw_only=True):
    """A seat's place came after its joint attack had been fought at an earlier contributor's place."""

    number: str
    place: str
    leader: Seat


class AttackIdle(SeatEvent, frozen=True, kw_only=True):
    """An attack found no enemy and did nothing."""

    number: str
    place: str


class OrderFailed(SeatEvent, frozen=True, kw_only=True):
    """An order had become impossible when its place came; known to its author's side.

    ``cause``: ``"no-unit"`` (the unit to act is not at ``place``), ``"no-cargo"`` (fewer Troops there than to
    be loaded), ``"too-far"``, ``"off-board"``, ``"same-place"``, ``"overload"``, ``"enemy-present"``,
    ``"too-few"`` (own units to build with), ``"no-troops"`` (to convert), ``"not-here"`` (the edition lacks
    the order), ``"no-number"`` (the order set has not that number any more). ``culprit`` tells, where the author can
    know, what of this turn brought it about: ``"battle"``, ``"moved"``, ``"converted"`` (own units),
    ``"arrived"`` (enemies), or nothing; ``culprit_number`` the label or number of it. ``enemies`` counts the
    enemy units that barred a build, ``present`` the own units that were there.
    """

    failed: ClassVar[bool] = True

    number: str
    order: RebelOrder
    verb: Verb
    unit: Unit | None
    cause: str
    place: str
    culprit: str = ""
    culprit_number: str = ""
    enemies: int = 0
    present: int = 0


class Passed(SeatEvent, frozen=True, kw_only=True):
    """A seat did nothing under a number; known to its side."""

    number: str


class OrderUnreached(SeatEvent, frozen=True, kw_only=True):
    """The match ended before an order's place came; known to its author's side."""

    number: str
    order: RebelOrder
    verb: Verb
    unit: Unit | None


class FactionOut(SeatEvent, frozen=True, kw_only=True):
    """A seat lost its last unit; it gives no orders from now on."""


class FactionBack(SeatEvent, frozen=True, kw_only=True):
    """A seat that had lost its last unit has units again, by the GM's doing."""


class EnemiesInSight(Event, frozen=True, kw_only=True):
    """Under fog: all enemy units that a side has in sight at the end of the turn."""

    side: Side
    stacks: tuple[Stack, ...]


class MatchWon(Event, frozen=True, kw_only=True):
    """The match is over.

    ``reason``: ``"conquest"``, ``"annihilation"``, or at the last turn ``"time-out"`` (the planet stays Imperial) or by
    count ``"more-locations"``, ``"more-units"``, ``"tie"`` (which goes to the Empire).
    """

    side: Side
    reason: str
    turn: int
    score: Score


class BooksOpened(Event, frozen=True, kw_only=True):
    """At the end: the whole board and the history with every weight that a sequence was drawn by."""

    seats: tuple[Seat, ...]
    stacks: tuple[Stack, ...]
    history: tuple[TurnNote, ...]


class UnitsPlaced(SeatEvent, frozen=True, kw_only=True):
    """The GM put units on the board."""

    unit: Unit
    count: int
    place: str


class UnitsRemoved(SeatEvent, frozen=True, kw_only=True):
    """The GM took units off the board."""

    unit: Unit
    count: int
    place: str


class UnitsShifted(SeatEvent, frozen=True, kw_only=True):
    """The GM moved units on the board."""

    unit: Unit
    count: int
    origin: str
    goal: str


class EnthusiasmSet(SeatEvent, frozen=True, kw_only=True):
    """The GM set a seat's weight; known to the GM alone."""

    weight: int


EVENTS: tuple[type[Event], ...] = (
    *(kind for kind in declared_structs(__name__) if issubclass(kind, Event)),
    OptionSet,
)
"""All event types; each has its words in a template named after its tag."""
