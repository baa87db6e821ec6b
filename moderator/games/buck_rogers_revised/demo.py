"""The demo of the revised Buck Rogers."""

from typing import Any

from moderator.core.demo import Aside, DemoMatch, DemoScript, Show
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.buck_rogers_revised.events.movement import CardPlayed
from moderator.games.buck_rogers_revised.events.production import BidsOpened
from moderator.games.solar_system.events.battle import who_meets


def _who_ties(event: Event) -> tuple[Seat, ...]:
    """Return the seats whose bids are parted by throws, none for another event."""
    return tuple(seat for seat, _ in event.throws[0]) if isinstance(event, BidsOpened) and event.throws else ()


def _who_plays(event: Event) -> tuple[Seat, ...]:
    """Return the seat that plays a territory card, none for another event."""
    return (event.seat,) if isinstance(event, CardPlayed) else ()


def _with_bids(view: Any, lines: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ANN401 - the game's own view
    """Return orders with a bid, which people's bots make but seldom."""
    return lines if view.turn == 0 or any("BID" in line for line in lines) else (*lines, "BID 1")


DEMO = DemoScript(
    seats=("Blue", "Red", "Purple"),
    table=DemoMatch(name="phoebe", every="48h", bots={"Green": "captain"}, options={}),
    duel=DemoMatch(name="vesta", every="24h", people=1, bots={"Red": "captain"}, options={"end_turn": 3}),
    whole=DemoMatch(name="phoebe", every="1m", bots={"Green": "captain"}, options={}),
    limit="end_turn",
    thinker="captain",
    turns=4,
    most=7,
    shows=(
        Show("a battle on the battle board", who_meets),
        Show("a tie of bids", _who_ties),
        Show("a territory card", _who_plays),
    ),
    nowhere="Pluto",
    further=_with_bids,
    word="Dear neighbours, I bid one Factory and my word that Mars will stay quiet!",
    asides={
        ("ann", 1): Aside("Hello, first time for me. How do I send ships again?", ("HELP MOVE",)),
        ("ben", 5): Aside("my printer is hungry", ("MAP POSTER",)),
    },
)
