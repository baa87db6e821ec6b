"""What a game is: a table of data about itself and pure functions, without memory.

No clock, no files, no network, no chance but ``Dice``. Everything that a game says is data (events, facts,
problems); the words stand in templates named after the tags.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

import msgspec
from msgspec import Struct

from moderator.core.codec import kebab, tag_of
from moderator.core.demo import DemoScript
from moderator.core.dice import Dice, Stream
from moderator.core.errors import Problem
from moderator.core.language import Language
from moderator.core.orders import O, Order
from moderator.core.pictures import Pictures, Place, Words
from moderator.core.seats import Observer, Seat, Who

API = 2
"""The version of what this moderator asks of a game. It rises when games that were written for it must change."""

S = TypeVar("S")
V = TypeVar("V")
A = TypeVar("A", bound="Order")


class Event(Struct, frozen=True, kw_only=True, tag=kebab):
    """One thing that happened in a step, known wholly or not at all; worded by the template of its tag.

    ``seen_by`` names its witnesses, ``None`` is everybody. Whoever sees less gets another, smaller event.
    A kind with ``failed`` tells of an order that could not be carried out; simulations count them. One that is
    ``nested`` stands under what a report tells before it, as the rounds of a battle do under who fights.
    """

    failed: ClassVar[bool] = False
    nested: ClassVar[bool] = False

    seen_by: tuple[Seat, ...] | None = None

    def known_to(self, who: Who) -> bool:
        """Tell whether a seat or observer may know of it; the GM always may."""
        return self.seen_by is None or who is Observer.GM or who in self.seen_by

    def at_the_end(self) -> Self | None:
        """Return the event without what lies ahead, as the last report of a match tells it; None if nothing is left."""
        return self


class SeatEvent(Event, frozen=True, kw_only=True):
    """An event of one seat: what it did, or what became of it."""

    seat: Seat


class Prompt(Struct, frozen=True, kw_only=True):
    """What a seat is asked for now: a turn's orders, a retreat, a choice.

    ``numbers`` are the labels of a numbered order set in their order, empty where orders are not numbered.
    ``verbs`` are the tags of the order types that are admitted, empty for all. With ``secret`` even that the
    seat is asked may not be known to others.
    """

    phase: str
    turn: int
    numbers: tuple[str, ...] = ()
    verbs: tuple[str, ...] = ()
    about: dict[str, str | int] = {}
    secret: bool = False

    def admits(self, kind: type[Order]) -> bool:
        """Tell whether orders of a type may be given."""
        return not self.verbs or tag_of(kind) in self.verbs


class Resolution(Struct, Generic[S], frozen=True):
    """The position after one step of a turn and everything that happened in it, in order."""

    state: S
    events: tuple[Event, ...]


class Outcome(Struct, frozen=True):
    """How a match ended: the winning seats (a side may be several), all seats by rank, and the reason's code.

    A reason that ends in ``-by-gm`` is none of a game's: the GM ended the match, and decided who wins if anybody does.
    """

    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    reason: str


class Ahead(Struct, frozen=True, tag=kebab):
    """A fact of a report that tells of turns to come: the last report of a match leaves it out."""


class Section(Struct, frozen=True):
    """A part of a report: a key that names its heading, and facts (tagged Structs), each worded by its tag."""

    key: str
    facts: tuple[Any, ...]


class Report(Struct, frozen=True):
    """One seat's news in order of importance."""

    sections: tuple[Section, ...]


