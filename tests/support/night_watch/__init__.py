"""Night Watch: a game of the tests, small, with a secret of every seat and a retreat as a second question.

Thieves hide in a row of six streets. Each night all give orders at once; who seeks finds, the dice decide in secret,
and the beaten must say where they flee to (a secret question, or with the option ``loud`` a public one).
"""

from collections.abc import Mapping, Sequence
from importlib.metadata import EntryPoint
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec

from moderator.core.errors import Problem, Stage
from moderator.core.game import Game, GameInfo, SeatSpec
from moderator.core.pictures import Pictures
from moderator.core.seats import Seat
from moderator.games.registry import GROUP
from moderator.language.grammar.language import Language
from moderator.language.grammar.slots import Choice, Number
from tests.support.night_watch import amend, check, defaults, fog, map, play, preview, report, suppose  # noqa: A004 - the module is named as in every game
from tests.support.night_watch.bots import BOTS
from tests.support.night_watch.events import EVENTS
from tests.support.night_watch.faults import WatchFault
from tests.support.night_watch.orders import AnyOrder, Flee, Go, Hearten, Rouse, Seek
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


def check_options(options: Mapping[str, Any], seats: Sequence[Seat]) -> tuple[Problem, ...]:
    """Complain about wrong options and about fewer than two thieves."""
    problems = []
    try:
        msgspec.convert(dict(options), Options)
    except msgspec.ValidationError as error:
        problems.append(Problem(code=WatchFault.OPTION, stage=Stage.ILLEGAL, facts={"key": str(error)}))
    if len(seats) < 2:
        problems.append(Problem(code=WatchFault.TOO_FEW_SEATS, stage=Stage.ILLEGAL, facts={"key": "seats"}))
    return tuple(problems)


GAME: Game[State, View, AnyOrder, Hearten | Rouse] = Game(
    api=2,
    package=__name__,
    info=INFO,
    templates=Path(__file__).parents[1] / "templates" / "games" / "night-watch",
    page=Path(__file__).with_name("page.md"),
    state_type=State,
    view_type=View,
    events=EVENTS,
    foretold=FORETOLD,
    faults=(*WatchFault,),
    language=Language((Go, Seek, Flee), {"goal": Choice(STREETS), "place": Choice(STREETS)}),
    gm=Language((Hearten, Rouse), {"seat": Choice(SEATS), "courage": Number(0, 9)}),
    bots=BOTS,
    adviser=BOTS["prowler"],
    check_options=check_options,
    setup=play.setup,
    options=attrgetter("options"),
    pending=play.pending,
    view=fog.view_for,
    check=check.check,
    preview=preview.preview,
    default=defaults.default,
    unasked=defaults.unasked,
    resolve=play.resolve,
    outcome=play.outcome,
    report=report.report,
    pictures=lambda _words: Pictures(draw=map.draw, chart=map.chart),
    amend=amend.amend,
    suppose=suppose.suppose,
)

OFFER = EntryPoint(INFO.key, f"{__name__}:GAME", GROUP)
"""What its package would offer if it were one of its own."""
