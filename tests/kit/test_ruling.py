"""The ruling in work."""

from moderator.core.dice import Dice
from moderator.core.game import SeatEvent
from moderator.kit.ruling import Ruling


class _Met(SeatEvent, frozen=True, kw_only=True):
    pass


def test_what_one_seat_is_told_others_do_not_see() -> None:
    """What is said all see; both stand in the order in which they happened."""
    ruling = Ruling(Dice.throwaway("ruling"))
    ruling.tell(_Met(seat="Red"))
    ruling.say(_Met(seat="Blue"))
    assert [(event.known_to("Red"), event.known_to("Blue")) for event in ruling.events] == [(True, False), (True, True)]


def test_every_throw_has_an_address_of_its_own() -> None:
    """Throws for one reason are counted, from where a game likes; others do not count with them."""
    ruling = Ruling(Dice.throwaway("ruling"))
    stream = ruling.dice.open
    for kind in ("duel", "duel", "shot"):
        ruling.die(stream, 8, kind, "F6", ("Red",), first=100)
    ruling.count_anew()
    ruling.die(stream, 8, "duel", "F6", ("Red",), first=200)
    assert [(throw.why.kind, throw.why.n) for throw in ruling.dice.log] == [
        ("duel", 100),
        ("duel", 101),
        ("shot", 100),
        ("duel", 200),
    ]


def test_play_is_over_once_somebody_has_won() -> None:
    """Whatever a game notes of it."""
    ruling = Ruling(Dice.throwaway("ruling"))
    assert not ruling.over
    ruling.won = ("Red", "points")
    assert ruling.over
