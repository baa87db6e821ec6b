"""What a player can choose while composing an order."""

from moderator.games.rebel_commander import GAME
from moderator.games.rebel_commander.options import Options
from moderator.games.rebel_commander.orders.types import Attack, BuildSpeeders, MoveTransport, MoveTroops
from moderator.games.rebel_commander.pieces import EMPIRE, Stack
from moderator.games.rebel_commander.seat.view import Score, View

STACKS = (
    Stack("A0", EMPIRE, troops=1),
    Stack("B1", "Red", troops=1),
    Stack("D6", "Red", troops=2, transports=1),
    Stack("D7", EMPIRE, troops=1),
)


def chosen(kind: type, gap: str, **before: str) -> list[str]:
    """Return what Red is offered on the planet."""
    view = View("Red", 3, Options(), ("Red", EMPIRE), ("Red", EMPIRE), STACKS, None, 3, 1, Score(60))
    found = GAME.choices(view, kind, gap, before)
    assert found is not None
    return list(found)


def test_what_can_be_done_now_is_offered_first() -> None:
    """A unit is moved from where one is to what lies beside; three orders may lead to any place."""
    assert chosen(MoveTroops, "origin")[:2] == ["B1", "D6"]
    assert chosen(MoveTransport, "origin")[0] == chosen(BuildSpeeders, "place")[0] == "D6"
    assert chosen(MoveTransport, "goal", origin="D6")[:4] == ["C6", "D5", "D7", "E6"]
    assert sorted(chosen(MoveTroops, "goal", origin="B1")) == ["A1", "B0", "B2", "C1"]


def test_enemies_are_offered_for_attacks_first() -> None:
    """The nearest leads."""
    assert chosen(Attack, "place")[:3] == ["D7", "A0", "B1"]


def test_a_load_is_what_a_transport_carries() -> None:
    """All that fit, or a number."""
    assert chosen(MoveTransport, "troops") == ["ALL", "1", "2", "3", "4"]
