"""The orders of a commander: data with one syntax each.

Every ``StandingOrder`` is doctrine: an order set that has any of a type replaces all of that type that stood. They
are kept in the position, so they also hold where a seat is not asked (``tempo = "seats"``).
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from moderator.core.orders import Order, RevokingOrder, StandingOrder, replace_standing
from moderator.games.space_genocide.orders.phrases import ALL, Fleets, Ships, Target, Trigger
from moderator.games.space_genocide.pieces import World

Manner: TypeAlias = Literal["combined", "spread", "focused"]
"""How a seat's ships share out their attacks: enough on each target, one ship each, or all on the first."""

When: TypeAlias = Literal["always", "undefended", "known", "homeworld", "population", "metal", "radioactives"]
"""Which enemy planets are worth Planet Busters."""


Topic: TypeAlias = Literal["cards", "targets", "fire", "launches", "places", "discards", "scraps", "gifts", "all"]
"""The kinds of doctrine: conditional cards, whom to attack, and so on."""


class TypePlanet(Order, frozen=True, kw_only=True):
    """Set-up: put a type counter under an own planet."""

    syntax: ClassVar[tuple[str, ...]] = ("TYPE {place} {world}", "TYPE {world} {place}")

    place: str
    world: World


class FormFleet(Order, frozen=True, kw_only=True):
    """Set-up: put ships on a fleet's mat and its marker on an own planet."""

    syntax: ClassVar[tuple[str, ...]] = ("FORM {fleet} {place} WITH {ships}", "FORM {fleet} WITH {ships} {place}")

    fleet: int
    place: str
    ships: Ships


class LeaveShips(Order, frozen=True, kw_only=True):
    """Set-up: put ships back to the pile."""

    syntax: ClassVar[tuple[str, ...]] = ("LEAVE {ships}",)

    ships: Ships


class ChooseRace(Order, frozen=True, kw_only=True):
    """Set-up: choose a race, or several, the first first; further lines are further wishes."""

    syntax: ClassVar[tuple[str, ...]] = ("RACE {races}",)

    races: tuple[str, ...]


class Move(Order, frozen=True, kw_only=True):
    """Move fleets to a hex, by the shortest way or by hexes that are named; farther than a turn's move: go on."""

    syntax: ClassVar[tuple[str, ...]] = ("MOVE {fleets} {way}",)

    fleets: Fleets
    way: tuple[str, ...]


class Pursue(Order, frozen=True, kw_only=True):
    """Move fleets to where somebody's fleet is when their turn to move comes, the shortest way."""

    syntax: ClassVar[tuple[str, ...]] = ("MOVE {fleets} AFTER {foe}",)

    fleets: Fleets
    foe: Target


class Hold(Order, frozen=True, kw_only=True):
    """Let fleets stay where they are and forget where they were going."""

    syntax: ClassVar[tuple[str, ...]] = ("HOLD {fleets}",)

    fleets: Fleets


class Join(Order, frozen=True, kw_only=True):
    """Put all ships of fleets into another one at the same hex."""

    syntax: ClassVar[tuple[str, ...]] = (
        "JOIN {fleets} INTO {into}",
        "JOIN {fleets} WITH {into}",
        "JOIN {fleets} TO {into}",
    )

    fleets: Fleets
    into: int


class Transfer(Order, frozen=True, kw_only=True):
    """Put ships of a fleet into another one at the same hex, or into a new one."""

    syntax: ClassVar[tuple[str, ...]] = (
        "TRANSFER {ships} FROM {fleet} INTO {into}",
        "TRANSFER {ships} {fleet} TO {into}",
        "TRANSFER {ships} INTO {into} FROM {fleet}",
        "TRANSFER {ships} TO {into} FROM {fleet}",
        "TRANSFER {ships} {fleet} {into}",
    )

    ships: Ships
    fleet: int
    into: int


class Burst(Order, frozen=True, kw_only=True):
    """Fire Planet Busters of a fleet at the enemy ships in its hex, before the engagement."""

    syntax: ClassVar[tuple[str, ...]] = ("BURST {busters} {fleet}",)

    busters: int
    fleet: int


class Ram(Order, frozen=True, kw_only=True):
    """Let ships destroy themselves by their attack, for two dice more (Orions)."""

    syntax: ClassVar[tuple[str, ...]] = ("RAM WITH {ships} {fleet}",)
    rash: ClassVar[bool] = True

    ships: Ships
    fleet: int


class Scrap(Order, frozen=True, kw_only=True):
    """Discard one ship at the beginning of the Production Phase."""

    syntax: ClassVar[tuple[str, ...]] = ("SCRAP {kind} [OF {fleet}]",)
    rash: ClassVar[bool] = True

    kind: str
    fleet: int = 0


class Play(Order, frozen=True, kw_only=True):
    """Play a card at its moment in this turn; ``more`` are further targets, for cards that take several."""

    syntax: ClassVar[tuple[str, ...]] = (
        "PLAY {card} [ON {target}] [WITH {other}] [AND {more}] [TO {goal}]",
        "PLAY {card} ON {target} {more} [TO {goal}]",
    )

    card: str
    target: Target = Target()
    other: Target = Target()
    more: tuple[Target, ...] | UnsetType = UNSET
    goal: str = ""


