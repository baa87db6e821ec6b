"""Rebel Commander: Rebel factions and the Empire fight for a planet, three numbered orders a turn.

This package ties the parts of the game together and holds no rule.
"""

from operator import attrgetter
from pathlib import Path

from moderator.core.game import Game, GameInfo, SeatSpec
from moderator.core.template_folders import TEMPLATES
from moderator.games.rebel_commander.demo import DEMO
from moderator.games.rebel_commander.events import EVENTS
from moderator.games.rebel_commander.faults import RebelFault
from moderator.games.rebel_commander.options import BEGINS, OPTION_HELP, Options
from moderator.games.rebel_commander.orders.language import LANGUAGE
from moderator.games.rebel_commander.orders.types import RebelOrder
from moderator.games.rebel_commander.pieces import EMPIRE, REBELS
from moderator.games.rebel_commander.rules import amend, fog, play, setup, suppose, victory
from moderator.games.rebel_commander.rules.amend import GM, Amendment
from moderator.games.rebel_commander.rules.state import State
from moderator.games.rebel_commander.seat import check, choices, default, explain, preview, report
from moderator.games.rebel_commander.seat.bots import BOTS
from moderator.games.rebel_commander.seat.concert import CONCERT
from moderator.games.rebel_commander.seat.drawing import pictures, places
from moderator.games.rebel_commander.seat.preview import FORETOLD
from moderator.games.rebel_commander.seat.recap import remember
from moderator.games.rebel_commander.seat.view import View
from moderator.kit.options import OptionFault

INFO = GameInfo(
    key="rebel-commander",
    title="Rebel Commander",
    seats=(*(SeatSpec(seat, optional=True) for seat in REBELS), SeatSpec(EMPIRE)),
    options=Options,
    option_help=OPTION_HELP,
    weight=1.5,
    begins=BEGINS,
    rules=4,
)


GAME: Game[State, View, RebelOrder, Amendment] = Game(
    api=2,
    package=__name__,
    info=INFO,
    templates=TEMPLATES / "games" / INFO.key,
    page=Path(__file__).with_name("page.md"),
    demo=DEMO,
    state_type=State,
    view_type=View,
    events=EVENTS,
    foretold=(*FORETOLD, *explain.FACTS, report.TurnInShort),
    faults=(*RebelFault, *OptionFault),
    topics=explain.TOPICS,
    language=LANGUAGE,
    gm=GM,
    bots=BOTS,
    adviser=BOTS["recruit"],
    check_options=setup.check_options,
    setup=setup.setup,
    options=attrgetter("options"),
    pending=play.pending,
    playing=State.in_play,
    view=fog.view_for,
    check=check.check,
    preview=preview.preview,
    explain=explain.explain,
    absent=explain.absent,
    default=default.default,
    resolve=play.resolve,
    outcome=attrgetter("outcome"),
    report=report.report,
    pictures=pictures.pictures,
    places=places.places,
    choices=choices.choices,
    remember=remember.remember,
    concert=CONCERT,
    amend=amend.amend,
    opened=victory.opened,
    suppose=suppose.suppose,
)
