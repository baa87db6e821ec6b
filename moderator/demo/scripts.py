"""The demo's script for each game."""

from collections.abc import Mapping
from typing import Any

from moderator.core.game import Event
from moderator.core.seats import Seat
from moderator.demo.script import Aside, Script, Show, Staging
from moderator.games import buck_rogers, buck_rogers_revised, rayguns_and_rocketships, rebel_commander, space_genocide
from moderator.games.buck_rogers_revised.events.movement import CardPlayed as TerritoryPlayed
from moderator.games.buck_rogers_revised.events.production import BidsOpened
from moderator.games.rayguns_and_rocketships.events.crew import EntryTried
from moderator.games.rayguns_and_rocketships.events.gunnery import BatteryFired
from moderator.games.rayguns_and_rocketships.tables import cards_of
from moderator.games.solar_system.events.battle import BattleBegun
from moderator.games.space_genocide.events.battle import EngagementBegun
from moderator.games.space_genocide.events.cards import CardPlayed
from moderator.games.space_genocide.tables import CARD

REBEL_COMMANDER = Script(
    game=rebel_commander.GAME,
    seats=("Red", "Blue", "Green"),
    table=Staging(name="hoth", every="48h", bots={"Empire": "veteran"}, options={"edition": "planet"}),
    duel=Staging(
        name="ridge",
        every="24h",
        people=1,
        bots={"Empire": "veteran"},
        options={"edition": "skirmish", "max_turns": 8},
    ),
    whole=Staging(name="hoth", every="1m", bots={"Empire": "veteran"}, options={"edition": "planet"}),
    limit="max_turns",
    thinker="veteran",
    nowhere="K9",
    has_pacts=True,
    word="Friends, the Empire looks thin in the middle. Hold your ground!",
    asides={
        ("ann", 1): Aside("Hello, first time for me. How do I attack again?", ("HELP ATTACK",)),
        ("ben", 5): Aside("my printer is hungry", ("MAP POSTER",)),
    },
)

# ---- Space Genocide ----------------------------------------------------------------------------------------

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


_STRONGEST = tuple(space_genocide.GAME.bots)[-1]

SPACE_GENOCIDE = Script(
    game=space_genocide.GAME,
    seats=("Red", "Blue", "Green"),
    table=Staging(
        name="rigel",
        every="48h",
        bots={"Gold": _STRONGEST},
        options={"map_size": "small", "start_hand": 6},
    ),
    duel=Staging(
        name="vega",
        every="24h",
        people=1,
        bots={"Blue": "random"},
        options={"map_size": "small", "turn_limit": 4, "production": 1},
    ),
    whole=Staging(name="rigel", every="1m", bots={"Gold": _STRONGEST}, options={"map_size": "small"}),
    limit="turn_limit",
    thinker=_STRONGEST,
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

# ---- Buck Rogers -------------------------------------------------------------------------------------------


def _who_meets(event: Event) -> tuple[Seat, ...]:
    """Return the seats that a battle is between, none for another event."""
    return tuple(side.seat for side in event.sides) if isinstance(event, BattleBegun) else ()


BUCK_ROGERS = Script(
    game=buck_rogers.GAME,
    seats=("Blue", "Red", "Purple"),
    table=Staging(name="titan", every="48h", bots={"Green": "captain"}, options={"seduce_reach": 1}),
    duel=Staging(name="ceres", every="24h", people=1, bots={"Red": "captain"}, options={"year": 3}),
    whole=Staging(name="titan", every="1m", bots={"Green": "captain"}, options={}),
    limit="year",
    thinker="captain",
    turns=4,
    most=7,
    shows=(Show("a battle, round by round", _who_meets),),
    nowhere="Saturn",
    word="Dear neighbours, look at who holds most of Earth. It is not me!",
    asides={
        ("ann", 1): Aside("Hello, first time for me. How do I send ships again?", ("HELP MOVE",)),
        ("ben", 5): Aside("my printer is hungry", ("MAP POSTER",)),
    },
)

# ---- Buck Rogers, revised ----------------------------------------------------------------------------------


def _who_ties(event: Event) -> tuple[Seat, ...]:
    """Return the seats whose bids are parted by throws, none for another event."""
    return tuple(seat for seat, _ in event.throws[0]) if isinstance(event, BidsOpened) and event.throws else ()


def _who_plays(event: Event) -> tuple[Seat, ...]:
    """Return the seat that plays a territory card, none for another event."""
    return (event.seat,) if isinstance(event, TerritoryPlayed) else ()


def _with_bids(view: Any, lines: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ANN401 - the game's own view
    """Return orders with a bid, which people's bots make but seldom."""
    return lines if view.turn == 0 or any("BID" in line for line in lines) else (*lines, "BID 1")


BUCK_ROGERS_REVISED = Script(
    game=buck_rogers_revised.GAME,
    seats=("Blue", "Red", "Purple"),
    table=Staging(name="phoebe", every="48h", bots={"Green": "captain"}, options={}),
    duel=Staging(name="vesta", every="24h", people=1, bots={"Red": "captain"}, options={"end_turn": 3}),
    whole=Staging(name="phoebe", every="1m", bots={"Green": "captain"}, options={}),
    limit="end_turn",
    thinker="captain",
    turns=4,
    most=7,
    shows=(
        Show("a battle on the battle board", _who_meets),
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

# ---- Rayguns and Rocketships ---------------------------------------------------------------------------------


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


RAYGUNS_AND_ROCKETSHIPS = Script(
    game=rayguns_and_rocketships.GAME,
    seats=("Rangers", "Zard", "Blaarg"),
    table=Staging(name="comet", every="48h", bots={"Pirates": "cadet"}, options={"episode": "scrap-run"}),
    duel=Staging(name="maw", every="24h", people=1, bots={"Zard": "cadet"}, options={"rounds": 3}),
    whole=Staging(name="comet", every="1m", bots={"Pirates": "cadet"}, options={}),
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

_ALL = (REBEL_COMMANDER, SPACE_GENOCIDE, BUCK_ROGERS, BUCK_ROGERS_REVISED, RAYGUNS_AND_ROCKETSHIPS)
SCRIPTS: Mapping[str, Script] = {script.game.info.key: script for script in _ALL}
"""The script of every game by its key."""
