"""Everything that can happen in a match.

Markers, battles, launches and cards that are played are open to all; ``seen_by`` names the one seat that knows its own
mats, counters, hand and failures. Whoever sees less gets the smaller event beside it (``ShipsProduced`` beside
``ShipsBuilt``, ``CardsDrawn`` beside ``CardsGained``).
"""

from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from moderator.core.game import DiceShown, Event
from moderator.core.seats import Seat
from moderator.games.space_genocide.orders.phrases import Target
from moderator.games.space_genocide.orders.types import GenocideOrder
from moderator.games.space_genocide.pieces import Fleet, Place, Planet, Ship, World
from moderator.games.space_genocide.seat.view import TurnNote

Loss: TypeAlias = Literal["mines", "stranded", "orbit", "card", "fallen", "gm"]
"""What destroyed a ship outside of a battle: mines, no bay to land in, the planet that it orbited, …"""

Halt: TypeAlias = Literal["", "enemy", "nebula"]
"""What all can see to have ended a move: an enemy or a nebula."""

Stat: TypeAlias = Literal["move", "attack", "defence"]


class Berth(Struct, frozen=True):
    """Where a new ship was placed."""

    kind: str
    place: Place
    fleet: int


class Force(Struct, frozen=True):
    """A fleet that fights; ``entered`` if it came to the hex this turn."""

    seat: Seat
    fleet: int
    ships: tuple[Ship, ...]
    entered: bool


class Volley(Struct, frozen=True):
    """What one ship launched at a planet: a die for each Planet Buster, none for those that were duds."""

    fleet: int
    kind: str
    busters: int
    faces: tuple[int, ...]


# ---- set-up -----------------------------------------------------------------------------------------------


class PlanetsStrewn(Event, frozen=True, kw_only=True):
    """Where a seat's planets are; an empty seat: the neutral ones."""

    seat: Seat
    places: tuple[Place, ...]


class ShipsDrawn(Event, frozen=True, kw_only=True):
    """The ships that a seat drew for its first fleets; known to it alone."""

    seat: Seat
    ships: tuple[Ship, ...]


class RaceTaken(Event, frozen=True, kw_only=True):
    """Which race a seat plays; ``wished`` if it asked for it."""

    seat: Seat
    race: str
    wished: bool


class WorldsHidden(Event, frozen=True, kw_only=True):
    """Which types a seat's planets have; known to it alone."""

    seat: Seat
    planets: tuple[Planet, ...]


class FleetsFormed(Event, frozen=True, kw_only=True):
    """A seat's first fleets with their ships; known to it alone."""

    seat: Seat
    fleets: tuple[Fleet, ...]
    left: tuple[Ship, ...] = ()


# ---- transport --------------------------------------------------------------------------------------------


class TurnOrder(Event, frozen=True, kw_only=True):
    """In which order the seats act this turn."""

    turn: int
    places: tuple[Seat, ...]


class FleetAppeared(Event, frozen=True, kw_only=True):
    """A fleet's marker was put on the map."""

    seat: Seat
    fleet: int
    place: Place


class FleetGone(Event, frozen=True, kw_only=True):
    """A fleet has no ships any more; its marker left the map."""

    seat: Seat
    fleet: int
    place: Place


class FleetMoved(Event, frozen=True, kw_only=True):
    """A fleet moved along ``path`` (its origin first); ``halted`` tells what made it stop there."""

    seat: Seat
    fleet: int
    path: tuple[Place, ...]
    halted: Halt = ""


class CourseKept(Event, frozen=True, kw_only=True):
    """A fleet has not yet reached where it was sent; known to its seat alone."""

    seat: Seat
    fleet: int
    course: tuple[Place, ...]


class ShipsTransferred(Event, frozen=True, kw_only=True):
    """Ships changed fleets; known to their seat alone."""

    seat: Seat
    fleet: int
    into: int
    place: Place
    ships: tuple[Ship, ...]


class OrderFailed(Event, frozen=True, kw_only=True):
    """An order came to nothing; known to its author alone.

    ``cause``: ``"no-fleet"``, ``"no-ships"``, ``"not-together"`` (fleets at different hexes), ``"immobile"``,
    ``"no-bays"`` (fighters that nobody can carry), ``"no-way"``, ``"jammed"``, ``"fleet-full"``,
    ``"no-marker"`` (all fleets in use), ``"no-busters"``, ``"no-attack"``, ``"not-allowed"`` (by the options),
    ``"no-planet"``, ``"no-card"``, ``"no-target"``, ``"one-only"``, ``"not-now"`` (its moment did not come),
    ``"wrong-phase"``.
    """

    failed: ClassVar[bool] = True

    seat: Seat
    order: GenocideOrder
    cause: str
    fleet: int = 0
    place: Place = ""