class PlayWhen(StandingOrder, frozen=True, kw_only=True):
    """Play a card as soon as something happens; of several, the highest priority first (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = (
        "PLAY {card} [ON {target}] [WITH {other}] [AND {more}] [TO {goal}] WHEN {trigger} [PRIORITY {priority}]",
        "PLAY {card} ON {target} {more} [TO {goal}] WHEN {trigger} [PRIORITY {priority}]",
    )

    card: str
    trigger: Trigger
    target: Target = Target()
    other: Target = Target()
    more: tuple[Target, ...] | UnsetType = UNSET
    goal: str = ""
    priority: int = 5


class Targets(StandingOrder, frozen=True, kw_only=True):
    """Whom to attack first, by type or class of ship, everywhere or with one fleet (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("TARGET {prey} [FOR {fleet}]",)

    prey: tuple[str, ...]
    fleet: int = 0


class Fire(StandingOrder, frozen=True, kw_only=True):
    """How to share out attacks: combined, spread or focused (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("FIRE {manner} [FOR {fleet}]",)

    manner: Manner
    fleet: int = 0


class Launch(StandingOrder, frozen=True, kw_only=True):
    """How many Planet Busters each ship launches at enemy planets, there or everywhere (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("LAUNCH {busters} [{place}] [BY {fleet}] [IF {when}]",)

    busters: int = ALL
    place: str = ""
    fleet: int = 0
    when: When = "always"


class Deploy(StandingOrder, frozen=True, kw_only=True):
    """Where new ships are placed, by type or class, and into which fleet (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("PLACE {prey} {place} [INTO {fleet}]",)

    prey: tuple[str, ...]
    place: str
    fleet: int = 0


class ScrapFirst(StandingOrder, frozen=True, kw_only=True):
    """Which ships go first where a gift makes one too many, by type or class, of all fleets or of one (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("SCRAP FIRST {prey} [OF {fleet}]",)

    prey: tuple[str, ...]
    fleet: int = 0


class DeclineGifts(StandingOrder, frozen=True, kw_only=True):
    """Refuse ships that would be one too many (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("DECLINE GIFTS",)


class Discard(StandingOrder, frozen=True, kw_only=True):
    """Which cards go first where a hand is too full (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("DISCARD {hand}",)

    hand: tuple[str, ...]


class Forget(RevokingOrder, frozen=True, kw_only=True):
    """Take back doctrine of a kind, or all of it; what the same order set says anew counts."""

    syntax: ClassVar[tuple[str, ...]] = ("FORGET {topic}",)

    topic: Topic


class Pass(Order, frozen=True, kw_only=True):
    """Nothing this turn but what stands."""

    syntax: ClassVar[tuple[str, ...]] = ("PASS",)


SetUpOrder: TypeAlias = TypePlanet | FormFleet | LeaveShips | ChooseRace
Doctrine: TypeAlias = PlayWhen | Targets | Fire | Launch | Deploy | Discard | ScrapFirst | DeclineGifts
GenocideOrder: TypeAlias = (
    SetUpOrder | Move | Pursue | Hold | Join | Transfer | Burst | Ram | Scrap | Play | Doctrine | Forget | Pass
)

SETUP_ORDERS: tuple[type[SetUpOrder], ...] = (TypePlanet, FormFleet, LeaveShips, ChooseRace)
TURN_ORDERS: tuple[type[GenocideOrder], ...] = (Move, Pursue, Hold, Join, Transfer, Burst, Ram, Scrap, Play)
MOVES = (Move, Pursue)
"""Orders that send fleets somewhere."""

ANY_TIME: tuple[type[GenocideOrder], ...] = (Forget, Pass)
DOCTRINE: tuple[type[Doctrine], ...] = (
    PlayWhen,
    Targets,
    Fire,
    Launch,
    Deploy,
    Discard,
    ScrapFirst,
    DeclineGifts,
)

TOPICS: dict[Topic, tuple[type[Doctrine], ...]] = {
    "cards": (PlayWhen,),
    "targets": (Targets,),
    "fire": (Fire,),
    "launches": (Launch,),
    "places": (Deploy,),
    "discards": (Discard,),
    "scraps": (ScrapFirst,),
    "gifts": (DeclineGifts,),
    "all": DOCTRINE,
}
"""What each topic takes back."""

ORDERS: tuple[type[GenocideOrder], ...] = (*SETUP_ORDERS, *TURN_ORDERS, *DOCTRINE, *ANY_TIME)
"""All order types, in the order in which help lists them."""


def targets_of(order: Play | PlayWhen) -> tuple[Target, ...]:
    """Return all that an order to play a card names."""
    more = () if isinstance(order.more, UnsetType) else order.more
    return tuple(one for one in (order.target, order.other, *more) if one != Target())


def standing(stood: Sequence[Doctrine], order_set: Sequence[GenocideOrder]) -> tuple[Doctrine, ...]:
    """Return what doctrine stands with an order set: it replaces what stood of its kind, or takes it back."""
    forgotten = {kind for order in order_set if isinstance(order, Forget) for kind in TOPICS[order.topic]}
    return replace_standing(stood, (order for order in order_set if isinstance(order, DOCTRINE)), forgotten)
