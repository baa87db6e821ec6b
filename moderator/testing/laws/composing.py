"""Laws about orders that are composed by choosing, for games that tell their places."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, NamedTuple

from moderator.core import svg
from moderator.core.codec import decode, encode, tag_of
from moderator.core.composing import Composer, offered
from moderator.core.game import AnyGame, Prompt
from moderator.core.language import Piece
from moderator.core.orders import Order
from moderator.core.pictures import Drawing, Place
from moderator.core.seats import Seat
from moderator.core.svg import Point, bounds
from moderator.testing.subjects import GameSubject, Subject, TableSubject

_SOME = 6
"""Moments of a match at which orders are composed."""

_LEVELS = 4
"""At so many heights points are sought within an outline."""

_BUTTONS = 48
"""So many choices of a gap at most are no places: they become buttons."""

_SLACK = 0.5
"""How far an outline may reach over the drawing's edge, in its units."""


class Asked(NamedTuple):
    """A seat that is asked for orders, and its view."""

    game: AnyGame
    seat: Seat
    view: Any
    prompt: Prompt
    places: frozenset[str]

    def kinds(self) -> tuple[type[Order], ...]:
        """Return the kinds of orders that it can give now."""
        absent = self.game.absent(self.view)
        tags = {kind: tag_of(kind) for kind in self.game.language.orders}
        return tuple(kind for kind, tag in tags.items() if tag not in absent and self.prompt.admits(kind))

    def found(self, kind: type[Order]) -> dict[str, Sequence[str]]:
        """Return what can fill each gap of a kind of order."""
        pieces = [piece for piece in self.game.language.pieces(kind) if piece.gap]
        return {piece.gap: offered(self.game, self.view, kind, piece, {}) or () for piece in pieces}


# ---- the laws ---------------------------------------------------------------------------------------------


def places_lie_apart(table: TableSubject) -> None:
    """Every place has a name of its own and an outline within the first drawing, in which no other place lies."""
    game, looked = table.game, set[tuple[Place, ...]]()
    for moment in table.moments(_SOME):
        for who in table.watchers:
            view = game.view(moment.step.state, who)
            places = tuple(game.places(view))
            if places and places not in looked:
                looked.add(places)
                names = [place.name for place in places]
                table.require(len(names) == len(set(names)), f"two places have one name: {names}", who)
                drawing = table.pictures().draw(view)[0]
                outside = [place.name for place in places if not _is_within(drawing, place)]
                table.require(not outside, f"off the drawing are {outside}", who)
                pairs = sorted(f"{one} in {other}" for one, other in _overlaps(places))
                table.require(not pairs, f"outlines overlap: {', '.join(pairs)}", who)


def what_is_chosen_is_read(table: TableSubject) -> None:
    """An order composed by choosing, with any of its parts, is read as that order, and names the places chosen."""
    for asked in _asked(table):
        for kind in asked.kinds():
            found = asked.found(kind)
            for form in _forms(asked.game.language.pieces(kind), found):
                for filled in _fillings(form, found):
                    _require_read(table, asked, kind, form, filled)


def orders_can_be_composed(game: GameSubject) -> None:
    """Every order, with each of its parts, can be composed by choosing, and every place can be chosen in some.

    A kind that the game's ``testing`` names as ``typed`` needs not be.
    """
    wanted, composed, places, chosen = set[str](), set[str](), set[str](), set[str]()
    for table in game.tables:
        for asked in _asked(table) if not table.slow else ():
            places |= asked.places
            for kind in asked.kinds():
                pieces, found = asked.game.language.pieces(kind), asked.found(kind)
                parts = _parts(kind, pieces)
                wanted |= {*parts.values()}
                for form in _forms(pieces, found):
                    composed |= {parts[piece.part] for piece in form}
                    chosen.update(*(found[piece.gap] for piece in form if piece.gap))
    missing = sorted(part for part in wanted - composed if part.split()[0] not in game.testing.typed)
    game.require(not missing, f"cannot be composed by choosing: {', '.join(missing)}")
    game.require(places <= chosen, f"no order could name {sorted(places - chosen)}")


