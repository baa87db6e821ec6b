"""Values filled into the commented example of ``config.toml``, which keeps all its comments."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

_HEADER = re.compile(r"(?:# )?(\[\[?(\w+)\]\]?)")
_KEY = re.compile(r"(?:# )?(\w+) = [^#]*")
_FIRST_MATCH = "# [[match]]"

Table = Mapping[str, object]
"""The keys of a table with their values: texts, numbers, truths."""


def fill_in(example: str, tables: Mapping[str, Table]) -> str:
    """Return the example with the keys of some tables filled in; a table or key that was switched off is on then."""
    lines: list[str] = []
    name = ""
    left: dict[str, object] = {}
    for line in example.splitlines():
        header = _HEADER.match(line)
        if header or not line:
            _put(lines, left)
            name = header[2] if header else ""
            left = dict(tables.get(name, {}))
        key = _KEY.match(line)
        if header and left:
            lines.append(_replaced(line, header[1]))
        elif key and key[1] in left:
            lines.append(_replaced(line, written(key[1], left.pop(key[1]))))
        else:
            lines.append(line)
    _put(lines, left)
    return "\n".join([*lines, ""])


def add_match(text: str, match: Table, seats: Sequence[Table]) -> str:
    """Return the text with a match before the first example of one."""
    rows = [f"  {{ {', '.join(written(key, value) for key, value in seat.items())} }}," for seat in seats]
    lines = ["[[match]]", *(written(key, value) for key, value in match.items()), "seats = [", *rows, "]"]
    before, found, after = text.partition(_FIRST_MATCH)
    return "\n".join([before.rstrip("#\n"), "", *lines, "", f"{found}{after}" if found else ""])


def written(key: str, value: object) -> str:
    """Return a key with its value; texts, numbers and truths of TOML are those of JSON."""
    return f"{key} = {json.dumps(value, ensure_ascii=False)}"


def _put(lines: list[str], left: dict[str, object]) -> None:
    """Add the keys of a table for which the example has no line."""
    lines += _written(left)
    left.clear()


def _written(table: Table) -> Iterator[str]:
    return (written(key, value) for key, value in table.items())


def _replaced(line: str, new: str) -> str:
    """Return what stands before a comment replaced; the comment stays where it was."""
    at = line.find("#", 1)
    return new if at < 0 else f"{new.ljust(at - 2)}  {line[at:]}"
