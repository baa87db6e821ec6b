"""What is lost with something else: cargo with its ship, Saturn's own Factory with Saturn."""

from moderator.core.dice import Dice
from moderator.games.buck_rogers_revised.pieces import BUILT_IN, JOCASTA, VAAR
from moderator.games.buck_rogers_revised.rules.combat import aftermath, falling
from moderator.games.buck_rogers_revised.rules.combat.battle import Battle
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.piles import Pile
from moderator.games.solar_system.board.zones import NUMBER, SATURN
from moderator.games.solar_system.pieces import EMPTY, Kind, Load, cargo
from moderator.games.solar_system.rules.turn import Group
from tests.games.buck_rogers_revised.tables import state_of

SEATS = ("Blue", "Red", "Purple", "Green")
AT = NUMBER["A7"]


def turn_of(units: str, leaders: dict[str, str] | None = None) -> Turn:
    """Return a turn with units on a dot."""
    state = state_of(SEATS, {"optional_leaders": True}, {"A7": units}, leaders=leaders)
    return Turn(state, {}, Dice.throwaway("falling"))


def test_of_transports_the_emptiest_falls_with_the_factory_aboard() -> None:
    """Its owner chooses: a Factory is worth less than five Troopers."""
    turn = turn_of("Blue XY X5 X")
    falling.take(turn, "Blue", AT, Kind.TRANSPORT)
    assert sorted(load.troopers for load in turn.pile(AT, "Blue").loads) == [0, 5]
    assert len(turn.works) == 1
    falling.take(turn, "Blue", AT, Kind.TRANSPORT)
    falling.take(turn, "Blue", AT, Kind.TRANSPORT)
    assert (turn.pile(AT, "Blue").loads, turn.works) == ([], [])


def test_gennies_that_a_battler_carried_die_with_it() -> None:
    """One beside each Battler and Vaar himself is left."""
    turn = turn_of("Blue 2B", {VAAR: "A7 Blue"})
    vaar = turn.people[VAAR]
    vaar.load = cargo(0, 3)
    falling.take(turn, "Blue", AT, Kind.BATTLER)
    assert vaar.load == cargo(0, 2)
    falling.take(turn, "Blue", AT, Kind.BATTLER)
    assert vaar.load == cargo(0, 1)
    turn.lose_cargo(vaar)
    assert vaar.load == EMPTY


def test_a_leader_who_is_hit_loses_what_he_carries_himself() -> None:
    """Battlers with Admiral Vaar keep their Gennies, in a zone and on the way past enemies."""
    turn = turn_of("Blue 2B", {VAAR: "A7 Blue"})
    vaar = turn.people[VAAR]
    vaar.load = cargo(0, 3)
    falling.unload(Battle(turn, AT), vaar)
    assert vaar.load == cargo(0, 2)
    group = Group(turn, "Blue", AT, Pile({Kind.BATTLER: 1}), [vaar])
    falling.unload(Battle(turn, AT, group), vaar)
    assert vaar.load == cargo(0, 1)


def test_jocasta_who_is_hit_on_the_way_loses_the_factory_that_she_carries() -> None:
    """It is gone from the group that passes, too."""
    turn = turn_of("Blue XY", {JOCASTA: "A7 Blue"})
    jocasta = turn.people[JOCASTA]
    turn.piles[AT, "Blue"].loads, jocasta.load = [Load()], Load(factory=True)
    group = Group(turn, "Blue", AT, Pile(), [jocasta])
    group.freight = list(turn.works)
    falling.unload(Battle(turn, AT, group), jocasta)
    assert (jocasta.load, group.freight, turn.works) == (EMPTY, [], [])


def test_what_is_built_into_saturn_is_lost_to_a_conqueror_who_takes_the_other_factories() -> None:
    """It serves Prince Tallen's side alone."""
    state = state_of(SEATS, {"optional_leaders": True}, {SATURN: "Red 2Y, Blue T"})
    turn = Turn(state, {}, Dice.throwaway("falling"))
    turn.works[0].built = BUILT_IN
    aftermath.settle(turn, NUMBER[SATURN])
    assert [(works.colour, works.idle, works.built) for works in turn.works] == [("Blue", True, 0)]


def test_a_zone_is_lost_where_all_have_died_but_a_captured_factory_is_left() -> None:
    """Who has retreated from there keeps the zone only if nothing of anybody else's is in it."""
    bach = NUMBER["Bach"]
    for units, holder in (("Red Y", "Red"), ("", "Blue")):
        turn = Turn(state_of(SEATS, {}, {"Bach": units}, held={"Bach": ""}), {}, Dice.throwaway("falling"))
        aftermath.put_marker(turn, bach, "Blue", left=True)
        aftermath.settle(turn, bach)
        assert turn.held[bach] == holder
