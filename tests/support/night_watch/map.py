"""The street as a strip of six boxes."""

from moderator.core import svg
from moderator.core.game import Drawing
from tests.support.night_watch.view import STREETS, View

BOX = 60


def chart(view: View) -> str:
    """Return one line per street, with who is known to be in it."""
    return "\n".join(
        f"{street}: {' '.join(seat for seat in view.seats if view.place.get(seat) == street)}".rstrip()
        for street in STREETS
    )


def draw(view: View) -> tuple[Drawing, ...]:
    """Return the strip."""
    width = BOX * len(STREETS)
    parts = [_street(view, street, index * BOX) for index, street in enumerate(STREETS)]
    picture = svg.document(width, BOX, *parts, title="The street")
    return (Drawing(key="street", svg=picture, width=width, height=BOX, alt="The street"),)


def _street(view: View, street: str, x: int) -> str:
    here = [seat for seat in view.seats if view.place.get(seat) == street]
    return svg.group(
        svg.rect(x, 0, BOX, BOX, fill="none", stroke="#000"),
        svg.text(street, x + 4, 12, font_size=10),
        *(svg.text(seat, x + 4, 26 + 10 * row, font_size=9) for row, seat in enumerate(here)),
    )
