"""Buck Rogers by Peet Smith's house rules: bids and cards for the turn order, a battle board, a black market.

This package ties the parts of the game together and holds no rule.
"""

from functools import partial
from operator import attrgetter
from pathlib import Path

from moderator.core.game import Game, GameInfo, SeatSpec
from moderator.core.template_folders import TEMPLATES
from moderator.games.buck_rogers_revised.demo import DEMO
from moderator.games.buck_rogers_revised.events import EVENTS
from moderator.games.buck_rogers_revised.faults import RevisedFault
from moderator.games.buck_rogers_revised.options import BEGINS, OPTION_HELP, Options
from moderator.games.buck_rogers_revised.orders.language import LANGUAGE
from moderator.games.buck_rogers_revised.orders.types import RevisedOrder
from moderator.games.buck_rogers_revised.rules import amend, fog, play, setup, state, suppose
from moderator.games.buck_rogers_revised.rules.amend import GM, Amendment
from moderator.games.buck_rogers_revised.rules.state import State
from moderator.games.buck_rogers_revised.seat import check, choices, default, explain, preview, report
from moderator.games.buck_rogers_revised.seat.bots import bots
from moderator.games.buck_rogers_revised.seat.drawing import pictures
from moderator.games.buck_rogers_revised.seat.preview import FORETOLD
from moderator.games.buck_rogers_revised.seat.recap import remember
from moderator.games.buck_rogers_revised.seat.view import View
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.pieces import PAINTS
from moderator.games.solar_system.seat.chronicle import TurnInShort
from moderator.games.solar_system.seat.drawing import places
from moderator.kit.options import OptionFault

INFO = GameInfo(
    key="buck-rogers-revised",
    title="Buck Rogers, revised",
    seats=tuple(SeatSpec(seat, optional=True) for seat in PAINTS),
    options=Options,
    option_help=OPTION_HELP,
    weight=3.5,
    rules=2,
    begins=BEGINS,
)

_CHECK = partial(check.check, trial=suppose.TRIAL)
_BOTS = bots(_CHECK)

GAME: Game[State, View, RevisedOrder, Amendment] = Game(
    api=2,
    package=__name__,
    info=INFO,
    templates=TEMPLATES / "games" / INFO.key,
    page=Path(__file__).with_name("page.md"),
    demo=DEMO,
    state_type=State,
    view_type=View,
    events=EVENTS,
    foretold=(*FORETOLD, *explain.FACTS, TurnInShort),
    faults=(*Fault, *RevisedFault, *OptionFault),
    topics=explain.TOPICS,
    language=LANGUAGE,
    gm=GM,
    bots=_BOTS,
    adviser=_BOTS["captain"],
    check_options=setup.check_options,
    setup=setup.setup,
    options=attrgetter("options"),
    pending=play.pending,
    playing=State.in_play,
    view=fog.view_for,
    check=_CHECK,
    preview=partial(preview.preview, trial=suppose.TRIAL),
    default=default.default,
    resolve=play.resolve,
    outcome=attrgetter("outcome"),
    report=report.report,
    explain=explain.explain,
    absent=explain.absent,
    pictures=pictures.pictures,
    places=places.places,
    choices=choices.choices,
    remember=remember,
    amend=amend.amend,
    opened=amend.open_secrets,
    suppose=suppose.suppose,
    reshuffled=state.reshuffled,
)
