"""Hex Duel: a game of the tests, written as a new author would with ``docs/authors.md`` and the kit.

Two captains hunt each other between rocks. Neither sees the other beyond a few hexes, and both order at once.
"""

from operator import attrgetter
from pathlib import Path

from moderator.core.game import Game, GameInfo, SeatSpec
from moderator.kit.amend import SetOption
from moderator.kit.options import OptionFault
from tests.support.hex_duel import rules
from tests.support.hex_duel.board import SEATS, Options
from tests.support.hex_duel.events import EVENTS
from tests.support.hex_duel.orders import GM, LANGUAGE, AnyOrder, DuelFault
from tests.support.hex_duel.seat import bots, check, drawing
from tests.support.hex_duel.seat.view import View, report

HELP = {"hull": "Hits that sink a ship.", "sight": "Hexes far that one sees.", "turns": "After it the hulls decide."}

GAME: Game[rules.State, View, AnyOrder, SetOption] = Game(
    api=1,
    info=GameInfo(key="hex-duel", title="Hex Duel", seats=(*map(SeatSpec, SEATS),), options=Options, option_help=HELP),
    templates=Path(__file__).parents[1] / "templates" / "games" / "hex-duel",
    page=Path(__file__).with_name("page.md"),
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
    view=rules.lift,
    check=check.check,
    preview=check.preview,
    default=lambda _view, _prompt, _standing: (),
    resolve=rules.resolve,
    outcome=rules.outcome,
    report=report,
    draw=drawing.draw,
    chart=drawing.chart,
    amend=rules.amend,
    suppose=rules.suppose,
)
