"""Space Genocide: two to four races hunt for the Homeworlds of the others with Planet Busters.

This package ties the parts of the game together and holds no rule.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from moderator.core.dice import Dice
from moderator.core.errors import Problem
from moderator.core.game import (
    Bot,
    Chapter,
    Default,
    Drawing,
    Event,
    GameInfo,
    Memories,
    Outcome,
    Poster,
    Prompt,
    Report,
    Resolution,
    SeatSpec,
)
from moderator.core.seats import Seat, Who
from moderator.games.space_genocide.events import EVENTS
from moderator.games.space_genocide.options import OPTION_HELP, Options
from moderator.games.space_genocide.orders.language import LANGUAGE
from moderator.games.space_genocide.orders.types import GenocideOrder
from moderator.games.space_genocide.pieces import SEATS
from moderator.games.space_genocide.rules import amend, fog, landing, play, suppose
from moderator.games.space_genocide.rules.amend import GM, Amendment
from moderator.games.space_genocide.rules.state import State
from moderator.games.space_genocide.seat import check, explain, preview, report
from moderator.games.space_genocide.seat import default as defaults
from moderator.games.space_genocide.seat.bots.players import BOTS
from moderator.games.space_genocide.seat.drawing import course, miniature, poster
from moderator.games.space_genocide.seat.drawing import map as maps
from moderator.games.space_genocide.seat.preview import FORETOLD
from moderator.games.space_genocide.seat.souvenir import remember
from moderator.games.space_genocide.seat.view import View
from moderator.language.grammar.grammar import Language

INFO = GameInfo(
    key="space-genocide",
    title="Space Genocide",
    seats=tuple(SeatSpec(seat, optional=True) for seat in SEATS),
    options=Options,
    option_help=OPTION_HELP,
    limit=200,
)


class SpaceGenocide:
    """The game; every method hands on to the module of its name."""

    info = INFO
    state_type = State
    view_type = View
    events: Sequence[type[Event]] = EVENTS
    foretold: Sequence[type[Struct]] = (*FORETOLD, *explain.FACTS, report.TurnInShort)
    topics: Mapping[str, Sequence[str]] = explain.TOPICS
    language: Language[GenocideOrder] = LANGUAGE
    gm: Language[Amendment] = GM
    bots: Mapping[str, Bot[View, GenocideOrder]] = BOTS

    def check_options(self, options: Mapping[str, Any], seats: Sequence[Seat]) -> tuple[Problem, ...]:
        """Complain about options and seats as the operator wrote them."""
        return landing.check_options(options, seats)

    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any], dice: Dice) -> Resolution[State]:
        """Draw the map, the first ships and cards."""
        return play.first_position(landing.read_options(options), landing.in_order(seats), dice)

    def options(self, state: State) -> Options:
        """Tell what is played by."""
        return state.options

    def pending(self, state: State) -> Mapping[Seat, Prompt]:
        """Ask everybody, or the seat whose turn it is."""
        return play.pending(state)

    def view(self, state: State, who: Who) -> View:
        """Lift the fog as far as it goes."""
        return fog.lift(state, who)

    def check(self, view: View, prompt: Prompt, orders: Sequence[GenocideOrder]) -> tuple[Problem, ...]:
        """Complain about a sheet."""
        return check.check(view, prompt, orders)

    def preview(self, view: View, prompt: Prompt, orders: Sequence[GenocideOrder]) -> Report:
        """Tell what orders would do."""
        return preview.preview(view, prompt, orders)

    def explain(self, view: View, topic: str) -> Report:
        """Tell what there is to know of a topic."""
        return explain.explain(view, topic)

    def default(self, view: View, prompt: Prompt, standing: Sequence[GenocideOrder]) -> Default[GenocideOrder]:
        """Go on as before."""
        return defaults.default(view, prompt, standing)

    def resolve(self, state: State, orders: Mapping[Seat, Sequence[GenocideOrder]], dice: Dice) -> Resolution[State]:
        """Play a turn."""
        return play.resolve(state, orders, dice)

    def outcome(self, state: State) -> Outcome | None:
        """Tell how it ended."""
        return state.outcome

    def roles(self, state: State) -> Mapping[Seat, str]:
        """Tell the races."""
        return state.races

    def report(self, view: View, events: Sequence[Event]) -> Report:
        """Arrange one seat's news."""
        return report.report(view, events)

    def draw(self, view: View) -> tuple[Drawing, ...]:
        """Draw the board."""
        return maps.draw(view)

    def chart(self, view: View) -> str:
        """Write the board as text."""
        return maps.chart(view)

    def course(self, view: View) -> Drawing | None:
        """Draw how the match has gone."""
        return course.course(view)

    def poster(self, view: View, *, blank: bool) -> Poster:
        """Draw the board for the wall or the table."""
        return poster.poster(view, blank=blank)

    def miniature(self, view: View) -> Drawing:
        """Draw the board in small."""
        return miniature.miniature(view)

    def remember(self, chapters: Sequence[Chapter[View]]) -> Memories:
        """Gather what is worth remembering."""
        return remember.remember(chapters)

    def amend(self, state: State, amendments: Sequence[Amendment], dice: Dice) -> Resolution[State]:
        """Do what the GM asks for."""
        return amend.amend(state, amendments, dice)

    def suppose(self, view: View) -> State:
        """Fill in what the view leaves open."""
        return suppose.suppose(view)


GAME = SpaceGenocide()
