"""Night Watch: a game of the tests, small, with a secret of every seat and a retreat as a second question.

Thieves hide in a row of six streets. Each night all give orders at once; who seeks finds, the dice decide in secret,
and the beaten must say where they flee to (a secret question, or with the option ``loud`` a public one).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from moderator.core.dice import Dice
from moderator.core.errors import Problem, Stage
from moderator.core.game import (
    Bot,
    Chapter,
    Default,
    Drawing,
    Event,
    GameInfo,
    Memories,
    Outcome,
    Prompt,
    Report,
    Resolution,
    SeatSpec,
)
from moderator.core.seats import Seat, Who
from moderator.language.grammar.grammar import Language
from moderator.language.grammar.slots import Choice, Number
from tests.support.night_watch import amend, check, defaults, fog, map, play, preview, report, suppose  # noqa: A004 - the module is named as in every game
from tests.support.night_watch.bots import BOTS
from tests.support.night_watch.events import EVENTS
from tests.support.night_watch.orders import AnyOrder, Flee, Go, Hearten, Seek
from tests.support.night_watch.preview import FORETOLD
from tests.support.night_watch.state import Options, State
from tests.support.night_watch.view import STREETS, View

SEATS = ("Ann", "Bob", "Cat", "Dan")

INFO = GameInfo(
    key="night-watch",
    title="Night Watch",
    seats=tuple(SeatSpec(seat, optional=index > 1) for index, seat in enumerate(SEATS)),
    options=Options,
    option_help={
        "nights": "How many nights are played.",
        "courage": "How often a thief may be beaten.",
        "loud": "Whether everybody may know who has to flee.",
    },
    limit=30,
)


class NightWatch:
    """The game, in the shape that the laws, the referee and the service want."""

    info = INFO
    state_type = State
    view_type = View
    events: Sequence[type[Event]] = EVENTS
    foretold: Sequence[type[msgspec.Struct]] = FORETOLD
    topics: Mapping[str, Sequence[str]] = {}
    language: Language[AnyOrder] = Language((Go, Seek, Flee), {"goal": Choice(STREETS), "place": Choice(STREETS)})
    gm: Language[Hearten] = Language((Hearten,), {"seat": Choice(SEATS), "courage": Number(0, 9)})
    bots: Mapping[str, Bot[View, AnyOrder]] = BOTS

    def check_options(self, options: Mapping[str, Any], seats: Sequence[Seat]) -> tuple[Problem, ...]:
        """Complain about wrong options and about fewer than two thieves."""
        problems = []
        try:
            msgspec.convert(dict(options), Options)
        except msgspec.ValidationError as error:
            problems.append(Problem(code="option", stage=Stage.ILLEGAL, facts={"key": str(error)}))
        if len(seats) < 2:
            problems.append(Problem(code="too-few-seats", stage=Stage.ILLEGAL, facts={"key": "seats"}))
        return tuple(problems)

    def setup(self, seats: Sequence[Seat], options: Mapping[str, Any], dice: Dice) -> Resolution[State]:
        """Hide the thieves."""
        return Resolution(play.setup(seats, msgspec.convert(dict(options), Options), dice), ())

    def options(self, state: State) -> Options:
        """Tell what is played by."""
        return state.options

    def pending(self, state: State) -> Mapping[Seat, Prompt]:
        """Ask for a night, or for where the beaten flee to."""
        return play.pending(state)

    def view(self, state: State, who: Who) -> View:
        """Lift the fog as far as it goes."""
        return fog.lift(state, who)

    def check(self, view: View, prompt: Prompt, orders: Sequence[AnyOrder]) -> tuple[Problem, ...]:
        """Complain about a sheet."""
        return check.check(view, prompt, orders)

    def preview(self, view: View, prompt: Prompt, orders: Sequence[AnyOrder]) -> Report:
        """Look ahead."""
        return preview.preview(view, prompt, orders)

    def explain(self, view: View, topic: str) -> Report:
        """Know nothing but the orders."""
        del view, topic
        return Report(())

    def default(self, view: View, prompt: Prompt, standing: Sequence[AnyOrder]) -> Default[AnyOrder]:
        """Take silence."""
        return defaults.default(view, prompt, standing)

    def resolve(self, state: State, orders: Mapping[Seat, Sequence[AnyOrder]], dice: Dice) -> Resolution[State]:
        """Carry out a night or the retreats."""
        return play.resolve(state, orders, dice)

    def outcome(self, state: State) -> Outcome | None:
        """Tell how it ended."""
        return play.outcome(state)

    def roles(self, _state: State) -> Mapping[Seat, str]:
        """Tell nothing: thieves are alike."""
        return {}

    def report(self, view: View, events: Sequence[Event]) -> Report:
        """Write one thief's news."""
        return report.report(view, events)

    def draw(self, view: View) -> tuple[Drawing, ...]:
        """Draw the row of streets."""
        return map.draw(view)

    def chart(self, view: View) -> str:
        """Write the row of streets."""
        return map.chart(view)

    def course(self, view: View) -> None:
        """Show no chart."""
        del view

    def poster(self, view: View, *, blank: bool) -> None:
        """Print nothing."""
        del view, blank

    def miniature(self, view: View) -> None:
        """Show no small board."""
        del view

    def remember(self, chapters: Sequence[Chapter[View]]) -> Memories:
        """Remember nothing."""
        del chapters
        return Memories()

    def amend(self, state: State, amendments: Sequence[Hearten], dice: Dice) -> Resolution[State]:
        """Set courage."""
        del dice
        return amend.amend(state, amendments)

    def suppose(self, view: View) -> State:
        """Guess the rest."""
        return suppose.suppose(view)


GAME = NightWatch()