def choices_come_from_the_view(table: TableSubject) -> None:
    """Places and choices follow from the view alone, so that they tell no secret, and only places are many."""
    for asked in _asked(table):
        game: AnyGame = asked.game
        same = asked._replace(view=decode(encode(asked.view), game.view_type))
        table.same(game.places(same.view), game.places(asked.view), "the places of the same view", asked.seat)
        for kind in asked.kinds():
            table.same(
                same.found(kind), asked.found(kind), f"the choices of the same view for {kind.__name__}", asked.seat
            )
            for gap, found in asked.found(kind).items():
                what, others = f"{kind.__name__}.{gap}", [each for each in found if each not in asked.places]
                table.require(len(found) == len(set(found)), f"{what} has a choice twice: {found}", asked.seat)
                buttons = [each for before, each in pairwise(("", *others)) if not _counts_on(before, each)]
                table.require(len(buttons) <= _BUTTONS, f"too many buttons for {what}: {others}", asked.seat)


def what_is_composed_is_accepted(table: TableSubject) -> None:
    """An order composed gap by gap ends nowhere but in an order that is read as it was composed, and is accepted.

    Beside no other orders: those that others make possible are composed after these.
    """
    for asked in _asked(table, 2, 1):
        for kind in asked.kinds():
            composer = Composer(asked.game, asked.view, asked.prompt, kind)
            for at in (0, 1) if composer.is_likely else ():
                _require_accepted(table, asked, kind, composer, at)


def _counts_on(before: str, value: str) -> bool:
    """Tell whether a value is the one before with the next number: one field is for all of them."""
    one, other = (each.split(maxsplit=1)[0] if each else "" for each in (before, value))
    return one.isdecimal() and other.isdecimal() and int(other) == int(one) + 1


# ---- orders -----------------------------------------------------------------------------------------------


def _asked(table: TableSubject, some: int = _SOME, seats: int | None = None) -> Iterator[Asked]:
    """Give the seats that are asked in a match, or the first few, at some of its moments, where there are places."""
    for moment in table.moments(some):
        for seat, prompt in islice(moment.prompts.items(), seats):
            view = table.game.view(moment.before, seat)
            if places := frozenset(place.name for place in table.game.places(view)):
                yield Asked(table.game, seat, view, prompt, places)


def _parts(kind: type[Order], pieces: Sequence[Piece]) -> dict[int, str]:
    """Return the parts of a form that can be left out by their numbers, as a message names them; 0 is what cannot."""
    words: dict[int, list[str]] = {}
    for piece in pieces:
        words.setdefault(piece.part, []).append(piece.gap or piece.words)
    return {part: f"{kind.__name__} [{' '.join(words[part])}]" if part else kind.__name__ for part in (0, *words)}


def _forms(pieces: Sequence[Piece], found: Mapping[str, Sequence[str]]) -> Iterator[list[Piece]]:
    """Give a form bare, with each part that can be left out, and with all: where each gap has a choice."""
    parts = {piece.part for piece in pieces}
    for kept in sorted({frozenset((0, part)) for part in parts} | {frozenset(parts)}, key=sorted):
        form = [piece for piece in pieces if piece.part in kept]
        if all(found[piece.gap] for piece in form if piece.gap):
            yield form


def _fillings(form: Sequence[Piece], found: Mapping[str, Sequence[str]]) -> Iterator[dict[str, str]]:
    """Give what fills the gaps of a form: each choice of a gap with the first of all others, and lists of two.

    Lists are of the last ones, as what goes alone, such as ALL, comes first.
    """
    firsts = {piece.gap: found[piece.gap][0] for piece in form if piece.gap}
    yield firsts
    for piece in form:
        if piece.gap:
            choices = found[piece.gap]
            listed = [", ".join(choices[-2:])] if piece.many else []
            yield from ({**firsts, piece.gap: choice} for choice in (*choices[1:], *listed))


