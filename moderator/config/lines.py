"""Line numbers of the keys in a TOML text, which tomllib does not tell."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import NamedTuple

Path = tuple[str | int, ...]
"""The path of a value: keys of tables and indices of arrays, such as ``("match", 0, "seats", 1, "bot")``."""


class RepeatedKey(NamedTuple):
    """A key or table that is written twice: its path, its line, and the line of the first one."""

    path: Path
    line: int
    first: int
    table: bool


_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SPACE = re.compile(r"[ \t]*")
_GAP = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}'
    r"|'''.*?'{3,5}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
_PLAIN = re.compile(r"[^,\]}#\n]+")


class _Scanner:
    """Walks a TOML text that tomllib accepts, and tells of every key and element; who wants to know overrides that."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.ends = [found.start() for found in re.finditer("\n", text)]
        """Where the lines end: counting these from the beginning for every key takes minutes for a long file."""
        self.arrays: dict[Path, int] = {}
        """The number of tables that an array of tables has so far."""

    def line(self) -> int:
        return bisect_left(self.ends, self.at) + 1

    def skip(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return match.group() if match else ""

    def next_is(self, word: str) -> bool:
        if self.text.startswith(word, self.at):
            self.at += len(word)
            return True
        return False

    def note(self, path: Path) -> None:
        """Hear that a path is here, with the tables that it implies."""

    def write(self, path: Path, base: Path = (), *, table: bool = False) -> None:
        """Hear that a key or table is written here below ``base``."""

    def key(self) -> Iterator[str]:
        """Give the parts of a dotted key."""
        while True:
            self.skip(_SPACE)
            part = self.skip(_BARE) or self.skip(_STRING)[1:-1]
            yield part
            self.skip(_SPACE)
            if not self.next_is("."):
                return

    def document(self) -> None:
        base: Path = ()
        self.skip(_GAP)
        while self.at < len(self.text):
            if self.text[self.at] == "[":
                base = self.header()
            else:
                self.pair(base)
            self.skip(_GAP)

    def header(self) -> Path:
        """Read ``[table]`` or ``[[array of tables]]`` and return the path that it opens."""
        self.next_is("[")
        many = self.next_is("[")
        path = self.within(tuple(self.key()), open_last=not many)
        if many:
            index = self.arrays.get(path, -1) + 1
            if not index:
                self.write(path, table=True)
            self.arrays[path] = index
            self.note(path)
            path = (*path, index)
        self.write(path, table=True)
        self.note(path)
        self.next_is("]")
        self.next_is("]")
        return path

    def within(self, keys: tuple[str, ...], *, open_last: bool) -> Path:
        """Return the path of a header; it goes through the last table of every array of tables in it."""
        path: Path = ()
        for number, key in enumerate(keys):
            path = (*path, key)
            if path in self.arrays and (open_last or number < len(keys) - 1):
                path = (*path, self.arrays[path])
        return path

    def pair(self, base: Path) -> None:
        self.skip(_SPACE)
        start = self.at
        path = (*base, *self.key())
        after, self.at = self.at, start
        self.write(path, base)
        self.note(path)
        self.at = after
        self.next_is("=")
        self.skip(_SPACE)
        self.value(path)

    def value(self, path: Path) -> None:
        if self.next_is("["):
            self.array(path)
        elif self.next_is("{"):
            self.inline(path)
        elif not self.skip(_STRING):
            self.skip(_PLAIN)

    def array(self, path: Path) -> None:
        index = 0
        while True:
            self.skip(_GAP)
            if self.next_is("]") or self.at >= len(self.text):
                return
            self.note((*path, index))
            self.value((*path, index))
            self.skip(_GAP)
            self.next_is(",")
            index += 1

    def inline(self, path: Path) -> None:
        while True:
            self.skip(_GAP)
            if self.next_is("}") or self.at >= len(self.text):
                return
            self.pair(path)
            self.skip(_GAP)
            self.next_is(",")


class _LineFinder(_Scanner):
    """Keeps the first line of every path."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.found: dict[Path, int] = {}

    def note(self, path: Path) -> None:
        line, end = self.line(), len(path)
        while end and path[:end] not in self.found:
            self.found[path[:end]] = line
            end -= 1


class _RepetitionFinder(_Scanner):
    """Finds the first key or table that is written twice."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.written: dict[Path, int] = {}
        """The line of every key and table that is written in the text, not only implied by another."""
        self.keys: set[Path] = set()
        """The written paths that have a value."""
        self.repeated: RepeatedKey | None = None

    def write(self, path: Path, base: Path = (), *, table: bool = False) -> None:
        paths = (path[:end] for end in range(len(base) + 1, len(path) + 1))
        earlier = next((each for each in paths if each in self.keys), None)
        if earlier is None and path in self.written:
            earlier = path
        if earlier is not None and self.repeated is None:
            self.repeated = RepeatedKey(path, self.line(), self.written[earlier], table=table)
        self.written.setdefault(path, self.line())
        if not table:
            self.keys.add(path)


class Lines:
    """The line numbers of a TOML text by path. The text must be one that tomllib accepts."""

    def __init__(self, text: str) -> None:
        finder = _LineFinder(text)
        finder.document()
        self._found = finder.found

    def line_of(self, path: Path) -> int:
        """Return the line of a path, counted from 1, or that of the nearest table or array around it."""
        for end in range(len(path), 0, -1):
            if (line := self._found.get(path[:end])) is not None:
                return line
        return 1


def find_repeated_key(text: str) -> RepeatedKey | None:
    """Return the first key or table that is written twice in a TOML text, which must be valid up to there."""
    finder = _RepetitionFinder(text)
    finder.document()
    return finder.repeated
