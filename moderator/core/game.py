"""What a game is: a value without memory, data about itself and pure functions.

No clock, no files, no network, no chance but ``Dice``. Everything that a game says is data (events, facts,
problems); the words stand in templates named after the tags.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

from msgspec import Struct

from moderator.core.codec import kebab
from moderator.core.dice import Dice, Stream
from moderator.core.errors import Problem
from moderator.core.seats import Observer, Seat, Who

if TYPE_CHECKING:
    from moderator.language.grammar.grammar import Language

S = TypeVar("S")
V = TypeVar("V")
O = TypeVar("O", bound="Order")  # noqa: E741 - the letter of the architecture
A = TypeVar("A", bound="Order")


class Lasts(StrEnum):
    """How long an order holds."""

    ONCE = "once"
    """For the sheet that it stands on."""

    CHANGED = "until changed"
    """A standing order: on every sheet until it is replaced."""


class Order(Struct, frozen=True, kw_only=True, tag=kebab):
    """One instruction; a subclass per order type declares its syntax once.

    ``syntax`` holds one or more forms such as ``"MOVE TRANSPORT {origin} {goal} [WITH {troops} TROOPS]"``; the
    first is canonical. Names in braces are fields of the struct and slots of the language.
    ``number`` is the place on a numbered sheet (``"1"``, ``"2b"``), empty where sheets are not numbered. ``rash``
    ones cost their author something whatever comes of them, and are never shown as an example of what to send.
    """

    syntax: ClassVar[tuple[str, ...]] = ()
    lasts: ClassVar[Lasts] = Lasts.ONCE
    rash: ClassVar[bool] = False

    number: str = ""


class Event(Struct, frozen=True, kw_only=True, tag=kebab):
    """One fact of a ruling, known wholly or not at all; worded by the template of its tag.

    ``seen_by`` names its witnesses, ``None`` is everybody. Whoever sees less gets another, smaller event.
    A kind with ``failed`` tells of an order that could not be carried out; simulations count them.
    """

    failed: ClassVar[bool] = False

    seen_by: tuple[Seat, ...] | None = None

    def known_to(self, who: Who) -> bool:
        """Tell whether a seat or observer may know of it; the GM always may."""
        return self.seen_by is None or who is Observer.GM or who in self.seen_by


class Prompt(Struct, frozen=True, kw_only=True):
    """What a seat is asked for now: a turn's orders, a retreat, a choice.

    ``numbers`` are the labels of a numbered sheet in their order, empty where orders are not numbered.
    ``verbs`` are the tags of the order types that are admitted, empty for all. With ``secret`` even that the
    seat is asked may not be known to others.
    """

    phase: str
    turn: int
    numbers: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    about: dict[str, str | int] = {}
    secret: bool = False


class Default(Struct, Generic[O], frozen=True):
    """What silence means for a prompt; with ``final`` the seat need not be asked at all."""

    orders: tuple[O, ...]
    final: bool = False


class Resolution(Struct, Generic[S], frozen=True):
    """The position after a ruling and everything that happened in it, in order."""

    state: S
    events: tuple[Event, ...]


class Outcome(Struct, frozen=True):
    """How a match ended: the winning seats (a side may be several), all seats by rank, and the reason's code."""

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    reason: str


class Section(Struct, frozen=True):
    """A part of a report: a key that names its heading, and facts (tagged Structs), each worded by its tag."""

    key: str
    facts: tuple[Any, ...]


class Report(Struct, frozen=True):
    """One seat's news in order of importance."""

    sections: tuple[Section, ...]


class Drawing(Struct, frozen=True):
    """One map as SVG, ``width`` and ``height`` in its own user units; ``alt`` is its one-line text."""

    key: str
    svg: str
    width: int
    height: int
    alt: str


class Marker(Struct, frozen=True):
    """Something to cut out, and how many of it a match can use.

    ``width`` is in millimetres; 0 for a square as large as three in a row fit into a square of the board.
    """

    drawing: Drawing
    count: int
    width: float = 0.0


class Poster(Struct, frozen=True):
    """A board to be printed in parts and taped together, and markers to play on it with.

    ``board`` has ``rows`` by ``columns`` fields inside a frame of ``edge`` user units on all sides, where the labels
    stand. It comes apart between rows and columns (of hexes: near there) into ``down`` by ``across`` pages, as equal
    as they can be.
    """

    board: Drawing
    edge: int
    rows: int
    columns: int
    down: int = 1
    across: int = 1
    markers: tuple[Marker, ...] = ()


class DiceShown(Struct, frozen=True):
    """One party's dice in a fact, as a page draws them: faces, what adds to them, the sum, and whether it won.

    An event or fact with a property ``dice_shown`` (a tuple of these) has its dice drawn beside its words.
    """

    seats: tuple[Seat, ...]
    faces: tuple[int, ...]
    bonus: int
    total: int
    won: bool


class Chapter(Struct, Generic[V], frozen=True):
    """One step of a match that is over: the GM's view after it, and everything that happened in it.

    ``turn`` is the one that it belongs to, 0 for the beginning. A GM's amendment is a chapter of its own.
    """

    turn: int
    view: V
    events: tuple[Event, ...]


class Memories(Struct, frozen=True, kw_only=True):
    """What is worth remembering of a match, as facts (tagged Structs), each worded by its tag.

    ``verdict`` tells how it ended, ``figures`` what it was in numbers, ``moments`` what was notable. ``captions``
    are one a chapter, to stand below its board, or none. The facts in ``honours`` have a ``seat``. Captions, moments
    and honours are worded as a title, a colon, and the rest.
    """

    verdict: tuple[Any, ...] = ()
    figures: tuple[Any, ...] = ()
    captions: tuple[Any, ...] = ()
    moments: tuple[Any, ...] = ()
    honours: tuple[Any, ...] = ()


