"""Star Map and decks in plain text, at most sixty columns wide, with a key of their signs.

A node has two characters, a deck square four: its sign of ``ships.toml``, what lies there, who stands there, a Blast.
"""

from collections.abc import Iterator
from itertools import zip_longest
from textwrap import wrap

from moderator.core.pictures import Words
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.compass import HEADINGS, ROWS, place_at
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, PRINCESS, Figure, Node, TokenKind
from moderator.games.rayguns_and_rocketships.seat.drawing.marks import MARKS
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import board_of

_POINTERS = dict(zip(HEADINGS, ("^", "'", ">", ".", "v", ",", "<", "`"), strict=True))
_NAMES = {CAPTAIN: "@", PRINCESS: "&"}
_COLUMN, _WIDE = 32, 60
_SIGNS = (
    ("cockpit", "panel", "engine", "hatch", "airlock"),
    ("rayguns", "no-raygun"),
    ("bulkhead", "blast", "crew", "captain", "boarder"),
)
"""The lines that tell what the signs of decks mean."""
_THINGS: dict[TokenKind, str] = {
    "asteroid": "##",
    "iceteroid": "%%",
    "warbot": "w",
    "core": "a",
    "princess": "pr",
    "tape": "t",
}
"""The sign of each kind of special token, before its number if it has one."""


def chart(words: Words, view: View) -> str:
    """Return the Star Map, its key, and the decks, the viewer's own first, two beside each other where they fit."""
    ships = sorted(view.field.ships, key=lambda seat: seat != view.who)
    lines = [*_map(view), *_key(words, view)]
    for at in range(0, len(ships), 2):
        decks = [list(_deck(view, seat)) for seat in ships[at : at + 2]]
        pairs = ["".join(f"{part:<{_COLUMN}}" for part in pair).rstrip() for pair in zip_longest(*decks, fillvalue="")]
        fit = max(map(len, pairs)) <= _WIDE
        lines += ["", *pairs] if fit else [line for one in decks for line in ("", *one)]
    lines += ["", *("  ".join(words("sign", key=key) for key in line) for line in _SIGNS)] if ships else []
    return "\n".join(line.rstrip() for line in lines)


def _map(view: View) -> Iterator[str]:
    table, field = board_of(view.options), view.field
    signs: dict[Node, str] = dict.fromkeys(table.planets, "()")
    for one in field.tokens.values():
        if one.at and not one.ship:
            signs[one.at] = f"{_THINGS[one.kind] + one.key.removeprefix(one.kind).strip():<2.2}"
    signs |= {one.at: _afloat(one) for one in field.afloat()}
    signs |= {one.at: MARKS[seat].letter + _POINTERS[one.heading] for seat, one in field.ships.items()}
    yield "   " + "".join(f"{column:<3}" for column in range(1, table.columns + 1))
    for row in range(1, table.rows + 1):
        nodes = (place_at(row, column) for column in range(1, table.columns + 1))
        yield f"{ROWS[row - 1]}  " + " ".join(signs.get(node, ". ") for node in nodes)


def _afloat(one: Figure) -> str:
    return MARKS[one.seat].letter.lower() + _NAMES.get(one.name, one.name)


def _key(words: Words, view: View) -> Iterator[str]:
    """Give the signs of the map, then what stands there that a single sign cannot tell."""
    yield ""
    yield "  ".join(f"{MARKS[seat].letter} {seat}" for seat in view.seats)
    yield "  ".join(f"{sign} {heading}" for heading, sign in _POINTERS.items())
    there = dict.fromkeys(one.kind for one in view.field.tokens.values())
    things = (f"{_THINGS[kind]} {words('thing', kind=kind)}" for kind in there)
    yield from wrap("  ".join((f"() {words('planet')}", *things)), _WIDE)
    if afloat := [f"{_afloat(one)} {one.at}" for one in view.field.afloat()]:
        yield from wrap(words("afloat", figures=", ".join(afloat)), _WIDE)


def _deck(view: View, seat: Seat) -> Iterator[str]:
    """Give a deck: four characters a square, the bow at the top."""
    plan, own, field = deck(seat), view.field.ships[seat], view.field
    aboard, lying = field.aboard(seat), field.tokens_aboard(seat)
    columns = max(int(square[1:]) for square in plan.drawn)
    yield f"{seat}, {own.at} {own.heading}"
    yield "  " + "".join(f"{column:<4}" for column in range(1, columns + 1))
    for row in dict.fromkeys(square[0] for square in plan.drawn):
        line = f"{row} "
        for column in range(1, columns + 1):
            square = f"{row}{column}"
            sign, port = plan.drawn.get(square, " "), plan.post_at.get(square, "").removeprefix("GUN ")
            if port in plan.ports and port not in own.guns:
                sign = "-"
            if square in lying:
                sign += _THINGS[lying[square].kind]
            if one := aboard.get(square):
                sign += ("" if one.seat == seat else MARKS[one.seat].letter) + _NAMES.get(one.name, one.name)
            line += f"{sign + '*' * (square in own.blasts):<4}"
        yield line
