"""The orders of a player: those that both rule sets share, and those of the revised rules; PEET 3.

Every ``StandingOrder`` is doctrine: an order set that has any of a type replaces all of that type that stood. They
are kept in the position. ``zones`` may name systems, too (``"Mars"``); empty is everywhere. ``colour`` is for seats of
several colours alone: without it a line is about the first.
"""

from collections.abc import Sequence
from typing import ClassVar, Literal, TypeAlias, get_args

from moderator.core.orders import Order, StandingOrder, replace_standing
from moderator.games.buck_rogers_revised.pieces import Space
from moderator.games.solar_system.orders import types as shared
from moderator.games.solar_system.orders.phrases import Condition, Units
from moderator.games.solar_system.pieces import Colour, Kind

Redraw: TypeAlias = Literal["yes", "no", "scattered"]
"""Whether to draw new cards; ``scattered``: if no two of those in hand are neighbours."""

Purchase: TypeAlias = Literal["trooper", "fighter", "transport", "factory", "battler"]
"""What the Black Market has: of Factories and Battlers the half."""


# ---- set-up


class Give(Order, frozen=True, kw_only=True):
    """Set-up: the card to hand on to the left."""

    syntax: ClassVar[tuple[str, ...]] = ("GIVE {card}", "PASS {card}")

    card: str


class Mulligan(Order, frozen=True, kw_only=True):
    """Set-up: draw six new cards, if one may."""

    syntax: ClassVar[tuple[str, ...]] = ("MULLIGAN {redraw}",)

    redraw: Redraw


# ---- Production


class Activate(Order, frozen=True, kw_only=True):
    """Let Factories work this turn."""

    syntax: ClassVar[tuple[str, ...]] = ("ACTIVATE [{colour}] {zones}",)

    zones: tuple[str, ...]
    colour: Colour = ""


class Disable(Order, frozen=True, kw_only=True):
    """Let Factories rest this turn, so that they may be carried; ``after`` they have built, on turn 1."""

    syntax: ClassVar[tuple[str, ...]] = ("DISABLE [{colour}] {zones} [{after}]",)

    zones: tuple[str, ...]
    after: bool = False
    colour: Colour = ""


class Bid(Order, frozen=True, kw_only=True):
    """Bid active Factories for the choice of a turn card: those named, or the ones with the cheapest work."""

    syntax: ClassVar[tuple[str, ...]] = ("BID [{colour}] {bid} [USING {zones}] [{bonus}]",)

    bid: int
    zones: tuple[str, ...] = ()
    bonus: bool = False
    colour: Colour = ""


