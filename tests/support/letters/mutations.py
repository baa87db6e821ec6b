"""Proofs with one thing in them made false, as somebody would who knows how letters count their lines."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from urllib.parse import quote_plus, unquote_plus

from msgspec import Struct
from msgspec.structs import replace

from moderator.service import proof
from moderator.service.facts import LetterFacts

_TOKEN = re.compile(r"(\w+)(\+?)=(\S*)")
_HEXADECIMAL = re.compile("[0-9a-f]{32,}")
SEATS = ("Red", "Blue", "Empire", "Ann", "Bob")


class Line(Struct, frozen=True):
    """One item of a proof: its kind, and its fields in their order."""

    kind: str
    fields: tuple[tuple[str, str], ...]

    def values(self, name: str) -> tuple[str, ...]:
        """Return what the item says in a field."""
        return tuple(value for field, value in self.fields if field == name)


Paper = tuple[Line, ...]
"""A letter's proof: what it says about itself, what it holds, and its items."""


class Mutant(Struct, frozen=True):
    """One change in the letters ``papers``: ``how`` is change, drop, double, swap or move.

    ``where`` are the items that it makes false, as they stood before: the number of the letter, and that in the letter.
    """

    kind: str
    field: str
    how: str
    papers: tuple[Paper, ...]
    where: tuple[tuple[int, int], ...] = ()

    @property
    def name(self) -> str:
        """The change in a few words."""
        return " ".join(part for part in (self.kind, self.field, self.how) if part)


def paper(letter: LetterFacts) -> Paper:
    """Read the proof of a letter."""
    found: list[Line] = []
    for token in " ".join(proof.lines(letter)[1:-1]).split():
        told = _TOKEN.fullmatch(token)
        if told is None:
            found.append(Line(token, ()))
            continue
        *before, last = found
        if told[2]:
            *others, (name, value) = last.fields
            fields = (*others, (name, value + unquote_plus(told[3])))
        else:
            fields = (*last.fields, (told[1], unquote_plus(told[3])))
        found = [*before, replace(last, fields=fields)]
    return tuple(found)


def written(lines: Paper) -> bytes:
    """Return a proof as a letter that was saved."""
    items = (" ".join((line.kind, *(f"{name}={quote_plus(value)}" for name, value in line.fields))) for line in lines)
    return "\n".join(("Subject: x", "", proof.BEGIN, *items, proof.END, "")).encode()


def recounted(lines: Paper) -> Paper:
    """Let a proof hold as many items as it says."""
    counts = Counter(line.kind for line in lines if line.kind not in ("letter", "holds"))

    def counted(line: Line) -> Line:
        kept = tuple(field for field in line.fields if field[0] == "after")
        return replace(line, fields=(*((kind, str(count)) for kind, count in counts.items()), *kept))

    return tuple(counted(line) if line.kind == "holds" else line for line in lines)


def mutants(papers: Sequence[Paper]) -> Iterator[Mutant]:
    """Give every change of every item of some letters."""
    for at, lines in enumerate(papers):
        for number, line in enumerate(lines):
            for name in dict(line.fields):
                yield from _of_field(papers, at, number, name)
            if line.kind not in ("letter", "holds"):
                yield from _of_item(papers, at, number)
            elif line.kind == "holds":
                twice = (
                    *lines[:number],
                    line,
                    replace(line, fields=(*line.fields, ("filed", "9"))),
                    *lines[number + 1 :],
                )
                yield Mutant("holds", "", "double", _with(papers, {at: twice}))
                yield Mutant("holds", "", "drop", _with(papers, {at: (*lines[:number], *lines[number + 1 :])}))


def _of_field(papers: Sequence[Paper], at: int, number: int, name: str) -> Iterator[Mutant]:
    line = papers[at][number]
    first = next(index for index, field in enumerate(line.fields) if field[0] == name)
    value = line.fields[first][1]

    def put(*fields: tuple[str, str]) -> tuple[Paper, ...]:
        changed = replace(line, fields=(*line.fields[:first], *fields, *line.fields[first + 1 :]))
        return _with(papers, {at: _put(papers[at], number, changed)})

    here = ((at, number),)
    yield Mutant(line.kind, name, "change", put((name, _other(name, value))), here)
    yield Mutant(line.kind, name, "drop", put(), here)
    yield Mutant(line.kind, name, "double", put((name, value), (name, _other(name, value))), here)
    other = _another(papers, at, number, lambda each: bool(each.values(name)) and each.values(name)[0] != value)
    if other is not None:
        where, which = other
        taken = papers[where][which]
        theirs = taken.values(name)[0]
        mine = replace(line, fields=(*line.fields[:first], (name, theirs), *line.fields[first + 1 :]))
        swapped = tuple((field, value if (field, told) == (name, theirs) else told) for field, told in taken.fields)
        edited = {at: _put(papers[at], number, mine)}
        edited[where] = _put(edited.get(where, papers[where]), which, replace(taken, fields=swapped))
        if {number: Counter(lines) for number, lines in edited.items()} != {
            number: Counter(papers[number]) for number in edited
        }:
            yield Mutant(line.kind, name, "swap", _with(papers, edited), (*here, (where, which)))


def _of_item(papers: Sequence[Paper], at: int, number: int) -> Iterator[Mutant]:
    lines = papers[at]
    line = lines[number]
    without = recounted((*lines[:number], *lines[number + 1 :]))
    here = ((at, number),)
    yield Mutant(line.kind, "", "drop", _with(papers, {at: without}), here)
    yield Mutant(line.kind, "", "double", _with(papers, {at: recounted((*lines, line))}), here)
    where = (at + 1) % len(papers)
    if where != at:
        moved = _with(papers, {at: without, where: recounted((*papers[where], line))})
        yield Mutant(line.kind, "", "move", moved, here)


def _another(papers: Sequence[Paper], at: int, number: int, fits: Callable[[Line], bool]) -> tuple[int, int] | None:
    """Return where another item of the same kind stands, in the same letter if it can be."""
    kind = papers[at][number].kind
    for where in (at, *range(at + 1, len(papers)), *range(at)):
        for which, line in enumerate(papers[where]):
            if (where, which) != (at, number) and line.kind == kind and fits(line):
                return where, which
    return None


def _other(name: str, value: str) -> str:
    """Return another value that the field might have."""
    if name in ("seat", "seats", "among", "order") and value in SEATS:
        same = SEATS[:3] if value in SEATS[:3] else SEATS[3:]
        return same[(same.index(value) + 1) % len(same)]
    if _HEXADECIMAL.fullmatch(value):
        return f"{'0' if value[0] != '0' else '1'}{value[1:]}"
    if value.lstrip("-").isdecimal():
        return str(int(value) + 1)
    if name == "arrived":
        return value.replace("2026", "2025")
    return f"{value}x"


def _put(lines: Paper, number: int, line: Line) -> Paper:
    return (*lines[:number], line, *lines[number + 1 :])


def _with(papers: Sequence[Paper], edited: dict[int, Paper]) -> tuple[Paper, ...]:
    return tuple(edited.get(at, lines) for at, lines in enumerate(papers))
