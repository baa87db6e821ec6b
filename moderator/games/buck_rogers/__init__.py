"""Buck Rogers: two to six factions fight for the 42 territories of the planets, which travel around the Sun.

This package ties the parts of the game together and holds no rule.
"""

from functools import partial
from operator import attrgetter
from pathlib import Path

from moderator.core.game import Game, GameInfo, SeatSpec
from moderator.core.template_folders import TEMPLATES
from moderator.games.buck_rogers.demo import DEMO
from moderator.games.buck_rogers.events import EVENTS
from moderator.games.buck_rogers.faults import BuckFault
from moderator.games.buck_rogers.options import BEGINS, OPTION_HELP, Options
from moderator.games.buck_rogers.orders.language import LANGUAGE
from moderator.games.buck_rogers.orders.types import BuckOrder
from moderator.games.buck_rogers.rules import amend, fog, play, setup, suppose
from moderator.games.buck_rogers.rules.amend import GM, Amendment
from moderator.games.buck_rogers.rules.state import State
from moderator.games.buck_rogers.seat import check, choices, default, explain, preview, report
from moderator.games.buck_rogers.seat.bots import bots
from moderator.games.buck_rogers.seat.recap import remember
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.faults import Fault
from moderator.games.solar_system.pieces import COLOURS
from moderator.games.solar_system.seat.chronicle import TurnInShort
from moderator.games.solar_system.seat.drawing import pictures, places
from moderator.games.solar_system.seat.preview import FORETOLD
from moderator.kit.options import OptionFault

INFO = GameInfo(
    key="buck-rogers",
    title="Buck Rogers",
    seats=tuple(SeatSpec(seat, optional=True) for seat in COLOURS),
    options=Options,
    option_help=OPTION_HELP,
    weight=3.0,
    rules=2,
    begins=BEGINS,
)

_CHECK = partial(check.check, trial=suppose.TRIAL)
_BOTS = bots(_CHECK)

GAME: Game[State, View, BuckOrder, Amendment] = Game(
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
    faults=(*Fault, *BuckFault, *OptionFault),
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
    unasked=default.unasked,
    resolve=play.resolve,
    outcome=attrgetter("outcome"),
    report=report.report,
    explain=explain.explain,
    absent=explain.absent,
    pictures=pictures.pictures,
    places=places.places,
    choices=choices.choices,
    remember=remember.remember,
    amend=amend.amend,
    opened=amend.open_secrets,
    suppose=suppose.suppose,
)