class PlanetScouted(Event, frozen=True, kw_only=True):
    """A seat looked at a planet's counter; known to it alone. ``card`` is the card that let it."""

    seat: Seat
    place: Place
    owner: Seat
    world: World
    card: str = ""


class NeutralClaimed(Event, frozen=True, kw_only=True):
    """A seat was the first at a neutral planet; the die told its type."""

    seat: Seat
    place: Place
    die: int
    world: World


class RuinsSearched(Event, frozen=True, kw_only=True):
    """A seat was the first at alien ruins: it found a ship, or nothing where the pile was ``empty``."""

    seat: Seat
    place: Place
    empty: bool = False


class NexusEntered(Event, frozen=True, kw_only=True):
    """A seat was the first at a temporal nexus."""

    seat: Seat
    place: Place


class ShipGained(Event, frozen=True, kw_only=True):
    """A seat got a ship from the pile; known to it alone."""

    seat: Seat
    kind: str
    place: Place
    fleet: int


class ShipLeft(Event, frozen=True, kw_only=True):
    """A found ship went back to the pile: no fleet had room, and none could be formed; known to its seat alone."""

    seat: Seat
    kind: str
    place: Place


class HoleRolled(Event, frozen=True, kw_only=True):
    """A fleet's ships in a black hole: a die for each, lost on 1; known to its seat alone."""

    seat: Seat
    fleet: int
    place: Place
    ships: tuple[Ship, ...]
    faces: tuple[int, ...]


class ShipsSwallowed(Event, frozen=True, kw_only=True):
    """A black hole took ships."""

    seat: Seat
    fleet: int
    place: Place
    kinds: tuple[str, ...]


# ---- fighting ---------------------------------------------------------------------------------------------


class BurstFired(Event, frozen=True, kw_only=True):
    """A fleet fired Planet Busters at enemy ships: a die for each ship and buster, destroyed on 6."""

    seat: Seat
    fleet: int
    place: Place
    busters: int
    faces: tuple[int, ...]
    destroyed: tuple[tuple[Seat, int, str], ...]


class EngagementBegun(Event, frozen=True, kw_only=True):
    """Opposing fleets are in one hex and show their mats; ``round`` counts where a battle has several."""

    place: Place
    round: int
    forces: tuple[Force, ...]


class SalvoFired(Event, frozen=True, kw_only=True):
    """Ships of one seat attacked one ship together; ``rammed`` are those that destroyed themselves by it."""

    place: Place
    seat: Seat
    attackers: tuple[str, ...]
    owner: Seat
    fleet: int
    kind: str
    attack: tuple[int, ...]
    defence: tuple[int, ...]
    destroyed: bool
    rammed: tuple[str, ...] = ()

    @property
    def dice_shown(self) -> tuple[DiceShown, DiceShown]:
        """Both sides' dice, to be drawn."""
        return (
            DiceShown((self.seat,), self.attack, 0, sum(self.attack), self.destroyed),
            DiceShown((self.owner,), self.defence, 0, sum(self.defence), not self.destroyed),
        )


class EngagementOver(Event, frozen=True, kw_only=True):
    """What is left after an engagement; the mats that took part were open to all."""

    place: Place
    round: int
    forces: tuple[Force, ...]


class ShipLost(Event, frozen=True, kw_only=True):
    """A ship was destroyed outside of a battle."""

    seat: Seat
    fleet: int
    kind: str
    place: Place
    cause: Loss
    card: str = ""


class ShipTaken(Event, frozen=True, kw_only=True):
    """A ship changed sides: the Raiders' custom (no card) or a card."""

    seat: Seat
    owner: Seat
    kind: str
    place: Place
    fleet: int
    card: str = ""


class BustersLaunched(Event, frozen=True, kw_only=True):
    """Planet Busters were launched at a planet: it is destroyed if any die shows ``needed`` or less."""

    seat: Seat
    place: Place
    owner: Seat
    volleys: tuple[Volley, ...]
    needed: int
    destroyed: bool

    @property
    def faces(self) -> tuple[int, ...]:
        """All dice."""
        return tuple(face for volley in self.volleys for face in volley.faces)


