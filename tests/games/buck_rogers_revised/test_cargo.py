"""What Transports carry and put down is kept from step to step, and from position to position."""

from msgspec.structs import replace

from moderator.core.codec import decode, encode
from moderator.core.dice import Dice
from moderator.games.buck_rogers_revised.board import yards
from moderator.games.buck_rogers_revised.board.forces import Forces
from moderator.games.buck_rogers_revised.events.movement import LineFailed
from moderator.games.buck_rogers_revised.pieces import VAAR
from moderator.games.buck_rogers_revised.rules import play
from moderator.games.buck_rogers_revised.rules.turn import Turn
from moderator.games.solar_system.board.zones import NUMBER
from moderator.games.solar_system.pieces import Kind, Load, Position, Stack, cargo
from moderator.games.solar_system.seat.drawing.tags import tags
from tests.games.buck_rogers_revised.tables import state_of
from tests.games.buck_rogers_revised.test_scenarios import orders_of

SEATS = ("Blue", "Red", "Purple", "Green")


def test_what_was_put_down_is_known_where_battles_are_a_step_of_their_own() -> None:
    """The penalty of the first round does not depend on the tempo."""
    units = {"Tolstoi": "Green X3", "Bach": "Blue 2T"}
    state = state_of(SEATS, {"tempo": "seats"}, units, phase="moves", passed=3)
    moved = play.resolve(state, {"Green": orders_of(["MOVE TRANSPORT TOLSTOI TO BACH"])}, Dice.throwaway("moved")).state
    assert moved.phase == "battle"
    assert moved.dropped == (Stack("Bach", "Green", troopers=3),)
    turn = Turn(moved, {}, Dice.throwaway("battle"))
    assert turn.dropped_by("Green", NUMBER["Bach"]) == {Kind.TROOPER: 3, Kind.GENNIE: 0}


def test_gennies_aboard_are_kept_with_the_transport_that_has_them() -> None:
    """A position written and read again is the same, and the fullest Transport comes first."""
    state = state_of(SEATS, {}, {"Far Mars": "Blue X"})
    forces = Forces(state.seen, state.position)
    at = NUMBER["Far Mars"]
    forces.piles[at, "Blue"].loads = [Load(), cargo(1, 2), Load(4)]
    position = forces.position
    assert position.gennied("Far Mars", "Blue") == (2, 0, 0)
    read: Position = decode(encode(position), Position)
    assert read == position
    again = Forces(state.seen, read)
    assert again.piles[at, "Blue"].loads == [cargo(1, 2), Load(4), Load()]
    assert dict(again.piles[at, "Blue"].cargo.counts) == {Kind.TROOPER: 5, Kind.GENNIE: 2}


def test_a_transport_takes_five_ground_units() -> None:
    """Of Xenotron's Troopers it takes ten, beside Gennies two for each."""
    state = state_of(SEATS, {"optional_leaders": True}, {}, leaders={"Xenotron": "Vesta Red"})
    forces = Forces(state.seen, state.position)
    assert [forces.fits(colour, Load(3), Kind.TROOPER) for colour in ("Blue", "Red")] == [2, 7]
    assert [forces.fits(colour, cargo(1, 2), Kind.GENNIE) for colour in ("Blue", "Red")] == [2, 2]
    assert forces.fits("Blue", Load(factory=True), Kind.TROOPER) == 0


def test_what_a_leader_carries_takes_room_and_is_seen_on_the_map() -> None:
    """Jocasta is a Transport; Admiral Vaar and each Battler with him take a Gennie, but no Factory."""
    leaders = {"Jocasta": "Near Mars Blue", "Admiral Vaar": "A7 Red"}
    state = state_of(SEATS, {"optional_leaders": True}, {"A7": "Red B"}, leaders=leaders)
    forces = Forces(state.seen, state.position)
    at, jocasta, vaar = NUMBER["Near Mars"], forces.people["Jocasta"], forces.people["Admiral Vaar"]
    assert [yards.room(forces, at, "Blue", kind) for kind in (Kind.TROOPER, Kind.FACTORY)] == [5, 1]
    yards.stow(forces, at, "Blue", Kind.TROOPER, 3)
    assert [yards.room(forces, at, "Blue", kind) for kind in (Kind.TROOPER, Kind.FACTORY)] == [2, 0]
    assert [forces.stows(vaar, 1, kind) for kind in (Kind.GENNIE, Kind.TROOPER, Kind.FACTORY)] == [2, 0, 0]
    vaar.load = cargo(0, 2)
    shown = {
        zone: [entry.words for tag in some for entry in tag.entries] for zone, some in tags(forces.position).items()
    }
    assert shown["Near Mars"] == ["Jo", "(3T)"]
    assert shown["A7"] == ["1B", "Va", "(2G)"]
    assert jocasta.load == Load(3)


def test_admiral_vaar_and_battlers_who_carry_gennies_do_not_part() -> None:
    """No line leaves Gennies without a ship; whatever else parts them costs those that nobody can carry."""
    state = state_of(SEATS, {"optional_leaders": True}, {"A7": "Blue 2B"}, leaders={VAAR: "A7 Blue"})
    forces = Forces(state.seen, state.position)
    forces.people[VAAR].load = cargo(0, 3)
    laden = replace(state, position=forces.position, phase="moves")
    for line, gone in (("MOVE 1 BATTLER A7 TO A8", 0), ("MOVE VAAR A7 TO A8", 0), ("MOVE ALL A7 TO A8", 3)):
        moved = play.resolve(laden, {"Blue": orders_of([line])}, Dice.throwaway("moved"))
        vaar = next(one for one in moved.state.position.leaders if one.name == VAAR)
        assert (vaar.zone == "A8", vaar.load and vaar.load.gennies) == (bool(gone), 3)
        assert [event.cause for event in moved.events if isinstance(event, LineFailed)] == ([] if gone else ["full"])
    fled = Turn(laden, {}, Dice.throwaway("fled"))
    fled.lose(NUMBER["A7"], "Blue", Kind.BATTLER)
    fled.lose_excess_gennies("Blue", NUMBER["A7"])
    assert fled.people[VAAR].load == cargo(0, 2)
