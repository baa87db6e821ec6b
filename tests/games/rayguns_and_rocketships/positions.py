"""A board in the middle of a match of four, made by hand: boarders, figures in space, tokens, Blasts, a wound."""

from moderator.core.game import Event
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.events.flight import Collided, ShipMoved
from moderator.games.rayguns_and_rocketships.events.reveal import CardRevealed, Shifted
from moderator.games.rayguns_and_rocketships.options import Options
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, PRINCESS, SEATS, Figure, Position, Ship, Side, Token
from moderator.games.rayguns_and_rocketships.seat.view import RoundNote, Secret, View

_ABOARD = {
    "Rangers": {
        "Rangers": {
            CAPTAIN: "COCKPIT",
            "1": "ENGINE 1",
            "2": "ENGINE 3",
            "3": "PANEL",
            "4": "GUN P2",
            PRINCESS: "GUN S2",
        },
        "Zard": {"6": "AIRLOCK S1", CAPTAIN: "D4"},
    },
    "Pirates": {
        "Pirates": {CAPTAIN: "GUN P2", "1": "ENGINE 1", "2": "PANEL", "3": "COCKPIT", "4": "GUN S1", "6": "HATCH"}
    },
    "Zard": {"Zard": {"1": "ENGINE 1", "2": "GUN S3", "3": "PANEL"}, "Rangers": {"6": "HATCH"}},
    "Blaarg": {"Blaarg": {CAPTAIN: "PANEL", "1": "COCKPIT 1", "2": "ENGINE 1", "3": "GUN O1", "4": "GUN P1"}},
}
_AFLOAT = (("Rangers", "5", "F5"), ("Zard", "4", "F5"), ("Pirates", "5", "H4"), ("Blaarg", "6", "D9"))


def _figures() -> tuple[Figure, ...]:
    aboard = [
        Figure(
            seat,
            name,
            deck(ship).square(post),
            ship,
            wounded=(seat, name) == ("Rangers", "2"),
            scarred=(seat, name) == ("Zard", "1"),
        )
        for ship, crews in _ABOARD.items()
        for seat, crew in crews.items()
        for name, post in crew.items()
    ]
    return (*aboard, *(Figure(seat, name, node) for seat, name, node in _AFLOAT))


_SHIPS = (
    Ship("Rangers", "E5", "E", ("P1", "P2", "P3", "S1", "S3"), ("B4", "F4")),
    Ship("Pirates", "I4", "NE", ("P1", "P2", "P3", "S1", "S2", "S3"), ("E3",)),
    Ship("Zard", "F6", "NW", ("P1", "P3", "S1", "S2"), ("C3", "C5", "F4", "F4")),
    Ship("Blaarg", "C9", "SW", ("P1", "P2", "S1", "S2", "O1")),
)
_TOKENS = (
    Token("asteroid 1", "asteroid", "E7"),
    Token("iceteroid 1", "iceteroid", "G4"),
    Token("warbot 1", "warbot", "D9"),
    Token("warbot 2", "warbot", deck("Pirates").square("GUN S3"), "Pirates", installed=True),
    Token("core 1", "core", deck("Blaarg").square("ENGINE 2"), "Blaarg", installed=True, red=True),
    Token("core 2", "core", "B3"),
    Token("tape", "tape", bearer=("Rangers", "5")),
)


def middle(who: str = "Rangers", **changes: object) -> View:
    """Return what somebody sees of the position."""
    position = Position(
        ships=_SHIPS,
        figures=_figures(),
        sides=(
            Side("A", ("Quick Draw",), 4, 7),
            Side("B", (), 2, 5),
            Side("B", ("Captain", "Thick Hull"), 6, 9),
            Side("B", (), 0, 3),
        ),
        tokens=_TOKENS,
        first="Zard",
        spares=3,
    )
    known: dict[str, object] = {
        "who": who,
        "options": Options(),
        "seats": SEATS,
        "round": 4,
        "turn": 1,
        "phase": "round",
        "position": position,
        "stars": (2, 1, 3, 1),
        "decks": (5, 6, 4, 6),
        "secrets": {who: Secret(("Loop", "Red Alert"))} if who in SEATS else {},
        "history": (
            RoundNote(1, (0, 1, 2, 0), (0, 0, 1, 0)),
            RoundNote(2, (3, 3, 4, 1), (1, 0, 3, 0)),
            RoundNote(3, (7, 5, 9, 3), (2, 1, 4, 0)),
        ),
    }
    return View(**{**known, **changes})  # type: ignore[arg-type]


def _turn(number: int, *moves: Event) -> tuple[Event, ...]:
    cards = (CardRevealed(seat=seat, turn=number, card="Forward", tokens=2, captain=1, actions=3) for seat in SEATS)
    return (*cards, *moves)


def _moved(seat: str, steps: str, path: tuple[str, ...], heading: str) -> ShipMoved:
    at = path[-1] if path else ""
    return ShipMoved(seat=seat, by="card", steps=steps, path=path, at=at, heading=heading)  # type: ignore[arg-type]


TOLD: tuple[Event, ...] = (
    *_turn(
        1,
        _moved("Rangers", "FS", ("D3",), "SE"),
        _moved("Zard", "FP", ("H8",), "NW"),
        _moved("Blaarg", "F", ("B9",), "S"),
    ),
    *_turn(
        2,
        _moved("Rangers", "FP", ("E4",), "E"),
        _moved("Pirates", "FF", ("J4", "I4"), "NE"),
        _moved("Zard", "F", ("G7",), "NW"),
    ),
    *_turn(
        3,
        _moved("Blaarg", "FS", ("C9",), "SW"),
        Shifted(seat="Zard", card="Tractor Beam", on="Rangers", path=("E5",), heading="E"),
    ),
    Collided(
        seat="Zard", on="Rangers", throws=(3, 6), bonuses=(0, 0), result="lost", at="F6", pushed="E5", moved=False
    ),
)
"""What everybody was told of the last Round, as far as it is drawn."""
