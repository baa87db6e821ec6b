"""What a player can choose while composing an order, and where the nodes are on the Star Map."""

from moderator.games.rayguns_and_rocketships import GAME
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.orders.types import (
    Board,
    Go,
    Man,
    Mount,
    Program,
    Search,
    Station,
    UseAbility,
    Wreck,
)
from moderator.games.rayguns_and_rocketships.tables import abilities_of
from tests.games.rayguns_and_rocketships.positions import middle


def chosen(who: str, kind: type, gap: str) -> list[str]:
    """Return what a seat is offered in the middle of a match."""
    found = GAME.choices(middle(who), kind, gap, {})
    assert found is not None
    return list(found)


def test_cards_are_those_in_hand() -> None:
    """A search is offered for what is not in hand."""
    hand = chosen("Rangers", Program, "cards")
    assert hand == list(middle().hand)
    assert not {*chosen("Rangers", Search, "find")} & {*hand}
    assert chosen("Rangers", Search, "find")[:2] == ["GUN", "STAR"]


def test_figures_posts_and_abilities_are_the_seats_own() -> None:
    """A figure that is in space can be sent, too."""
    assert chosen("Rangers", Station, "figure") == ["CAPTAIN", "1", "2", "3", "4", "5", "6", "PRINCESS"]
    assert {*chosen("Rangers", Station, "post")} == {*deck("Rangers").posts}
    assert {*chosen("Blaarg", Mount, "ports")} == {*deck("Blaarg").ports}
    side = middle().side("Rangers").captain
    assert chosen("Rangers", UseAbility, "ability") == list(abilities_of("Rangers", side))


def test_of_ships_of_others_is_offered_what_can_be_reached() -> None:
    """Posts of a ship that has been boarded are places to go to; rayguns that are there can be wrecked."""
    assert chosen("Rangers", Board, "seat") == ["Pirates", "Zard", "Blaarg"]
    spots = chosen("Rangers", Go, "spot")
    assert {"HOME", "HATCH", "Zard HATCH", "F6"} <= {*spots}
    assert not any(spot.startswith(("Pirates", "Blaarg")) for spot in spots)
    assert "O1" in chosen("Rangers", Wreck, "guns")
    assert "O1" not in chosen("Blaarg", Wreck, "guns")


def test_who_is_no_seat_is_offered_nothing_of_its_own() -> None:
    """The public looks on."""
    assert not chosen("public", Program, "cards")
    assert not chosen("public", Station, "post")
    assert "ENGINES" in chosen("public", Man, "places")
