"""What a player can choose while composing an order, and the orders that are not offered at all."""

from typing import Any

from moderator.core.codec import tag_of
from moderator.core.composing import Composer
from moderator.core.game import Prompt
from moderator.games.space_genocide import GAME
from moderator.games.space_genocide.options import Options
from moderator.games.space_genocide.orders.phrases import Fleets, Ships
from moderator.games.space_genocide.orders.types import (
    Burst,
    ChooseRace,
    Deploy,
    Discard,
    FormFleet,
    Join,
    Launch,
    Move,
    Play,
    PlayWhen,
    Pursue,
    Ram,
    Scrap,
    Transfer,
)
from moderator.games.space_genocide.pieces import World
from moderator.games.space_genocide.seat.view import View
from tests.games.space_genocide.paper import fleet, names, planet, view

THERE = (
    fleet("Red", 1, "A1", "battle-station"),
    fleet("Red", 2, "H7", "destroyer", "destroyer", "scout"),
    fleet("Red", 4, "H7", "drone"),
    fleet("Blue", 3, "C3"),
    planet("Red", "A1", World.METAL),
    planet("Blue", "C4"),
    planet("", "D4"),
)


def chosen(kind: type, gap: str, seen: View | None = None) -> list[str]:
    """Return what Red is offered."""
    found = GAME.choices(seen or view(*THERE), kind, gap, {})
    assert found is not None
    return list(found)


def test_fleets_are_offered_by_what_they_can_do() -> None:
    """Those that can move come first, or that share a hex; ships can go into a new fleet, and none can be joined."""
    assert chosen(Move, "fleets") == ["ALL", "2", "4", "1"]
    assert chosen(Join, "fleets") == ["2", "4"]
    assert GAME.choices(view(*THERE), Join, "into", {"fleets": Fleets((2,))}) == ("4",)
    assert GAME.choices(view(*THERE), Transfer, "fleet", {"ships": Ships((("drone", 1),))}) == ("4",)
    assert GAME.choices(view(*THERE), Transfer, "into", {"fleet": 4}) == ("3", "2")
    assert chosen(Transfer, "into") == ["3", "1", "2", "4"]
    assert chosen(Pursue, "foe") == ["Blue 3", "Blue"]


def test_ships_are_offered_as_the_seat_has_them() -> None:
    """As many of a type as there are, down to one; at the start no more than a fleet may begin with."""
    assert chosen(Transfer, "ships") == ["ALL", "Drone", "Scout", "2 Destroyers", "Destroyer", "Battle Station"]
    few = view(*THERE, options=Options(map_size="small", start_fleet=1))
    assert chosen(FormFleet, "ships", few) == ["Drone", "Scout", "Destroyer", "Battle Station"]
    assert chosen(Scrap, "kind") == ["Drone", "Scout", "Destroyer", "Battle Station"]


def test_places_are_offered_where_they_mean_something() -> None:
    """Ships are built at own planets and launch at those of enemies; a way leads anywhere."""
    assert chosen(Deploy, "place") == ["A1"]
    assert chosen(Launch, "place") == ["C4"]
    assert chosen(Move, "way") == list(names())


def test_cards_are_offered_with_what_those_in_hand_are_played_on() -> None:
    """Fleets of others are named by their place; what no card asks for is not offered."""
    seen = view(*THERE, hand=("resupply", "scanners"))
    assert chosen(Play, "card", seen) == chosen(Discard, "hand", seen) == ["Resupply", "Scanners"]
    assert chosen(Play, "target", seen)[:2] == ["Battle Station OF 1", "Scout OF 2"]
    assert chosen(Play, "target", seen)[-1] == "C3"
    assert chosen(Play, "goal", seen) == chosen(Play, "more", seen) == []
    assert "1 IS ATTACKED" in chosen(PlayWhen, "trigger", seen)
    assert not chosen(Play, "card")


def test_every_hex_is_a_place() -> None:
    """Whatever stands there."""
    assert [place.name for place in GAME.places(view())] == list(names())


def test_orders_that_a_match_is_played_without_are_not_offered() -> None:
    """Options switch off cards, bursts and the choice of races; only Orions ram."""

    def absent(**changes: Any) -> set[str]:  # noqa: ANN401 - any field
        return set(GAME.absent(view(*THERE, **changes)))

    everything = Options(map_size="small", bursts=True)
    bare = Options(map_size="small", cards=False, races="none")
    assert absent(options=everything, races={"Red": "orions"}) == absent(options=everything, races={}) == set()
    assert absent(options=bare) == {*map(tag_of, (Play, PlayWhen, Discard, Burst, ChooseRace, Ram))}
    assert absent(options=everything) == {tag_of(Ram)}


def test_a_card_that_needs_two_fleets_is_offered_to_be_played() -> None:
    """Whether it can be played takes some steps to see: on one fleet, and then with another."""
    seen = view(*THERE, hand=("switch",))
    composer = Composer(GAME, seen, Prompt(phase=seen.phase, turn=seen.turn), Play)
    assert composer.choices("card", {}).values == ("Switch",)
    assert composer.choices("other", {"card": "Switch", "target": "2"}).values
