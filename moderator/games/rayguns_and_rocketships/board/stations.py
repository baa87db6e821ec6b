"""Where STATION puts figures before the match, and why it cannot; turns, checks and previews ask it alike."""

from collections.abc import Iterable, Iterator

from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.field import Field
from moderator.games.rayguns_and_rocketships.faults import RayFault
from moderator.games.rayguns_and_rocketships.orders.types import RayOrder, Station


def put_on_posts(field: Field, seat: Seat, lines: Iterable[RayOrder]) -> Iterator[tuple[Station, RayFault | None]]:
    """Put figures where STATION says, and give with each line why it fails, or None.

    Whoever was to stand there by custom takes the place that becomes free.
    """
    placed: set[str] = set()
    for line in lines:
        if not isinstance(line, Station):
            continue
        figure, square = field.figures.get((seat, line.figure)), deck(seat).posts.get(line.post, "")
        other = field.aboard(seat).get(square)
        if figure is None:
            yield line, RayFault.FIGURE_GONE
        elif not square:
            yield line, RayFault.NO_SUCH_POST
        elif other and (other.seat != seat or other.name in placed):
            yield line, RayFault.POST_TAKEN
        else:
            if other:
                field.set_figure(other.who, at=figure.at, ship=figure.ship)
            field.set_figure(figure.who, at=square, ship=seat)
            placed.add(line.figure)
            yield line, None
