"""Space Genocide: two to four races hunt for the Homeworlds of the others with Planet Busters.

This package ties the parts of the game together and holds no rule.
"""

from functools import partial
from operator import attrgetter
from pathlib import Path

from moderator.core.game import Game, GameInfo, SeatSpec
from moderator.core.template_folders import TEMPLATES
from moderator.core.trial import trial
from moderator.games.space_genocide.demo import DEMO
from moderator.games.space_genocide.events import EVENTS
from moderator.games.space_genocide.faults import GenocideFault
from moderator.games.space_genocide.options import BEGINS, OPTION_HELP, Options, check_options
from moderator.games.space_genocide.orders.language import LANGUAGE
from moderator.games.space_genocide.orders.types import GenocideOrder
from moderator.games.space_genocide.pieces import SEATS
from moderator.games.space_genocide.rules import amend, deck, fog, play, suppose
from moderator.games.space_genocide.rules.amend import GM, Amendment
from moderator.games.space_genocide.rules.rehearsal import Rehearsal
from moderator.games.space_genocide.rules.state import State
from moderator.games.space_genocide.rules.steps import victory
from moderator.games.space_genocide.seat import check, choices, default, explain, preview, report
from moderator.games.space_genocide.seat.bots.adviser import Adviser
from moderator.games.space_genocide.seat.bots.players import bots
from moderator.games.space_genocide.seat.drawing import pictures, places
from moderator.games.space_genocide.seat.preview import FORETOLD
from moderator.games.space_genocide.seat.recap import remember
from moderator.games.space_genocide.seat.view import View
from moderator.kit.options import OptionFault

INFO = GameInfo(
    key="space-genocide",
    title="Space Genocide",
    seats=tuple(SeatSpec(seat, optional=True) for seat in SEATS),
    options=Options,
    option_help=OPTION_HELP,
    weight=2.5,
    begins=BEGINS,
    limit=200,
)

TRIAL = trial(suppose.suppose, Rehearsal)
"""How an order set is tried out on what its seat sees."""

GAME: Game[State, View, GenocideOrder, Amendment] = Game(
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
    faults=(*GenocideFault, *OptionFault),
    topics=explain.TOPICS,
    language=LANGUAGE,
    gm=GM,
    bots=bots(TRIAL),
    adviser=Adviser(TRIAL),
    check_options=check_options,
    setup=play.first_position,
    options=attrgetter("options"),
    pending=play.pending,
    playing=State.in_play,
    view=fog.view_for,
    check=partial(check.check, trial=TRIAL),
    preview=partial(preview.preview, trial=TRIAL),
    explain=partial(explain.explain, trial=TRIAL),
    absent=explain.absent,
    default=partial(default.default, trial=TRIAL),
    resolve=play.resolve,
    outcome=attrgetter("outcome"),
    roles=attrgetter("races"),
    report=report.report,
    pictures=pictures.pictures,
    places=places.places,
    choices=choices.choices,
    remember=remember.remember,
    amend=amend.amend,
    reshuffled=deck.reshuffled,
    opened=victory.opened,
    suppose=suppose.suppose,
)
