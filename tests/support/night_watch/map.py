"""The street as a strip of six boxes."""

from collections.abc import Sequence

from moderator.core import svg
from moderator.core.game import Event
from moderator.core.pictures import Drawing, Part
from tests.support.night_watch.view import STREETS, View

BOX = 60


def chart(view: View) -> str:
    """Return one line per street, with who is known to be in it."""
    return "\n".join(
        f"{street}: {' '.join(seat for seat in view.seats if view.place.get(seat) == street)}".rstrip()
        for street in STREETS
    )


def draw(view: View, _told: Sequence[Event] = ()) -> tuple[Drawing, ...]:
    """Return the strip."""
    parts = tuple(_street(view, street, index * BOX) for index, street in enumerate(STREETS))
    width = BOX * len(STREETS)
    return (Drawing("street", parts, width, BOX, "The street"),)


def _street(view: View, street: str, x: int) -> Part:
    here = [seat for seat in view.seats if view.place.get(seat) == street]
    drawn = svg.group(
        svg.rect(x, 0, BOX, BOX, fill="none", stroke="#000000"),
        svg.text(street, x + 4, 12, font_size=10),
        *(svg.text(seat, x + 4, 26 + 10 * row, font_size=9) for row, seat in enumerate(here)),
    )
    return Part(svg.Box(x - 1, -1, BOX + 2, BOX + 2), drawn)
