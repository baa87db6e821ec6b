"""The demo of Space Genocide."""

from typing import Any

from moderator.core.demo import Aside, DemoMatch, DemoScript, Show
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.space_genocide.events.battle import EngagementBegun
from moderator.games.space_genocide.events.cards import CardPlayed
from moderator.games.space_genocide.tables import CARD

_ANSWERS = {
    "luck": "ROLL LOST",
    "intelligence": "ANYBODY PLAYS ANYTHING",
    "decoy": "ANYTHING IS ATTACKED",
    "ambush": "ANYTHING IS ATTACKED",
    "defensive-formation": "ANYTHING IS ATTACKED",
    "its-a-dud": "ANYBODY LAUNCHES",
    "space-mines": "ANYBODY MOVES",
    "retreat": "ANYBODY MOVES",
}
"""Cards that people keep ready, and when they are to be played."""


def _with_answers(view: Any, lines: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ANN401 - the game's own
    """Return orders with a line for every card in hand that answers something, unless they play it already."""
    said = " ".join(lines)
    names = {card: CARD[card].name.rstrip("!") for card in view.hand if card in _ANSWERS and view.turn}
    ready = (f"PLAY {name} WHEN {_ANSWERS[card]}" for card, name in names.items() if f"PLAY {name}" not in said)
    return (*lines, *ready)


def _who_fights(event: Event) -> tuple[Seat, ...]:
    """Return the seats that an engagement is between, none for another event."""
    return tuple(force.seat for force in event.forces) if isinstance(event, EngagementBegun) else ()


def _who_answers(event: Event) -> tuple[Seat, ...]:
    """Return the seat that plays a card as an answer, none for another event."""
    return (event.seat,) if isinstance(event, CardPlayed) and event.card in _ANSWERS else ()


DEMO = DemoScript(
    seats=("Red", "Blue", "Green"),
    table=DemoMatch(
        name="rigel",
        every="48h",
        bots={"Gold": "admiral"},
        options={"map_size": "small", "start_hand": 6},
    ),
    duel=DemoMatch(
        name="vega",
        every="24h",
        people=1,
        bots={"Blue": "random"},
        options={"map_size": "small", "turn_limit": 4, "production": 1},
    ),
    whole=DemoMatch(name="rigel", every="1m", bots={"Gold": "admiral"}, options={"map_size": "small"}),
    limit="turn_limit",
    thinker="admiral",
    turns=4,
    most=7,
    shows=(Show("a battle, salvo by salvo", _who_fights), Show("a card that answers what another did", _who_answers)),
    nowhere="Z99",
    further=_with_answers,
    word="Dear neighbours, my Homeworld is none of those near the edge. Look elsewhere!",
    asides={
        ("ann", 1): Aside("Hello, first time for me. How do I send a fleet again?", ("HELP MOVE",)),
        ("ben", 2): Aside("what was that card again?", ("HELP PLAY",)),
        ("ben", 5): Aside("my printer is hungry", ("MAP POSTER",)),
    },
)