def _require_read(
    subject: Subject, asked: Asked, kind: type[Order], form: Sequence[Piece], filled: Mapping[str, str]
) -> None:
    """Require that a line is read as its kind of order, which is written with the places that were chosen."""
    language = asked.game.language
    line = " ".join(piece.words or filled[piece.gap] for piece in form)
    read = language.parse(line)
    subject.require(isinstance(read, kind), f"{line!r} is read as {read}, no {kind.__name__}", asked.seat)
    written = language.format(read)
    lost = [name for name in filled.values() if name in asked.places and name not in written]
    subject.require(not lost, f"{line!r} is written without {lost}: {written!r}", asked.seat)


def _require_accepted(subject: Subject, asked: Asked, kind: type[Order], composer: Composer, at: int) -> None:
    """Require that the first choice for each gap, or the second, leads on until the order is accepted."""
    language, written = asked.game.language, dict[str, str]()
    pieces = language.pieces(kind)
    left = set[int]()
    for piece in pieces:
        if piece.gap and piece.part not in left:
            can = composer.choices(piece.gap, written)
            subject.require(not can.is_dead_end, f"{kind.__name__}.{piece.gap} ends after {written}", asked.seat)
            if can.is_typed or not can.values:
                subject.require(
                    can.can_leave or can.can_finish, f"nothing fits {kind.__name__}.{piece.gap}", asked.seat
                )
                left.add(piece.part)
            else:
                written[piece.gap] = can.values[min(at, len(can.values) - 1)]
                while (more := composer.choices(piece.gap, written)).values and not (more.can_go_on or more.can_finish):
                    written[piece.gap] += f", {more.values[min(at, len(more.values) - 1)]}"
    line = " ".join(piece.words or written[piece.gap] for piece in pieces if piece.part not in left)
    subject.require(composer.accepts(written), f"{line!r} is refused", asked.seat)
    values: dict[str, Any] = language.fill(kind, written)
    read, filled = language.parse(line), kind(**values)
    subject.require(read == filled, f"{line!r} is read as {read}, not {filled}", asked.seat)


# ---- outlines ---------------------------------------------------------------------------------------------


def _is_within(drawing: Drawing, place: Place) -> bool:
    """Tell whether an outline lies on a drawing."""
    left, top = drawing.left - _SLACK, drawing.top - _SLACK
    right, low = drawing.left + drawing.width + _SLACK, drawing.top + drawing.height + _SLACK
    return all(left <= x <= right and top <= y <= low for x, y in place.outline)


def _overlaps(places: Sequence[Place]) -> Iterator[tuple[str, str]]:
    """Give the pairs of places of which the first has a point within the second; one without inside is such a pair."""
    boxes = [(place, bounds(place.outline)) for place in places]
    for place in places:
        points = list(_points_within(place.outline))
        if not points:
            yield place.name, place.name
        for other, box in boxes:
            near = (point for point in points if box.x < point[0] < box.x + box.width)
            if other is not place and any(_holds(other.outline, point) for point in near):
                yield place.name, other.name


def _points_within(outline: Sequence[Point]) -> Iterator[Point]:
    """Give points within an outline: the middles of strokes across it at some heights."""
    for (left, y), (right, _) in svg.hatching(outline, 0, bounds(outline).height / _LEVELS):
        yield (left + right) / 2, y


def _holds(outline: Sequence[Point], point: Point) -> bool:
    """Tell whether a point lies within an outline: a ray from it cuts that an odd number of times."""
    x, y = point
    cuts = 0
    for at, (right, low) in enumerate(outline):
        left, high = outline[at - 1]
        cuts += (high < y) != (low < y) and left + (y - high) / (low - high) * (right - left) < x
    return cuts % 2 == 1