class Wish(StandingOrder, frozen=True, kw_only=True):
    """Which turn card to take for a bid, in order of preference (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("WISH [{colour}] {wished}",)

    wished: tuple[int, ...]
    colour: Colour = ""


class Upgrade(StandingOrder, frozen=True, kw_only=True):
    """Let Doc Huer make a Gennie of a Trooper in a zone, wherever he is, or nowhere (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("UPGRADE {zone}", "UPGRADE {consent}")

    zone: str = ""
    consent: bool = True


class Buy(StandingOrder, frozen=True, kw_only=True):
    """What to buy on the Black Market in the order of lines, and where to put it (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = (
        "BUY [{colour}] [{count}] {purchase} [INTO {zone}]",
        "BUY [{colour}] [{count}] {purchase} {zone}",
    )

    purchase: Purchase
    count: int = 1
    zone: str = ""
    colour: Colour = ""


class SeduceLeader(Order, frozen=True, kw_only=True):
    """Ardala takes somebody else's Leader off the board for a turn."""

    syntax: ClassVar[tuple[str, ...]] = ("SEDUCE {leader}",)

    leader: str


# ---- Movement


class Play(Order, frozen=True, kw_only=True):
    """Play a territory card when Movement ends, or before it begins; or none."""

    syntax: ClassVar[tuple[str, ...]] = ("PLAY {card} [{before}] [IF {when}] [UNLESS {unless}]", "PLAY {consent}")

    card: str = ""
    before: bool = False
    consent: bool = True
    when: tuple[Condition, ...] = ()
    unless: tuple[Condition, ...] = ()


class Cover(Order, frozen=True, kw_only=True):
    """Let units stay behind and fire if others that leave are fired on."""

    syntax: ClassVar[tuple[str, ...]] = ("COVER {units} [AT {zone}]",)

    units: Units
    zone: str = ""


class Ray(Order, frozen=True, kw_only=True):
    """Aim Baroness Callisto's death ray."""

    syntax: ClassVar[tuple[str, ...]] = ("RAY {unit} {zone}",)

    unit: Kind
    zone: str


# ---- Combat


class Line(StandingOrder, frozen=True, kw_only=True):
    """Where units stand on the battle board, in one zone or round or in all (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("LINE {units} {space} [AT {zone}] [ROUND {round}]",)

    units: Units
    space: Space
    zone: str = ""
    round: int = 0


class Point(StandingOrder, frozen=True, kw_only=True):
    """Let Battlers fire twice at -3, or never (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("POINT {consent} [AT {zones}]",)

    consent: bool
    zones: tuple[str, ...] = ()


class Scorch(StandingOrder, frozen=True, kw_only=True):
    """Fire at own Factories in zones once the battle there is lost (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("SCORCH {zones}",)
    rash: ClassVar[bool] = True

    zones: tuple[str, ...]


class Destruct(Order, frozen=True, kw_only=True):
    """Let Troopers with Xenotron-3000 blow themselves up."""

    syntax: ClassVar[tuple[str, ...]] = ("DESTRUCT {count} TROOPERS {zone}", "DESTRUCT {count} {zone}")
    rash: ClassVar[bool] = True

    count: int
    zone: str


class Bomb(shared.Bomb, frozen=True, kw_only=True):
    """What Battlers bomb, by kind, in order of preference; nothing, if no kind is named (doctrine)."""

    bombed: tuple[Kind, ...] = (Kind.GENNIE, Kind.TROOPER, Kind.MARKER)


# ---- Status


class Trade(Order, frozen=True, kw_only=True):
    """Give two cards for one, or four for two."""

    syntax: ClassVar[tuple[str, ...]] = ("TRADE {cards}",)

    cards: tuple[str, ...]


class Discard(StandingOrder, frozen=True, kw_only=True):
    """Which cards to put away first when the hand is too large (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("DISCARD {cards}",)

    cards: tuple[str, ...]


class Scuttle(Order, frozen=True, kw_only=True):
    """Take own units off the board at the end of the turn."""

    syntax: ClassVar[tuple[str, ...]] = ("SCUTTLE {units} {zone}",)
    rash: ClassVar[bool] = True

    units: Units
    zone: str


CardsOrder: TypeAlias = shared.WishLeader | Give | Mulligan
ProductionOrder: TypeAlias = Activate | Disable | Bid | shared.Seduce | SeduceLeader
MoveOrder: TypeAlias = (
    shared.Move | shared.ElseMove | shared.Carry | shared.ElseCarry | shared.Hold | shared.HuerRolls | Play | Cover
)
BattleOrder: TypeAlias = Ray | Destruct
StatusOrder: TypeAlias = Trade | Scuttle
Doctrine: TypeAlias = (
    Wish
    | shared.Build
    | Upgrade
    | Buy
    | shared.SetStance
    | shared.Truce
    | shared.Aim
    | shared.Passers
    | shared.Retreat
    | Line
    | Point
    | Scorch
    | Bomb
    | shared.Power
    | shared.Return
    | shared.Rally
    | Discard
    | shared.Yield
)
RevisedOrder: TypeAlias = (
    CardsOrder
    | shared.Place
    | ProductionOrder
    | MoveOrder
    | BattleOrder
    | StatusOrder
    | Doctrine
    | shared.Forget
    | shared.Pass
)

ORDERS: tuple[type[RevisedOrder], ...] = get_args(RevisedOrder)
"""All order types, in the order in which help lists them."""

DOCTRINE: tuple[type[Doctrine], ...] = get_args(Doctrine)
TOPICS: dict[str, tuple[type[Doctrine], ...]] = {
    "all": DOCTRINE,
    **{kind.syntax[0].split(maxsplit=1)[0].lower(): (kind,) for kind in DOCTRINE},
}
"""What each topic of FORGET takes back, by its verb."""


def standing(stood: Sequence[Doctrine], order_set: Sequence[RevisedOrder]) -> tuple[Doctrine, ...]:
    """Return what doctrine stands with an order set: it replaces what stood of its kind, or takes it back."""
    forgotten = [kind for order in order_set if isinstance(order, shared.Forget) for kind in TOPICS[order.topic]]
    return replace_standing(stood, (order for order in order_set if isinstance(order, DOCTRINE)), forgotten)
