"""The demo of Rayguns and Rocketships."""

from typing import Any

from moderator.core.demo import Aside, DemoMatch, DemoScript, Show
from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.events.crew import EntryTried
from moderator.games.rayguns_and_rocketships.events.gunnery import BatteryFired
from moderator.games.rayguns_and_rocketships.tables import cards_of


def _who_fires(event: Event) -> tuple[Seat, ...]:
    """Return the seats that a battery that hits is between, none for another event."""
    return (event.seat, event.on) if isinstance(event, BatteryFired) and event.hits else ()


def _who_boards(event: Event) -> tuple[Seat, ...]:
    """Return the seats of somebody who gets aboard, and of the ship, none for another event."""
    return (event.seat, event.on) if isinstance(event, EntryTried) and event.inside else ()


def _at_the_set_up(view: Any, lines: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ANN401 - the game's own view
    """Return orders for the set-up, which people's bots leave as it is proposed."""
    if view.phase != "setup":
        return lines
    stars = [card.name for card in cards_of(view.who).values() if card.star]
    return ("SIDE B", f"TAKE {stars[0]}", "STATION 2 ENGINE 2")


DEMO = DemoScript(
    seats=("Rangers", "Zard", "Blaarg"),
    table=DemoMatch(name="comet", every="48h", bots={"Pirates": "cadet"}, options={"episode": "scrap-run"}),
    duel=DemoMatch(name="maw", every="24h", people=1, bots={"Zard": "cadet"}, options={"rounds": 3}),
    whole=DemoMatch(name="comet", every="1m", bots={"Pirates": "cadet"}, options={}),
    limit="rounds",
    thinker="cadet",
    turns=4,
    most=7,
    shows=(Show("a broadside that hits", _who_fires), Show("somebody who comes aboard", _who_boards)),
    nowhere="Z99",
    further=_at_the_set_up,
    word="Dear neighbours, there is room for all of us out here. Just not on my side of Vaporia!",
    asides={
        ("ann", 1): Aside("Hello, first time for me. How do I programme cards again?", ("HELP PROGRAM",)),
        ("ben", 5): Aside("my printer is hungry", ("MAP POSTER",)),
    },
)