class PlanetDestroyed(Event, frozen=True, kw_only=True):
    """A planet is no more, and its counter is shown to all."""

    place: Place
    owner: Seat
    world: World
    by: tuple[Seat, ...]


# ---- production -------------------------------------------------------------------------------------------


class ShipScrapped(Event, frozen=True, kw_only=True):
    """A seat discarded a ship; known to it alone. ``excess``: it had more than it may."""

    seat: Seat
    kind: str
    fleet: int
    place: Place
    excess: bool = False


class ShipsProduced(Event, frozen=True, kw_only=True):
    """How many ships a seat drew."""

    seat: Seat
    count: int


class ShipsBuilt(Event, frozen=True, kw_only=True):
    """Which ships a seat drew and where it placed them; known to it alone. ``back`` found no place."""

    seat: Seat
    berths: tuple[Berth, ...]
    back: tuple[str, ...] = ()


class BustersReplaced(Event, frozen=True, kw_only=True):
    """Ships of a fleet got new Planet Busters; known to their seat alone."""

    seat: Seat
    fleet: int
    place: Place
    count: int


# ---- cards ------------------------------------------------------------------------------------------------


class CardsDrawn(Event, frozen=True, kw_only=True):
    """How many cards a seat drew."""

    seat: Seat
    count: int


class CardsGained(Event, frozen=True, kw_only=True):
    """Which cards a seat drew; known to it alone."""

    seat: Seat
    cards: tuple[str, ...]


class CardsDiscarded(Event, frozen=True, kw_only=True):
    """Cards that a seat put on the open discard pile; ``card`` is the card that made it."""

    seat: Seat
    cards: tuple[str, ...]
    card: str = ""


class DeckShuffled(Event, frozen=True, kw_only=True):
    """The discarded cards became the new deck."""

    count: int


class PileCounted(Event, frozen=True, kw_only=True):
    """How many ship counters are left in the pile, which all may count; told where they are not as many as before."""

    count: int


class CardPlayed(Event, frozen=True, kw_only=True):
    """A seat played a card; ``negated_by`` names who answered it with Intelligence."""

    seat: Seat
    card: str
    target: Target = Target()
    other: Target = Target()
    goal: Place = ""
    negated_by: Seat = ""


class FleetScanned(Event, frozen=True, kw_only=True):
    """A seat looked at another's mat; known to it alone."""

    seat: Seat
    owner: Seat
    fleet: int
    place: Place
    ships: tuple[Ship, ...]
    card: str


class HandLooked(Event, frozen=True, kw_only=True):
    """A seat looked at another's hand; known to it alone."""

    seat: Seat
    owner: Seat
    cards: tuple[str, ...]
    card: str


class DeckLooked(Event, frozen=True, kw_only=True):
    """A seat looked at the next cards of the deck; known to it alone."""

    seat: Seat
    cards: tuple[str, ...]
    card: str


class WorldRevealed(Event, frozen=True, kw_only=True):
    """A planet's counter was turned up for all."""

    seat: Seat
    place: Place
    world: World
    card: str


class FleetRelocated(Event, frozen=True, kw_only=True):
    """A card put a fleet elsewhere."""

    seat: Seat
    fleet: int
    origin: Place
    goal: Place
    card: str


class ShipsBoosted(Event, frozen=True, kw_only=True):
    """A card changed a figure of a fleet (0: of all ships of the seat at the place; no seat: of all there)."""

    card: str
    stat: Stat
    amount: int
    seat: Seat = ""
    fleet: int = 0
    kind: str = ""
    place: Place = ""


class FleetJammed(Event, frozen=True, kw_only=True):
    """A card keeps a fleet from moving this turn."""

    seat: Seat
    fleet: int
    card: str


class PassageOpened(Event, frozen=True, kw_only=True):
    """A card lets a fleet go on where another's fleet ``other`` would have stopped it."""

    seat: Seat
    fleet: int
    owner: Seat
    other: int
    card: str


class SquadronBased(Event, frozen=True, kw_only=True):
    """A card brought a fighter from its fleet into another one (``into``) at a planet; known to its seat alone."""

    seat: Seat
    fleet: int
    kind: str
    place: Place
    into: int
    card: str


class ShipRestored(Event, frozen=True, kw_only=True):
    """A card gave a seat a ship back that it had lost in a battle."""

    seat: Seat
    kind: str
    place: Place
    fleet: int
    card: str


