"""The shape of a file: its mistakes, and the file as it would be without them, so that the other checks can go on.

What has a wrong shape is left out, or where it is needed, filled in. Nothing is ever made of such a file: it shows the
mistakes beyond the shape in the same reading.
"""

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from typing import Any

from msgspec import Struct
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from moderator.config.faults import Fault, did_you_mean
from moderator.config.lines import Path
from moderator.config.reading import Source
from moderator.config.shape import TABLES, File
from moderator.config.values import kind

_WANTED = {
    "string_type": "text in quotes",
    "int_type": "a whole number, without quotes",
    "bool_type": "true or false, without quotes",
    "dict_type": "a table",
    "model_type": "a table",
    "list_type": "a list in [ ]",
    "tuple_type": "a list in [ ]",
}

_SEAT: Mapping[str, Any] = {"seat": "unnamed", "bot": "unnamed"}
_PLACEHOLDERS: Mapping[tuple[str, ...], Any] = {
    ("moderator",): {"name": "unnamed", "address": "unnamed@example.org", "gm": "gm@example.org"},
    ("imap",): {"host": "localhost", "user": "unnamed"},
    ("smtp",): {"host": "localhost"},
    ("forum",): {"name": "unnamed", "kind": "misago", "url": "https://example.org", "category": 0},
    ("forum", "rooms"): {"group": "unnamed", "category": 0},
    ("match",): {"name": "unnamed", "game": "unnamed", "seats": [_SEAT]},
    ("match", "seats"): _SEAT,
    ("override",): {"id": "unnamed", "match": "unnamed", "do": "PAUSE"},
}
"""What stands for a key that a table needs, by the table's path without array indices."""
_ROUNDS = 5


class Shape(Struct, frozen=True):
    """A file as it would be without mistakes of shape, these mistakes, and the paths at which it was repaired."""

    file: File | None
    faults: tuple[Fault, ...]
    repaired: tuple[Path, ...] = ()
    unknown: tuple[Path, ...] = ()
    """Paths of keys that there are not: one may be meant for a key beside it."""

    def without_consequences(self, further: Iterable[Fault]) -> list[Fault]:
        """Return the faults that other checks found, without those that come of what was repaired."""
        return [fault for fault in further if not any(self._causes(fault.path))]

    def _causes(self, path: Path) -> Iterator[bool]:
        for repaired in self.repaired:
            yield path[: len(repaired)] == repaired or path == repaired[:-1]
            yield repaired[-1] == "seat" and path == repaired[:-2]
        yield from (unknown[:-1] in (path, _around(path)) for unknown in self.unknown)


def _around(path: Path) -> Path:
    """Return the path of the table in which a key stands, with or without an index behind the key."""
    last = max((at for at, part in enumerate(path) if isinstance(part, str)), default=0)
    return path[:last]


def read(source: Source, tree: dict[str, Any]) -> Shape:
    """Check the shape of a file; without its ``file`` nothing more can be told of it."""
    repaired: list[Path] = []
    unknown: list[Path] = []
    faults: list[Fault] = []
    repaired_tree = deepcopy(tree)
    for number in range(_ROUNDS):
        try:
            file = File.model_validate(repaired_tree, context=source.root)
        except ValidationError as error:
            for detail in error.errors():
                if number == 0:
                    faults.append(fault(source, tree, detail))
                (unknown if detail["type"] == "extra_forbidden" else repaired).append(detail["loc"])
                _repair(repaired_tree, detail["loc"])
        else:
            return Shape(file, tuple(faults), tuple(repaired), tuple(unknown))
    return Shape(None, tuple(faults))


def _repair(tree: Any, path: Path) -> None:  # noqa: ANN401 - whatever the file holds
    """Leave out what stands at a path, or put what is needed there."""
    *tables, key = path
    inner = tree
    for part in tables:
        try:
            inner = inner[part]
        except (KeyError, IndexError, TypeError):  # a mistake above it was repaired already
            return
    names = tuple(part for part in path if isinstance(part, str))
    if isinstance(inner, list) and isinstance(key, int):
        inner[key] = deepcopy(dict(_PLACEHOLDERS.get(names, {})))
    elif isinstance(inner, dict):
        inner.pop(key, None)
        needed = _PLACEHOLDERS.get(names[:-1], {})
        if names == ("moderator",):
            inner[key] = dict(_PLACEHOLDERS[names])
        elif key in needed:
            inner[key] = deepcopy(needed[str(key)])


def fault(source: Source, tree: dict[str, Any], error: ErrorDetails) -> Fault:
    """Return one of pydantic's errors as a fault of the file."""
    path: Path = error["loc"]
    code, context = error["type"], error.get("ctx", {})
    if code == "extra_forbidden":
        return source.fault(path, "there is no such key", did_you_mean(str(path[-1]), _keys(tree, path)))
    if code == "missing":
        return source.fault(path, "is missing", _how_to_add(path))
    if code == "ours":
        return source.fault(path, context["message"], context["suggestion"])
    if code == "literal_error":
        choices = [word.strip("'") for word in context["expected"].replace(" or ", ", ").split(", ")]
        return source.fault(path, f"{error['input']!r} is not allowed here", did_you_mean(str(error["input"]), choices))
    if wanted := _WANTED.get(code):
        return source.fault(path, f"must be {wanted.split(',')[0]}, not {kind(error['input'])}", f"write {wanted}")
    return source.fault(path, error["msg"][:1].lower() + error["msg"][1:])


def _how_to_add(path: Path) -> str:
    if path[1:]:
        return f"add {path[-1]} = … to {_table(path)}"
    return f"add the table [{path[0]}]; moderator init DIR writes a whole file to start from"


def _keys(tree: dict[str, Any], path: Path) -> list[str]:
    """Return the keys that are possible in place of an unknown one, those that are not set yet first."""
    table = TABLES.get(tuple(part for part in path[:-1] if isinstance(part, str)))
    inner: Any = tree
    for part in path[:-1]:
        inner = inner[part]
    known = list(table.model_fields) if table else []
    return sorted(known, key=lambda key: key in inner)


def _table(path: Path) -> str:
    """Return the name of the table that a key belongs to, as the operator writes it."""
    keys = [part for part in path[:-1] if isinstance(part, str)]
    if not keys:
        return "the file"
    if keys[-1] == "seats":
        return "this seat"
    return f"[[{keys[0]}]]" if keys[0] in {"match", "override"} else f"[{keys[0]}]"
