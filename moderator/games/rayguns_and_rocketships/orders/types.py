"""The orders of a player: data with one syntax each (BY-MAIL 3).

Every ``StandingOrder`` is doctrine: an order set that has any of a type without TURN replaces all of that type that
stood. A line with TURN is for this Round alone and goes before doctrine. Of several lines the first counts whose turns,
condition and target fit.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeAlias, TypeVar, get_args

from moderator.core.orders import Order, RevokingOrder, StandingOrder, replace_standing
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.orders.phrases import (
    Aiming,
    Battery,
    Condition,
    HelmGoal,
    Move,
    Saving,
    Spot,
    Thing,
    Topic,
    Use,
    Weapon,
)
from moderator.games.rayguns_and_rocketships.pieces import CaptainSide, Heading, Node, Post

R = TypeVar("R")
TURNS = 3
Turns: TypeAlias = tuple[int, ...]
"""The Turns of a Round that a line is for; empty for all of them."""


# ---- set-up -------------------------------------------------------------------------------------------------


class ChooseSide(Order, frozen=True, kw_only=True):
    """Set-up: which side of the captain card lies up."""

    syntax: ClassVar[tuple[str, ...]] = ("SIDE {side}",)

    side: CaptainSide


class Face(Order, frozen=True, kw_only=True):
    """Set-up: where the bow points."""

    syntax: ClassVar[tuple[str, ...]] = ("FACE {heading}",)

    heading: Heading


class Station(Order, frozen=True, kw_only=True):
    """Set-up: put a figure on a post."""

    syntax: ClassVar[tuple[str, ...]] = ("STATION {figure} {post}",)

    figure: str
    post: Post


class Mount(Order, frozen=True, kw_only=True):
    """Set-up: which ports have a raygun; found ones go to the first of them that is empty, too."""

    syntax: ClassVar[tuple[str, ...]] = ("MOUNT {ports}", "MOUNT GUNS {ports}")

    ports: tuple[str, ...]


class Take(Order, frozen=True, kw_only=True):
    """Set-up: the Star card to begin with."""

    syntax: ClassVar[tuple[str, ...]] = ("TAKE {card}",)

    card: str


# ---- the Round ----------------------------------------------------------------------------------------------


class Program(Order, frozen=True, kw_only=True):
    """The three cards of the Round, in order, on one line or on several."""

    syntax: ClassVar[tuple[str, ...]] = ("PROGRAM {cards}",)

    cards: tuple[str, ...]


class ProgramTurn(Program, frozen=True, kw_only=True):
    """Cards of the Round for certain Turns."""

    syntax: ClassVar[tuple[str, ...]] = ("PROGRAM {cards} TURN {turns}",)

    turns: Turns


class Steer(Order, frozen=True, kw_only=True):
    """What engines and cockpits do after the card's moves, as written; nothing is STEADY."""

    syntax: ClassVar[tuple[str, ...]] = ("STEER {moves} [TURN {turns}]",)

    moves: tuple[Move, ...]
    turns: Turns = ()


class Aim(Order, frozen=True, kw_only=True):
    """At whom the effect of a Star card goes, and where it moves a ship to."""

    syntax: ClassVar[tuple[str, ...]] = ("AIM {card} [AT {target}] [TO {node}] [HEADING {heading}]",)

    card: str
    target: str = ""
    node: Node = ""
    heading: Heading | None = None


class Go(Order, frozen=True, kw_only=True):
    """A task: figures go to a place and stay there."""

    syntax: ClassVar[tuple[str, ...]] = ("GO {who} TO {spot} [IF {state}] [TURN {turns}]",)

    who: tuple[str, ...]
    spot: Spot
    state: Condition | None = None
    turns: Turns = ()


class Board(Order, frozen=True, kw_only=True):
    """A task: figures board an enemy ship and strike there, what ``prey`` says first."""

    syntax: ClassVar[tuple[str, ...]] = (
        "BOARD {seat} WITH {who} [FOR {prey}] [IF {state}] [TURN {turns}]",
        "BOARD {seat} FOR {prey} WITH {who} [IF {state}] [TURN {turns}]",
    )

    seat: Seat
    who: tuple[str, ...]
    prey: str = ""
    state: Condition | None = None
    turns: Turns = ()


class Search(Order, frozen=True, kw_only=True):
    """Search the hatch for a raygun, any Star card, or a certain one."""

    syntax: ClassVar[tuple[str, ...]] = (
        "SEARCH [FOR {find}] [WITH {who}] [IF {state}] [TURN {turns}]",
        "SEARCH HATCH [FOR {find}] [WITH {who}] [IF {state}] [TURN {turns}]",
        "SEARCH [HATCH] WITH {who} FOR {find} [IF {state}] [TURN {turns}]",
    )

    find: str = ""
    who: tuple[str, ...] = ()
    state: Condition | None = None
    turns: Turns = ()