class DiceShown(Struct, frozen=True):
    """One party's dice in a fact, as a page draws them: faces, what adds to them, the sum, and whether it won.

    ``total`` is None where each die counts for itself. An event or fact with a property ``dice_shown`` (a tuple of
    these) has its dice drawn beside its words.
    """

    seats: tuple[Seat, ...]
    faces: tuple[int, ...]
    bonus: int
    total: int | None
    won: bool
    sides: int = 6


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
    match keeps the one that it began with. ``weight`` is how heavy the game is to learn, from 1 to 5 as board gamers
    count: lists and demos begin with the lightest. ``begins`` are options that a match is given when it is made,
    unless the operator chose otherwise: a match that has none of them began before there were any. ``limit`` is the
    number of steps within which random play ends.
    """

    key: str
    title: str
    seats: tuple[SeatSpec, ...]
    options: type[Struct]
    option_help: Mapping[str, str]
    begins: Mapping[str, object] = {}
    rules: int = 1
    weight: float = 3.0
    limit: int = 200

    @property
    def new_options(self) -> Struct:
        """The options of a match that is made now, for which the operator chose none."""
        return msgspec.convert(self.begins, self.options)


Imagine = Callable[[V, Mapping[Seat, Sequence[O]], str], V]
"""Look ahead: (view, orders by seat, name of throwaway dice) → the view after one step on a supposed position."""


class Bot(Protocol[V, O]):  # type: ignore[misc]
    """A player made of rules; it sees only what its seat sees."""

    def order(self, view: V, prompt: Prompt, chance: Stream, imagine: "Imagine[V, O]") -> Sequence[O]:
        """Return an order set for the prompt, legal on the view; ``chance`` is its own secret stream."""
        ...


class Concert(Struct, Generic[V, O], frozen=True):
    """How seats of a side plan together before a step, and nobody else learns of it.

    Bots tell their allies what they mean to do, and hear what people mean to do.
    """

    allies: Callable[[V], Sequence[Seat]]
    """(view): whom a seat tells; all know of each other that they are allies."""
    intents: Callable[[Sequence[O]], tuple[O, ...]]
    """(orders): what is told of an order set: orders that allies can act on, each with its number."""
    with_plans: Callable[[V, Mapping[Seat, Sequence[O]]], V]
    """(view, plans): the view of a seat that knows what its allies mean to do, by ally; accepts any orders.

    Bots, previews and reports go by it."""


def _nothing_hidden(state: S, _dice: Dice) -> S:
    return state


def _nothing_to_open(state: S, _outcome: Outcome) -> Resolution[S]:
    return Resolution(state, ())


def _no_roles(_state: object) -> Mapping[Seat, str]:
    return {}


def _no_topic(_view: object, _topic: str) -> Report:
    return Report(())


def _nothing(_view: object) -> tuple[()]:
    return ()


def _none(*_args: object, **_named: object) -> None:
    return None


def _no_memories(_chapters: object) -> Memories:
    return Memories()


class Game(Struct, Generic[S, V, O, A], frozen=True, kw_only=True):
    """The rules and data of one title, as a table of its parts.

    S is the full position, V what one seat may know, O an order, A a GM's amendment. States, views, orders and
    events are frozen Structs; JSON both ways is exact. What a game does not have is left out: roles, topics, memories.
    """

    api: int
    """The ``API`` that the game was written for, as a number: a moderator of another one refuses it."""
    package: str
    """The package that holds the game as ``GAME``; its module ``testing`` says what only the laws need to know."""
    info: GameInfo
    templates: Path
    """The folder of its templates, which letters name ``games/<key>/…``."""
    page: Path
    """The Markdown page of its rules; letters show it down to the comment ``<!-- RULES``, or all of it."""
    demo: DemoScript | None = None
    """What ``moderator demo`` plays; None where there is no demo."""
    state_type: type[S]
    view_type: type[V]
    events: Sequence[type[Event]]
    """Everything that can happen."""
    foretold: Sequence[type[Struct]]
    """The facts that answers to commands tell: previews, explanations, and the section ``headline`` of reports,
    which is a turn in a line."""
    faults: Sequence[StrEnum]
    """Every code of the game's own that orders, options and amendments can be complained of with."""
    topics: Mapping[str, Sequence[str]] = {}
    """What HELP knows of the game besides its orders: words in capitals, each with those that belong to it."""
    language: Language[O]
    gm: Language[A]
    """The language of amendments."""
    bots: Mapping[str, Bot[V, O]]
    """The bots by name, from the weakest to the best."""
    adviser: Bot[V, O]
    """Who plans what letters show as examples: a careful player, quick at it, whose plan may be known to everybody."""

    check_options: Callable[[Mapping[str, Any], Sequence[Seat]], Sequence[Problem]]
    """(options, seats): complain about options as the operator wrote them and about the seats; facts name ``key``.

    What does not fall is a hint, which the GM and ``doctor`` tell of a match that can begin.
    """
    setup: Callable[[Sequence[Seat], Mapping[str, Any], Dice], Resolution[S]]
    """(seats, options, dice): the first position; options live in it, since a GM may change them in mid-match."""
    options: Callable[[S], Struct]
    """(state): the options in force, with what a GM has changed."""
    pending: Callable[[S], Mapping[Seat, Prompt]]
    """(state): who is asked for what, in the game's declared order; empty exactly when the match is over."""
    view: Callable[[S, Who], V]
    """(state, who): what somebody may know of a position."""
    check: Callable[[V, Prompt, Sequence[O]], Sequence[Problem]]
    """(view, prompt, orders): complain about orders as far as their author can know; ``Problem.order`` is the index."""
    preview: Callable[[V, Prompt, Sequence[O]], Report]
    """(view, prompt, orders): what each order would do if nobody else moved, with exact odds and never dice.

    Bears any orders whatever; its facts are of the kinds in ``foretold``."""
    explain: Callable[[V, str], Report] = _no_topic
    """(view, topic): what there is to know of a topic, from what a reader knows, in facts of the kinds in
    ``foretold``; nothing if it is no topic in whatever spelling."""
    absent: Callable[[V], Collection[str]] = _nothing
    """(view): the tags of the kinds of orders that a match is played without; letters do not offer them."""
    default: Callable[[V, Prompt, Sequence[O]], tuple[O, ...]]
    """(view, prompt, standing): what silence means for a prompt."""
    unasked: Callable[[V, Prompt, Sequence[O]], bool] | None = None
    """(view, prompt, standing): whether a seat need not be asked at all: it could do nothing but its default, which is
    played. None where everybody is asked."""
    resolve: Callable[[S, Mapping[Seat, Sequence[O]], Dice], Resolution[S]]
    """(state, orders, dice): carry out the order sets of everybody who was asked; bears any orders whatever."""
    outcome: Callable[[S], Outcome | None]
    """(state): how the match ended, None while somebody is pending."""
    playing: Callable[[S], Collection[Seat]] | None = None
    """(state): the seats that are not out of the match, whether they are asked now or not. None where nobody can be."""
    roles: Callable[[S], Mapping[Seat, str]] = _no_roles
    """(state): what each seat plays where that differs (a race, a nation)."""
    report: Callable[[V, Sequence[Event]], Report]
    """(view, events): one seat's news from its view after the steps and the events that it may know."""
    pictures: Callable[[Words], Pictures[V]]
    """(words): the drawings of the game, with its words in one language."""
    places: Callable[[V], Sequence[Place]] = _nothing
    """(view): the places that orders can name, where they are on the first of the maps, in whatever language."""
    choices: Callable[[V, type[O], str, Mapping[str, Any]], Sequence[str] | None] = _none
    """(view, kind, gap, chosen): what can fill a gap of the first form of a kind of order, as it is written: the
    likeliest first, and nothing that its author may not know. None for all that the language knows.

    ``chosen`` are the values of the gaps that are filled, by field; where several may follow each other in this gap,
    those that it has. An order is not offered while nothing can fill one of its gaps."""
    remember: Callable[[Sequence[Chapter[V]]], Memories] = _no_memories
    """(chapters): what a recap tells of a match that is over; the first chapter is the beginning."""
    concert: Concert[V, O] | None = None
    """How allies plan together; None where nobody has allies."""
    amend: Callable[[S, Sequence[A], Dice], Resolution[S]]
    """(state, amendments, dice): carry out what a GM asks for; raises IllegalAmendment and changes nothing if it
    cannot be done."""
    reshuffled: Callable[[S, Dice], S] = _nothing_hidden
    """(state, dice): the position with all that lies in a hidden order, such as a deck, shuffled anew; nothing else in
    it changes, except that seats forget what they knew of the order."""
    opened: Callable[[S, Outcome], Resolution[S]] = _nothing_to_open
    """(state, outcome): the position of a match that its GM ended, in which nothing is hidden from anybody, and the
    events that tell what was, as where the rules end a match."""
    suppose: Callable[[V], S]
    """(view): a position that fits the view."""


class IllegalAmendment(Exception):  # noqa: N818 - a refusal, told to the GM as it is
    """An amendment that cannot be made; carries the problem to be worded."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


AnyGame = Game[Any, Any, Any, Any]
"""A game whose types are known to itself alone."""
