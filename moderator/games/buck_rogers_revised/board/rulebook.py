"""The rules in force: what the options leave to the number of players or of colours, settled once."""

from collections.abc import Mapping
from functools import cache

from moderator.games.buck_rogers_revised.options import Options
from moderator.games.buck_rogers_revised.tables import Chit, figures
from moderator.games.solar_system.board import rulebook as shared
from moderator.games.solar_system.pieces import GROUND, UNITS, Kind
from moderator.games.solar_system.tables import figures as board_figures

_WITHOUT_HAND = 7
"""Seven less the number of players are the cards of a hand ("Place Starting Units")."""


class Rulebook(shared.Rulebook, frozen=True, eq=False, kw_only=True):
    """What is in force.

    ``cards`` are dealt to a seat for its zones, ``hand`` cards are its first hand; it plays ``colours`` colours, each
    of which begins with ``start_units`` and a Leader. ``win_planets`` are needed besides ``win_zones``. The victory
    chit starts on ``chit``, 0 without one.
    """

    options: Options
    cards: int
    hand: int
    colours: int
    start_units: Mapping[Kind, int]
    win_planets: int
    chit: int


@cache
def rulebook(options: Options, players: int) -> Rulebook:
    """Return the rules in force for a number of players."""
    party, unit = figures().players[players], board_figures().unit
    colours = options.colours or party.colours
    deal, chit = figures().colours[colours], figures().chit.get(options.length, Chit())
    win_zones = options.win_territories or party.zones
    return Rulebook(
        options=options,
        allowance={kind: unit[kind].moves["flat"] for kind in UNITS},
        planets_move=True,
        sun_links=options.sun_links,
        free_in=True,
        saturn=options.saturn and options.optional_leaders,
        pass_through=options.pass_through,
        markers_fight=True,
        slings=options.slingshot,
        leaders_sling=True,
        boards=GROUND,
        battlers_land=True,
        start_stack=deal.stack if options.start_stack is None else options.start_stack,
        threes=False,
        win_zones=win_zones,
        bombed=(Kind.GENNIE, Kind.TROOPER, Kind.MARKER, Kind.FACTORY),
        win_planets=options.win_planets or party.planets,
        chit=chit.start or (chit.above and win_zones + chit.above),
        cards=party.cards or deal.cards,
        hand=options.hand or max(1, _WITHOUT_HAND - players),
        colours=colours,
        start_units=party.start or {kind: unit[kind].start for kind in (Kind.FACTORY, *UNITS) if unit[kind].start},
    )