class SeatSpec(Struct, frozen=True):
    """One seat a game offers: its name, and whether a match can do without it."""

    name: Seat
    optional: bool = False


class GameInfo(Struct, frozen=True, kw_only=True):
    """A game's card: what a lobby, ``config.toml`` and ``HELP`` need to know without loading rules.

    ``options`` is a frozen Struct type with a default for every field; ``rules`` counts versions of the rules: a
    match keeps the one that it began with. ``limit`` is the number of rulings within which random play ends.
    """

    key: str
    title: str
    seats: tuple[SeatSpec, ...]
    options: type[Struct]
    option_help: Mapping[str, str]
    rules: int = 1
    limit: int = 200


Imagine = Callable[[V, Mapping[Seat, Sequence[O]], str], V]
"""Look ahead: (view, orders by seat, name of throwaway dice) → the view after one ruling on a supposed position."""


class Bot(Protocol[V, O]):  # type: ignore[misc]
    """A player made of rules; it sees only what its seat sees."""

    def order(self, view: V, prompt: Prompt, chance: Stream, imagine: "Imagine[V, O]") -> Sequence[O]:
        """Return a sheet for the prompt, legal on the view; ``chance`` is its own secret stream."""
        ...


class Game(Protocol[S, V, O, A]):
    """The rules and data of one title.

    S is the full position, V what one seat may know, O an order, A a GM's amendment. States, views, orders and
    events are frozen Structs; JSON both ways is exact. ``foretold`` are the facts that answers to commands tell:
    previews, explanations, and the section ``headline`` of reports, which is a turn in a line.
    ``topics`` is what HELP knows of the game besides its orders: words in capitals, each with those that belong to it.
    """

    info: GameInfo
    state_type: type[S]
    view_type: type[V]
    events: Sequence[type[Event]]
    foretold: Sequence[type[Struct]]
    topics: Mapping[str, Sequence[str]]
    language: "Language[O]"
    gm: "Language[A]"
    bots: Mapping[str, Bot[V, O]]

    def check_options(self, options: Mapping[str, Any], seats: Sequence[Seat]) -> Sequence[Problem]:
        """Complain about options as the operator wrote them, and about the choice of seats; facts name ``key``."""
        ...

    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any], dice: Dice) -> Resolution[S]:
        """Return the first position; options live in it, since a GM may change them in mid-match."""
        ...

    def options(self, state: S) -> Struct:
        """Return the options in force, with what a GM has changed."""
        ...

    def pending(self, state: S) -> Mapping[Seat, Prompt]:
        """Return who is asked for what, in the game's declared order; empty exactly when the match is over."""
        ...

    def view(self, state: S, who: Who) -> V:
        """Return what somebody may know of a position."""
        ...

    def check(self, view: V, prompt: Prompt, orders: Sequence[O]) -> Sequence[Problem]:
        """Complain about a sheet as far as its author can know; ``Problem.order`` is the index into it."""
        ...

    def preview(self, view: V, prompt: Prompt, orders: Sequence[O]) -> Report:
        """Tell what each order would do if nobody else moved, from what its author knows: exact odds, never dice.

        Bears any orders whatever; its facts are of the kinds in ``foretold``.
        """
        ...

    def explain(self, view: V, topic: str) -> Report:
        """Tell what there is to know of a topic, from what a reader knows; nothing if it is none, in whatever spelling.

        Its facts are of the kinds in ``foretold``.
        """
        ...

    def default(self, view: V, prompt: Prompt, standing: Sequence[O]) -> Default[O]:
        """Return what silence means for a prompt."""
        ...

    def resolve(self, state: S, orders: Mapping[Seat, Sequence[O]], dice: Dice) -> Resolution[S]:
        """Carry out the sheets of everybody who was asked; bears any orders whatever."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while somebody is pending."""
        ...

    def roles(self, state: S) -> Mapping[Seat, str]:
        """Return what each seat plays where that differs (a race, a nation); nothing where all seats are alike."""
        ...

    def report(self, view: V, events: Sequence[Event]) -> Report:
        """Return one seat's news from its view after the rulings and the events that it may know."""
        ...

    def draw(self, view: V) -> Sequence[Drawing]:
        """Return the maps of a view as SVG, the most important first."""
        ...

    def chart(self, view: V) -> str:
        """Return the map of a view as plain text of at most 60 columns."""
        ...

    def course(self, view: V) -> Drawing | None:
        """Return how the match has gone so far as a small chart, None where there is nothing to show."""
        ...

    def poster(self, view: V, *, blank: bool) -> Poster | None:
        """Return the board for the wall as it stands, or ``blank`` for the table with markers; None without one."""
        ...

    def miniature(self, view: V) -> Drawing | None:
        """Return the board so small that a dozen fit on a page, None for a game without one."""
        ...

    def remember(self, chapters: Sequence[Chapter[V]]) -> Memories:
        """Return what a souvenir tells of a match that is over; the first chapter is the beginning."""
        ...

    def amend(self, state: S, amendments: Sequence[A], dice: Dice) -> Resolution[S]:
        """Carry out what a GM asks for; raises IllegalAmendment and changes nothing if it cannot be."""
        ...

    def suppose(self, view: V) -> S:
        """Return a position that fits the view."""
        ...


class IllegalAmendment(Exception):  # noqa: N818 - a refusal, told to the GM as it is
    """An amendment that cannot be made; carries the problem to be worded."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


AnyGame = Game[Any, Any, Any, Any]
"""A game whose types are known to itself alone."""