class Collect(Order, frozen=True, kw_only=True):
    """A task: figures fetch a special token and bring it home, onto a post."""

    syntax: ClassVar[tuple[str, ...]] = (
        "COLLECT {thing} WITH {who} [FOR {place}] [TURN {turns}]",
        "COLLECT {thing} FOR {place} WITH {who} [TURN {turns}]",
    )

    thing: Thing
    who: tuple[str, ...]
    place: str = ""
    turns: Turns = ()


# ---- doctrine -----------------------------------------------------------------------------------------------


class Helm(StandingOrder, frozen=True, kw_only=True):
    """What the helmsman tries to reach with engines, cockpits and cards (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = (
        "HELM {goal} [{target}] [IF {state}] [TURN {turns}]",
        "HELM TO {node} [IF {state}] [TURN {turns}]",
    )

    goal: HelmGoal = "to"
    target: str = ""
    node: Node = ""
    state: Condition | None = None
    turns: Turns = ()


class Reorient(StandingOrder, frozen=True, kw_only=True):
    """Where the bow points after the void (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("REORIENT {heading}",)

    heading: Heading


class Fire(StandingOrder, frozen=True, kw_only=True):
    """What rayguns shoot at, and on whose ship, the first first (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = (
        "FIRE {aim} [AT {targets}] [WITH {battery}] [IF {state}] [TURN {turns}]",
        "FIRE {targets} {aim} [WITH {battery}] [IF {state}] [TURN {turns}]",
    )

    aim: Aiming
    targets: tuple[str, ...] = ()
    battery: Battery | None = None
    state: Condition | None = None
    turns: Turns = ()


class Blast(StandingOrder, frozen=True, kw_only=True):
    """Where Blasts go on enemy ships, the first first (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("BLAST {places}",)

    places: tuple[str, ...]


class Wreck(StandingOrder, frozen=True, kw_only=True):
    """Which enemy rayguns to destroy, the first first (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("WRECK {guns}",)

    guns: tuple[str, ...]


class Save(StandingOrder, frozen=True, kw_only=True):
    """What to keep where a manned raygun is hit: the gun, or who mans it (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("SAVE {saved}",)

    saved: Saving


class Man(StandingOrder, frozen=True, kw_only=True):
    """Which posts are to be manned, by whom perhaps (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("MAN {places} [WITH {who}]",)

    places: tuple[str, ...]
    who: tuple[str, ...] = ()


class Strike(StandingOrder, frozen=True, kw_only=True):
    """Whom figures attack, the first first, and with what (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = (
        "STRIKE {preys} [WITH {who}] [BY {weapon}]",
        "STRIKE {preys} WITH {weapon}",
    )

    preys: tuple[str, ...]
    who: tuple[str, ...] = ()
    weapon: Weapon | None = None


class Extinguish(StandingOrder, frozen=True, kw_only=True):
    """Which own Blasts to put out, the first first (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("EXTINGUISH {places}",)

    places: tuple[str, ...]


class Heal(StandingOrder, frozen=True, kw_only=True):
    """Which abilities, and which wounded figures, to heal, the first first (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("HEAL {healed}",)

    healed: tuple[str, ...]


class UseAbility(StandingOrder, frozen=True, kw_only=True):
    """When the captain uses an ability: against what kind of success, or on whom (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("USE {ability} [ON {on}] [IF {state}]",)

    ability: str
    on: str = ""
    state: Condition | None = None


class Dodge(StandingOrder, frozen=True, kw_only=True):
    """Who dodges while tokens are there: ALL, NONE, or figures (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("DODGE {whom}",)

    whom: tuple[str, ...]


class Spend(StandingOrder, frozen=True, kw_only=True):
    """What tokens are spent on, the first first (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("SPEND {uses} [TURN {turns}]", "SPEND TOKENS {uses} [TURN {turns}]")

    uses: tuple[Use, ...]
    turns: Turns = ()


class Keep(StandingOrder, frozen=True, kw_only=True):
    """How many tokens to keep for dodges (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = (
        "KEEP {reserve} [TURN {turns}]",
        "KEEP {reserve} TOKENS [FOR DODGE] [TURN {turns}]",
    )

    reserve: int
    turns: Turns = ()


class Evacuate(StandingOrder, frozen=True, kw_only=True):
    """Who leaves a ship that is destroyed, the first first (doctrine)."""

    syntax: ClassVar[tuple[str, ...]] = ("EVACUATE {who}",)

    who: tuple[str, ...]


class Forget(RevokingOrder, frozen=True, kw_only=True):
    """Take back doctrine of a kind, tasks, or all of it; what the same order set says anew counts."""

    syntax: ClassVar[tuple[str, ...]] = ("FORGET {topic}",)

    topic: Topic


class Pass(Order, frozen=True, kw_only=True):
    """Nothing but what stands."""

    syntax: ClassVar[tuple[str, ...]] = ("PASS",)


SetUpOrder: TypeAlias = ChooseSide | Face | Station | Mount | Take
Task: TypeAlias = Go | Board | Collect
RoundOrder: TypeAlias = Program | ProgramTurn | Steer | Aim | Search | Task
Doctrine: TypeAlias = (
    Helm
    | Reorient
    | Fire
    | Blast
    | Wreck
    | Save
    | Man
    | Strike
    | Extinguish
    | Heal
    | UseAbility
    | Dodge
    | Spend
    | Keep
    | Evacuate
    | Mount
)
RayOrder: TypeAlias = SetUpOrder | RoundOrder | Doctrine | Forget | Pass

SETUP_ORDERS: tuple[type[SetUpOrder], ...] = get_args(SetUpOrder)
TASKS: tuple[type[Task], ...] = get_args(Task)
ROUND_ORDERS: tuple[type[RoundOrder], ...] = get_args(RoundOrder)
DOCTRINE: tuple[type[Doctrine], ...] = get_args(Doctrine)
ORDERS: tuple[type[RayOrder], ...] = tuple(dict.fromkeys((*SETUP_ORDERS, *ROUND_ORDERS, *DOCTRINE, Forget, Pass)))
"""All order types, in the order in which help lists them."""

TOPICS: dict[str, tuple[type[Doctrine], ...]] = {
    "tasks": (),
    "all": DOCTRINE,
    **{kind.syntax[0].split(maxsplit=1)[0].lower(): (kind,) for kind in DOCTRINE},
}
"""What each topic of FORGET takes back, by its verb; "tasks" and "all" end the tasks under way, too."""


def turns_of(order: RayOrder) -> Turns:
    """Return the Turns that a line is for; empty for all, and for doctrine."""
    return getattr(order, "turns", ())


def counts_in(order: RayOrder, turn: int) -> bool:
    """Tell whether a line is for a Turn: it names that one, or none."""
    return turn in (turns_of(order) or (turn,))


def by_priority(kind: type[R], turn: int, lines: Iterable[RayOrder], doctrine: Iterable[Doctrine]) -> list[R]:
    """Return the lines of a type that count in a Turn: those with TURN, then others of this Round, then doctrine."""
    own = [line for line in lines if isinstance(line, kind) and counts_in(line, turn)]
    own.sort(key=lambda line: not turns_of(line))
    return [*own, *(line for line in doctrine if isinstance(line, kind))]


def programmed(lines: Iterable[RayOrder]) -> tuple[str, ...]:
    """Return the cards of PROGRAM lines by Turn, "" for a Turn that none names before one that is named.

    Cards with TURN go there; the others fill what is left, in the order of the lines.
    """
    places = [""] * TURNS
    said = [line for line in lines if isinstance(line, Program)]
    for line in (line for line in said if isinstance(line, ProgramTurn)):
        for turn, card in zip(line.turns, line.cards, strict=False):
            places[turn - 1] = places[turn - 1] or card
    for card in (card for line in said if not isinstance(line, ProgramTurn) for card in line.cards):
        if "" in places:
            places[places.index("")] = card
    while places and not places[-1]:
        places.pop()
    return tuple(places)


def standing(stood: Sequence[Doctrine], order_set: Sequence[RayOrder]) -> tuple[Doctrine, ...]:
    """Return what doctrine stands with orders: lines without TURN replace what stood of a kind, or take it back."""
    forgotten = {kind for order in order_set if isinstance(order, Forget) for kind in TOPICS[order.topic]}
    said = (order for order in order_set if isinstance(order, DOCTRINE) and not turns_of(order))
    return replace_standing(stood, said, forgotten)


def for_round(kept: Sequence[RayOrder], order_set: Sequence[RayOrder]) -> tuple[RayOrder, ...]:
    """Return the lines for this Round with orders (no doctrine without TURN); those of a kind replace older ones."""
    return replace_standing(kept, (order for order in order_set if not isinstance(order, DOCTRINE) or turns_of(order)))
