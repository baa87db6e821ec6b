"""What a player can choose while composing an order, and where the zones are on the board."""

from moderator.core.dice import Dice
from moderator.core.seats import Seat
from moderator.core.svg import bounds
from moderator.games.buck_rogers import GAME
from moderator.games.buck_rogers.orders.types import SeduceLeader
from moderator.games.buck_rogers.seat.view import View
from moderator.games.solar_system.board.zones import ZONES
from moderator.games.solar_system.orders.types import Build, Carry, Hold, Move
from moderator.games.solar_system.pieces import COLOURS
from tests.games.buck_rogers.tables import state_of


def view_of(seat: Seat) -> View:
    """Return what a seat sees where Red has a little and Blue has less."""
    units = {"Bach": "Red 3T F Y", "Tolstoi": "Red 2F", "Near Mercury": "Red X", "Hielo": "Blue T"}
    state = state_of(COLOURS[:4], {}, units, leaders={"Ardala": "Tolstoi Red", "Black Barney": "Pallas Purple"})
    return GAME.view(state, seat)


def test_units_are_offered_as_they_stand() -> None:
    """All units come first, then all of a kind, Leaders, and as many of a kind as stand together."""
    troopers = ("1 TROOPER", "2 TROOPERS", "3 TROOPERS")
    whole = ("ALL", "ALL TROOPERS", "ALL FIGHTERS", "ALL TRANSPORTS", "Ardala")
    assert GAME.choices(view_of("Red"), Move, "units", {}) == (
        *whole,
        *troopers,
        "1 FIGHTER",
        "2 FIGHTERS",
        "1 TRANSPORT",
    )
    assert GAME.choices(view_of("Blue"), Move, "units", {}) == ("ALL TROOPERS", "1 TROOPER")
    assert GAME.choices(view_of("Red"), Carry, "cargo", {}) == ("ALL TROOPERS", *troopers, "1 FACTORY")


def test_zones_are_offered_where_the_seat_stands() -> None:
    """An order for units names where they are; one for a Factory where that is; a way leads anywhere."""
    view = view_of("Red")
    assert GAME.choices(view, Hold, "zone", {}) == ["Bach", "Tolstoi", "Vesta", "Near Mercury"]
    assert GAME.choices(view, Build, "zone", {}) == ("Bach",)
    assert GAME.choices(view, Carry, "base", {}) == ["Near Mercury"]
    assert GAME.choices(view, SeduceLeader, "leader", {}) == ["Black Barney"]
    assert GAME.choices(view_of("Blue"), SeduceLeader, "leader", {}) == ["Black Barney", "Ardala"]
    assert GAME.choices(view, Move, "way", {}) == tuple(zone.name for zone in ZONES)


def test_what_was_chosen_narrows_what_is_offered() -> None:
    """Units stand where they are chosen to go from; what joins a list stands with the first of it."""
    view = view_of("Red")
    fighters = GAME.language.fill(Move, {"units": "2 FIGHTERS"})
    assert GAME.choices(view, Move, "origin", fighters) == ["Tolstoi"]
    assert GAME.choices(view, Move, "units", fighters) == ("Ardala",)


def test_any_number_of_units_is_offered() -> None:
    """However many stand together."""
    state = state_of(COLOURS[:2], {}, {"Bach": "Red 15T"}, leaders={})
    assert "15 TROOPERS" in (GAME.choices(GAME.view(state, "Red"), Move, "units", {}) or ())


def test_units_and_ways_are_composed_of_several_choices() -> None:
    """Commas join units to a fleet, and zones to a way that ends at the last."""
    many = [piece.gap for piece in GAME.language.pieces(Move) if piece.many]
    assert many == ["units", "way"]
    order = GAME.language.parse("MOVE 2 FIGHTERS, Ardala Tolstoi Near Mercury, Far Mercury")
    assert isinstance(order, Move)
    assert GAME.language.format(order) == "MOVE 2 FIGHTERS, Ardala Tolstoi VIA Near Mercury TO Far Mercury"


def test_every_zone_of_the_board_is_a_place() -> None:
    """An orbit is as wide as it is drawn, whatever lies in it."""
    places = {place.name: bounds(place.outline) for place in GAME.places(view_of("Red"))}
    assert set(places) == {zone.name for zone in ZONES}
    for name in ("Near Mercury", "Near Mars", "Far Mars", "Near Moon"):
        assert min(places[name].width, places[name].height) > 2 * 98, name


def test_orders_that_cannot_be_given_are_not_offered() -> None:
    """Options switch some off; others are Ardala's and Doc Huer's, who can be wished for before the match begins."""
    assert {"seduce", "seduce-leader", "huer-rolls"} & {*GAME.absent(view_of("Red"))} == {"huer-rolls"}
    assert {"seduce", "seduce-leader"} < {*GAME.absent(view_of("Purple"))}
    assert "pick" in GAME.absent(view_of("Blue"))
    beginning = GAME.setup(COLOURS, {"pick": True}, Dice.throwaway("begin")).state
    assert not {"seduce", "huer-rolls", "pick"} & {*GAME.absent(GAME.view(beginning, "Blue"))}
