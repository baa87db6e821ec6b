"""The step in work."""

from moderator.core.dice import Dice
from moderator.core.game import SeatEvent
from moderator.kit.turn_log import TurnLog


class _Met(SeatEvent, frozen=True, kw_only=True):
    pass


def test_what_one_seat_is_told_others_do_not_see() -> None:
    """What is said all see; both stand in the order in which they happened."""
    step = TurnLog(Dice.throwaway("ruling"))
    step.tell(_Met(seat="Red"))
    step.say(_Met(seat="Blue"))
    assert [(event.known_to("Red"), event.known_to("Blue")) for event in step.events] == [(True, False), (True, True)]


def test_every_throw_has_an_address_of_its_own() -> None:
    """Throws for one reason are counted, from where a game likes; others do not count with them."""
    step = TurnLog(Dice.throwaway("ruling"))
    stream = step.dice.open
    for kind in ("duel", "duel", "shot"):
        step.throw_die(stream, 8, kind, "F6", ("Red",), first=100)
    step.restart_counts()
    step.throw_die(stream, 8, "duel", "F6", ("Red",), first=200)
    assert [(throw.why.kind, throw.why.n) for throw in step.dice.log] == [
        ("duel", 100),
        ("duel", 101),
        ("shot", 100),
        ("duel", 200),
    ]


def test_play_is_over_once_somebody_has_won() -> None:
    """Whatever a game notes of it."""
    step = TurnLog(Dice.throwaway("ruling"))
    assert not step.over
    step.won = ("Red", "points")
    assert step.over
