"""The names that gaps are read by: cards, abilities, figures, headings, posts and squares, with all they are called."""

from moderator.games.rayguns_and_rocketships.board.compass import HEADINGS
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, CREW, PRINCESS, SEATS
from moderator.games.rayguns_and_rocketships.tables import basics_of, captains, cards_of, stars_of
from moderator.language.grammar.lexicon import PROSE

_DECKS = tuple(map(deck, SEATS))

CARD_NAMES: dict[str, str] = {name: name for seat in SEATS for name in cards_of(seat)}
LEFT_AND_RIGHT: dict[str, str] = {
    name.replace(side, said): name
    for name in CARD_NAMES
    for side, said in (("Port", "Left"), ("Starboard", "Right"))
    if name.endswith(f" {side}")
}
"""Cards as they are called by people ashore: ``Turn Left``."""
_LONG_ENOUGH = 7
"""Letters of a first word that stands for a card."""
_COMMON = frozenset(("RAMMING", "BOARDING", "THROUGH"))
"""First words of cards that say something else by themselves."""
_BASICS = frozenset(name for seat in SEATS for name in basics_of(seat))


def _short_cards() -> dict[str, str]:
    """Return how cards are called for short: by their letters, or by a first word that no other card has."""
    names = dict(CARD_NAMES)
    firsts = [name.split()[0].split("-")[0].upper() for name in names]
    letters = ["".join(word[0] for word in name.replace("-", " ").split()).upper() for name in names]
    short = {first: name for first, name in zip(firsts, names, strict=True) if firsts.count(first) == 1}
    short = {first: name for first, name in short.items() if len(first) >= _LONG_ENOUGH and first not in _COMMON}
    initials = {key: name for key, name in zip(letters, names, strict=True) if letters.count(key) == 1}
    initials |= {key: name for key, name in zip(letters, names, strict=True) if name in _BASICS}
    short |= {key: name for key, name in initials.items() if len(key) > 1 and key not in PROSE}
    return {**short, "FWD": "Forward", "JET PACK": "Jetpack Leap", "AB": "Afterburner"}


SHORT_CARDS: dict[str, str] = _short_cards()
STAR_NAMES: dict[str, str] = {name: name for seat in SEATS for name in stars_of(seat)}
ABILITY_NAMES: dict[str, str] = {
    ability.name: ability.name for one in captains().captain for side in one.side for ability in side.abilities
}
FIGURE_NAMES: dict[str, str] = {
    CAPTAIN: CAPTAIN,
    **{number: number for number in CREW},
    PRINCESS: PRINCESS,
    "CAP": CAPTAIN,
    **{f"{word} {number}": number for word in ("CREW", "CREWMAN", "MEMBER") for number in CREW},
    **{f"C{number}": number for number in CREW},
    "PERSEVONE": PRINCESS,
}
_QUARTERS = {"N": "NORTH", "S": "SOUTH", "E": "EAST", "W": "WEST"}
HEADING_NAMES: dict[str, str] = {
    blank.join(_QUARTERS[letter] for letter in heading): heading for heading in HEADINGS for blank in ("", " ")
}
KIND_NAMES: dict[str, str] = {
    "ENGINES": "ENGINE",
    "COCKPIT": "COCKPIT",
    "COCKPITS": "COCKPIT",
    "PANEL": "PANEL",
    "CONTROL PANEL": "PANEL",
    "HATCH": "HATCH",
    "AIRLOCKS": "AIRLOCK",
    "GUNS": "GUN",
    "PORTS": "GUN",
    "RAYGUNS": "GUN",
    "DECK": "DECK",
    "CORES": "CORE",
    "ENGINE": "ENGINE",
    "AIRLOCK": "AIRLOCK",
    "GUN": "GUN",
    "PORT": "GUN",
    "CORE": "CORE",
}
"""Kinds of places by what they are called, each as ``board.deck.covers`` takes it."""

_POSTS = tuple(dict.fromkeys(post for plan in _DECKS for post in plan.posts))
PORT_NAMES: dict[str, str] = {
    name: port
    for port in sorted({port for plan in _DECKS for port in plan.ports}, key=lambda port: ("PSO".index(port[0]), port))
    for name in (port, f"GUN {port}")
}
POST_NAMES: dict[str, str] = {
    **{post: post for post in sorted(_POSTS)},
    "COCKPIT": "COCKPIT",
    "CONTROL PANEL": "PANEL",
    **{name: f"GUN {port}" for name, port in PORT_NAMES.items()},
    **{f"RAYGUN {port}": f"GUN {port}" for port in PORT_NAMES.values()},
}
_ROWS, _COLUMNS = (sorted({square[at] for plan in _DECKS for square in plan.squares}) for at in range(2))
SQUARE_NAMES: dict[str, str] = {f"DECK {row}{column}": f"DECK {row}{column}" for row in _ROWS for column in _COLUMNS}
"""Squares of decks, those that some ship lacks among them; on a square that has a post both names mean it."""
