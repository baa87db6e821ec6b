"""Hex Duel: a small game in a package of its own, as ``docs/authors.md`` builds it.

Two captains hunt each other between rocks. Neither sees the other beyond a few hexes, and both order at once.
"""

from operator import attrgetter
from pathlib import Path

from hex_duel import rules
from hex_duel.board import SEATS, Options
from hex_duel.demo import DEMO
from hex_duel.events import EVENTS
from hex_duel.orders import GM, LANGUAGE, AnyOrder, DuelFault
from hex_duel.seat import bots, check, drawing
from hex_duel.seat.view import View, report
from moderator.core.game import Game, GameInfo, SeatSpec
from moderator.kit.amend import SetOption
from moderator.kit.options import OptionFault

HELP = {"hull": "Hits that sink a ship.", "sight": "Hexes far that one sees.", "turns": "After it the hulls decide."}

GAME: Game[rules.State, View, AnyOrder, SetOption] = Game(
    api=2,
    package=__name__,
    info=GameInfo(key="hex-duel", title="Hex Duel", seats=(*map(SeatSpec, SEATS),), options=Options, option_help=HELP),
    templates=Path(__file__).with_name("templates"),
    page=Path(__file__).with_name("page.md"),
    demo=DEMO,
    state_type=rules.State,
    view_type=View,
    events=EVENTS,
    foretold=check.FORETOLD,
    faults=(*DuelFault, *OptionFault),
    language=LANGUAGE,
    gm=GM,
    bots=bots.BOTS,
    adviser=bots.BOTS["hunter"],
    check_options=rules.check_options,
    setup=rules.setup,
    options=attrgetter("options"),
    pending=rules.pending,
    view=rules.view_for,
    check=check.check,
    preview=check.preview,
    default=lambda _view, _prompt, _standing: (),
    resolve=rules.resolve,
    outcome=rules.outcome,
    report=report,
    pictures=drawing.pictures,
    places=drawing.places,
    choices=check.choices,
    amend=rules.amend,
    suppose=rules.suppose,
)
