"""Rayguns and Rocketships: two to four crews fly, fire and board each other, on a star map and on decks at once.

This package ties the parts of the game together and holds no rule.
"""

from operator import attrgetter
from pathlib import Path

from moderator.core.game import Game, GameInfo, SeatSpec
from moderator.core.template_folders import TEMPLATES
from moderator.games.rayguns_and_rocketships.demo import DEMO
from moderator.games.rayguns_and_rocketships.events import EVENTS
from moderator.games.rayguns_and_rocketships.faults import RayFault
from moderator.games.rayguns_and_rocketships.options import OPTION_HELP, Options
from moderator.games.rayguns_and_rocketships.orders.language import LANGUAGE
from moderator.games.rayguns_and_rocketships.orders.types import RayOrder
from moderator.games.rayguns_and_rocketships.pieces import SEATS
from moderator.games.rayguns_and_rocketships.rules import amend, ended_by_gm, fog, play, setup, suppose
from moderator.games.rayguns_and_rocketships.rules.amend import GM, Amendment
from moderator.games.rayguns_and_rocketships.rules.state import State
from moderator.games.rayguns_and_rocketships.seat import briefing, check, choices, default, explain, preview, report
from moderator.games.rayguns_and_rocketships.seat.bots import bots
from moderator.games.rayguns_and_rocketships.seat.bots.adviser import Adviser
from moderator.games.rayguns_and_rocketships.seat.drawing import pictures, places
from moderator.games.rayguns_and_rocketships.seat.preview import FORETOLD
from moderator.games.rayguns_and_rocketships.seat.recap import remember
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.kit.options import OptionFault

INFO = GameInfo(
    key="rayguns-and-rocketships",
    title="Rayguns and Rocketships",
    seats=tuple(SeatSpec(seat, optional=True) for seat in SEATS),
    options=Options,
    option_help=OPTION_HELP,
    weight=3.0,
    rules=2,
    limit=200,
)

GAME: Game[State, View, RayOrder, Amendment] = Game(
    api=2,
    package=__name__,
    info=INFO,
    templates=TEMPLATES / "games" / INFO.key,
    page=Path(__file__).with_name("page.md"),
    demo=DEMO,
    state_type=State,
    view_type=View,
    events=EVENTS,
    foretold=(*FORETOLD, *explain.FACTS, *briefing.FACTS, report.TurnInShort),
    faults=(*RayFault, *OptionFault),
    topics=explain.TOPICS,
    language=LANGUAGE,
    gm=GM,
    bots=bots(check.check),
    adviser=Adviser(),
    check_options=setup.check_options,
    setup=setup.setup,
    options=attrgetter("options"),
    pending=play.pending,
    playing=State.in_play,
    view=fog.view_for,
    check=check.check,
    preview=preview.preview,
    explain=explain.explain,
    default=default.default,
    unasked=default.unasked,
    resolve=play.resolve,
    outcome=attrgetter("outcome"),
    report=report.report,
    pictures=pictures.pictures,
    places=places.places,
    choices=choices.choices,
    remember=remember.remember,
    amend=amend.amend,
    reshuffled=play.reshuffled,
    opened=ended_by_gm.opened,
    suppose=suppose.suppose,
)