class PhaseAltered(Event, frozen=True, kw_only=True):
    """A card lets a phase be skipped, or played again (at one hex: ``place``)."""

    card: str
    phase: Literal["transport", "engagement", "destruction"]
    again: bool
    seat: Seat = ""
    place: Place = ""


class AttackNegated(Event, frozen=True, kw_only=True):
    """All attacks on a ship came to nothing."""

    place: Place
    seat: Seat
    fleet: int
    kind: str
    card: str


class LaunchNegated(Event, frozen=True, kw_only=True):
    """A launch at a planet came to nothing."""

    place: Place
    seat: Seat
    by: Seat
    card: str


class RollRepeated(Event, frozen=True, kw_only=True):
    """Dice were thrown again; the earlier faces count no more."""

    place: Place
    seat: Seat
    faces: tuple[int, ...]
    again: tuple[int, ...]
    card: str


class ShipsExchanged(Event, frozen=True, kw_only=True):
    """Ships went back to the pile and others were drawn for them; known to their seat alone."""

    seat: Seat
    gone: tuple[str, ...]
    berths: tuple[Berth, ...]
    card: str


# ---- the end ----------------------------------------------------------------------------------------------


class SeatFallen(Event, frozen=True, kw_only=True):
    """A seat has lost: its ``"homeworld"``, or all worlds of a resource."""

    seat: Seat
    cause: World


class MatchWon(Event, frozen=True, kw_only=True):
    """The match is over.

    ``reason``: ``"last-standing"``, ``"nobody-left"`` (the last fell together), ``"more-planets"``, ``"more-ships"``,
    ``"tie"`` (at the turn limit).
    """

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    reason: str
    turn: int


class BooksOpened(Event, frozen=True, kw_only=True):
    """At the end: every planet, fleet and hand, and the history."""

    planets: tuple[Planet, ...]
    fleets: tuple[Fleet, ...]
    hands: dict[Seat, tuple[str, ...]]
    history: tuple[TurnNote, ...]


# ---- the GM -----------------------------------------------------------------------------------------------


class ShipsAdded(Event, frozen=True, kw_only=True):
    """The GM gave a seat ships; known to it alone."""

    seat: Seat
    kind: str
    count: int
    fleet: int
    place: Place


class ShipsRemoved(Event, frozen=True, kw_only=True):
    """The GM took ships from a seat; known to it alone."""

    seat: Seat
    kind: str
    count: int
    fleet: int
    place: Place


class FleetShifted(Event, frozen=True, kw_only=True):
    """The GM put a fleet elsewhere."""

    seat: Seat
    fleet: int
    origin: Place
    goal: Place


class CardGiven(Event, frozen=True, kw_only=True):
    """The GM gave a seat a card from the deck or the discards; known to it alone."""

    seat: Seat
    card: str


class OptionSet(Event, frozen=True, kw_only=True):
    """The GM changed an option in mid-match."""

    key: str
    value: str


EVENTS: tuple[type[Event], ...] = (
    PlanetsStrewn,
    ShipsDrawn,
    RaceTaken,
    WorldsHidden,
    FleetsFormed,
    TurnOrder,
    FleetAppeared,
    FleetGone,
    FleetMoved,
    CourseKept,
    ShipsTransferred,
    OrderFailed,
    PlanetScouted,
    NeutralClaimed,
    RuinsSearched,
    NexusEntered,
    ShipGained,
    ShipLeft,
    HoleRolled,
    ShipsSwallowed,
    BurstFired,
    EngagementBegun,
    SalvoFired,
    EngagementOver,
    ShipLost,
    ShipTaken,
    BustersLaunched,
    PlanetDestroyed,
    ShipScrapped,
    ShipsProduced,
    ShipsBuilt,
    BustersReplaced,
    CardsDrawn,
    CardsGained,
    CardsDiscarded,
    DeckShuffled,
    PileCounted,
    CardPlayed,
    FleetScanned,
    HandLooked,
    DeckLooked,
    WorldRevealed,
    FleetRelocated,
    ShipsBoosted,
    FleetJammed,
    PassageOpened,
    SquadronBased,
    ShipRestored,
    PhaseAltered,
    AttackNegated,
    LaunchNegated,
    RollRepeated,
    ShipsExchanged,
    SeatFallen,
    MatchWon,
    BooksOpened,
    ShipsAdded,
    ShipsRemoved,
    FleetShifted,
    CardGiven,
    OptionSet,
)
"""All event types; each has its words in a template named after its tag."""
