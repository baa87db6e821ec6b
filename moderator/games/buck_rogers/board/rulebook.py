"""The rules in force: what the options leave to the rule set or the number of players, settled once."""

from functools import cache
from typing import Literal

from moderator.games.buck_rogers.options import Options
from moderator.games.solar_system.board import rulebook as shared
from moderator.games.solar_system.pieces import UNITS, Kind
from moderator.games.solar_system.tables import MoveTable, Party, figures

_BOMBED = (Kind.FACTORY, Kind.FIGHTER, Kind.TROOPER, Kind.TRANSPORT)
_MAJORITY = ("display", "earth-mars", "home")


class Rulebook(shared.Rulebook, frozen=True, eq=False, kw_only=True):
    """What is in force; each field is the option of its name, never None."""

    options: Options
    cards: bool
    retreat: bool
    surrender: bool
    commandos: bool
    factory_limits: bool
    combined_production: bool
    powers: bool
    leader_lost: Literal["removed", "captive"]
    majority: bool
    party: Party


@cache
def rulebook(options: Options, players: int) -> Rulebook:
    """Return the rules in force for a number of players."""
    advanced = options.ruleset == "advanced"
    party = figures().players[min(max(players, 2), 6)]

    def chosen(value: bool | None, *, otherwise: bool = advanced) -> bool:  # noqa: FBT001 - an option as it is
        return otherwise if value is None else value

    return Rulebook(
        options=options,
        planets_move=options.planets_move,
        sun_links=options.sun_links,
        one_far_zone=options.one_far_zone,
        slings=options.slingshot,
        walk_after_drop=options.walk_after_drop,
        threes=options.placement == "three",
        cards=(options.turn_order or ("cards" if advanced else "roll")) == "cards",
        allowance=_allowance(options, options.move_table or ("advanced" if advanced else "flat")),
        pass_through=chosen(options.pass_through),
        retreat=chosen(options.retreat),
        surrender=chosen(options.surrender),
        commandos=chosen(options.commandos),
        markers_fight=chosen(options.markers_fight),
        factory_limits=chosen(options.factory_limits),
        combined_production=chosen(options.combined_production),
        powers=(options.leaders or ("powers" if advanced else "bonus")) == "powers",
        leader_lost=options.leader_lost or ("captive" if advanced else "removed"),
        majority=chosen(options.majority_control, otherwise=options.scenario in _MAJORITY),
        win_zones=options.win_zones or party.zones,
        bombed=(*_BOMBED, Kind.GENNIE) if options.bombard_gennies else _BOMBED,
        start_stack=_start_stack(options, party),
        party=party,
    )


def _start_stack(options: Options, party: Party) -> int:
    """Return how many units may stand in a zone at set-up, 0 for any number: so it is where units are picked."""
    if options.start_stack is not None:
        return options.start_stack
    return 0 if options.pick else party.stack


def _allowance(options: Options, table: MoveTable) -> dict[Kind, int]:
    """Return how far each kind moves."""
    moves = {kind: figures().unit[kind].moves[table] for kind in UNITS}
    if options.swift_transports:
        moves[Kind.TRANSPORT] = max(4, moves[Kind.TRANSPORT])
    if options.foot_two:
        moves[Kind.TROOPER] = 2
    if options.gennies_by_home:
        moves[Kind.GENNIE] = 1
    return moves
