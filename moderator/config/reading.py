"""Reading a file and those that it includes: a tree of tables with the secrets filled in, and the line of each key."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from moderator.config.faults import ConfigError, Fault, did_you_mean
from moderator.config.lines import Lines, RepeatedKey, find_repeated_key
from moderator.config.lines import Path as KeyPath

_PLACE = re.compile(r" \(at line (\d+), column \d+\)$")
_REPEATED = re.compile("overwrite|declare|duplicate|mutate|redefine", re.IGNORECASE)
"""Words by which tomllib tells that something is written twice."""
_MANY = ("match", "override", "forum", "notice")
"""Names of the arrays of tables."""
INCLUDED = ("match", "override")
"""The arrays of tables that an included file may hold."""
FOLDER = "matches"
"""The folder of the files that may be included."""
INCLUDABLE = re.compile(rf"{FOLDER}/[\w*.-]+\.toml")
"""How files are named that are included."""
_ENV = re.compile(r"\$\{([^}]*)\}")
_CURLY = re.compile("[\u2018-\u201f\u00ab\u00bb]")
"""Quotes that word processors put in place of straight ones."""
_SECRETS = ("password", "key")
_EXPANDED = ("moderator", "imap", "smtp", "database", "watch")
_EXPANDED_EACH = ("forum", "notice")
"""Arrays of tables with such values."""
_NAMED = ("forum",)
"""Arrays of tables that others name."""


class _Text(NamedTuple):
    """A file that was read: its name, its lines, and the number of the first table of each array that it holds."""

    name: str
    lines: Lines
    first: Mapping[str, int]


class Source:
    """A file that was read: its tree of tables, and the means to make faults with line numbers.

    Tables of the files that it includes stand behind its own. ``faults`` is what is wrong with including them.
    """

    def __init__(self, path: Path) -> None:
        """Read a file; raises ConfigError if it or one that it includes is missing or not valid TOML."""
        self.name = path.name
        self.root = path.resolve().parent
        self.tree, lines = self._parse(path, self.name)
        self.faults: list[Fault] = []
        self._texts = [_Text(self.name, lines, {})]
        for included in self._find_included():
            self._include(included)

    @property
    def files(self) -> tuple[str, ...]:
        """The names of all files that were read, from the folder of the first."""
        return tuple(text.name for text in self._texts)

    def written(self, path: KeyPath) -> Mapping[str, Any]:
        """Return a table of an array as it is written; an empty one if something else stands there."""
        name, number = path
        table = self.tree[str(name)][number]
        return table if isinstance(table, dict) else {}

    def is_list(self, path: KeyPath) -> bool:
        """Tell whether the value of a key in a table of an array is written as a list; some take one value, too."""
        *table, key = path
        return isinstance(self.written(tuple(table)).get(str(key)), list)

    def element(self, path: KeyPath, number: int) -> KeyPath:
        """Return the path of one of the values of a key, which is the key's own where one value stands alone."""
        return (*path, number) if self.is_list(path) else path

    def place(self, path: KeyPath) -> str:
        """Return the file and line of a key, or of the nearest table or array around it: ``config.toml:7``."""
        text, within = self._find(path)
        return f"{text.name}:{text.lines.line_of(within)}"

    def fault(self, path: KeyPath, message: str, suggestion: str = "") -> Fault:
        """Return a fault about a key."""
        text, within = self._find(path)
        return Fault(
            file=text.name,
            line=text.lines.line_of(within),
            key=operator_path(within),
            message=message,
            suggestion=suggestion,
            path=path,
        )

    def duplicates(self, array: str, key: str, values: Sequence[str], wording: str, advice: str) -> list[Fault]:
        """Return a fault for each table of an array whose value of a key stands in an earlier one.

        ``wording`` goes before the value: ``matches are called``.
        """
        found = []
        firsts: dict[str, int] = {}
        for number, value in enumerate(values):
            if (first := firsts.setdefault(value, number)) != number:
                elsewhere = f"the other is in {self.place((array, first, key))}; {advice}"
                found.append(self.fault((array, number, key), f'two {wording} "{value}"', elsewhere))
        return found

    def _find(self, path: KeyPath) -> tuple[_Text, KeyPath]:
        """Return the file that a path leads into, and the path within it."""
        name, *rest = path
        for text in reversed(self._texts):
            first = text.first.get(str(name), 0)
            if text is self._texts[0] or (name in text.first and rest and int(rest[0]) >= first):
                return text, (name, int(rest[0]) - first, *rest[1:]) if first else path
        raise AssertionError(path)

    def _find_included(self) -> Iterator[Path]:
        """Give the files to include, each once; a pattern of a wrong form is told with the shape of the file."""
        patterns = self.tree.get("include", [])
        found: dict[Path, None] = {}
        for number, pattern in enumerate(patterns if isinstance(patterns, list) else []):
            if not (isinstance(pattern, str) and INCLUDABLE.fullmatch(pattern)):
                continue
            files = sorted(self.root.glob(pattern))
            if not files and "*" not in pattern:
                self.faults.append(self.fault(("include", number), f"there is no file {pattern}", "correct the name"))
            found |= dict.fromkeys(files)
        yield from found

    def _include(self, path: Path) -> None:
        """Put the tables of a file behind those that are there."""
        name = path.relative_to(self.root).as_posix()
        tree, lines = self._parse(path, name)
        first: dict[str, int] = {}
        for key, tables in tree.items():
            there = self.tree.setdefault(key, []) if key in INCLUDED else None
            if isinstance(tables, list) and isinstance(there, list):
                first[key] = len(there)
                there += tables
            else:
                self.faults.append(_not_included(name, lines.line_of((key,)), key))
        self._texts.append(_Text(name, lines, first))

    def _parse(self, path: Path, name: str) -> tuple[dict[str, Any], Lines]:
        """Return the tables of one file, and its lines; raises ConfigError."""
        try:
            text = path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
        except FileNotFoundError:
            raise ConfigError(
                [_about(name, 0, "", "there is no such file", "moderator init DIR makes a new one")]
            ) from None
        except OSError as error:
            why = error.strerror or "unknown error"
            raise ConfigError([_about(name, 0, "", f"cannot be read: {why}", "give the file: --config FILE")]) from None
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise ConfigError([_about(name, line, "", "the file is not UTF-8", "save it as UTF-8")]) from None
        try:
            return tomllib.loads(text), Lines(text)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError([_bad_syntax(name, text, str(error))]) from None


def _about(file: str, line: int, key: str, message: str, suggestion: str) -> Fault:
    return Fault(file=file, line=line, key=key, message=message, suggestion=suggestion)


def _not_included(file: str, line: int, key: str) -> Fault:
    if key in INCLUDED:
        return _about(file, line, key, "is one table, and there may be several", f"begin each with [[{key}]]")
    return _about(file, line, key, "an included file holds [[match]] and [[override]] alone", "move it to config.toml")


def _bad_syntax(file: str, text: str, message: str) -> Fault:
    lines = text.split("\n")
    place = _PLACE.search(message)
    number = int(place[1]) if place else len([*lines])
    repeated = find_repeated_key("\n".join(lines[:number])) if _REPEATED.search(message) else None
    if repeated is not None:
        return _about(file, repeated.line, operator_path(repeated.path), *_describe_repetition(repeated))
    return _about(file, number, "", _PLACE.sub("", message), _guess_mistake(lines[number - 1] if lines else ""))


def _describe_repetition(twice: RepeatedKey) -> tuple[str, str]:
    """Return what is wrong with a key or table that is written twice, and what to do about it."""
    if twice.table:
        name, *inside = twice.path
        listed = name in _MANY and not any(isinstance(part, str) for part in inside)
        advice = f"each begins with [[{name}]]" if listed else "write its keys there"
        return f"this table is already in line {twice.first}", advice
    if twice.line == twice.first:
        return "this key is written twice in this line", "keep only one of them"
    return f"this key is already in line {twice.first}", "keep only one of them"


def _guess_mistake(line: str) -> str:
    """Return a guess at what is wrong with a line that is not TOML."""
    if '"' not in line and (straight := _CURLY.sub('"', line)) != line:
        return f"use straight quotes: {straight.strip()}"
    if re.match(r"\s*[\w.-]+\s*:", line):
        return "write = between a key and its value, not :"
    if found := re.match(r"\s*([\w.-]+)\s*=\s*([^\"'\[{\s#][^#]*)", line):
        if found[2].strip().lower() in {"true", "false"}:
            return f"write {found[1]} = {found[2].strip().lower()}"
        return f'put text in quotes: {found[1]} = "{found[2].strip()}"'
    if line.count('"') % 2:
        return "a quote is missing"
    backslash = r"write a backslash twice (\\), or put the text in single quotes"
    otherwise = "a table begins with [name] on a line of its own, a value is written as key = value"
    return backslash if "\\" in line else otherwise


def operator_path(path: KeyPath) -> str:
    """Return a path as an operator reads it, with indices counted from 1: ``match[1].seats[2].bot``."""
    out = ""
    for part in path:
        out += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if out else part
    return out


def expand_variables(
    source: Source, env: Mapping[str, str], without: Collection[str] = ()
) -> tuple[dict[str, Any], list[Fault]]:
    """Return the tree with every ``${NAME}`` filled in, and a fault for each that is not set and each open secret.

    The tables ``without`` are left out of the tree, as if they were not in the file; an array of tables, which others
    name, only stays without its secrets filled in.
    """
    faults = [*source.faults]
    tree = {name: value for name, value in source.tree.items() if name not in without or name in _NAMED}
    for table in _EXPANDED:
        if not isinstance(tree.get(table), dict):
            continue
        tree[table] = {
            key: _expand_variable(source, (table, key), value, env, faults) for key, value in source.tree[table].items()
        }
    for name in _EXPANDED_EACH:
        if isinstance(tree.get(name), list):
            sealed = _SECRETS if name in without else ()
            tree[name] = [
                {
                    key: value if key in sealed else _expand_variable(source, (name, at, key), value, env, faults)
                    for key, value in table.items()
                }
                if isinstance(table, dict)
                else table
                for at, table in enumerate(source.tree[name])
            ]
    return tree, faults


def _expand_variable(
    source: Source,
    path: KeyPath,
    value: Any,  # noqa: ANN401 - whatever the file holds
    env: Mapping[str, str],
    faults: list[Fault],
) -> Any:  # noqa: ANN401 - as above
    if not isinstance(value, str):
        return value
    names = _ENV.findall(value)
    secret = path[-1] in _SECRETS
    if secret and value and not (len(names) == 1 and _ENV.fullmatch(value)):
        key = str(path[-1])
        name = f"{str(path[0]).upper()}_{key.upper()}"
        faults.append(
            source.fault(path, "this file must not hold secrets", f'write {key} = "${{{name}}}" and set {name}')
        )
    for name in names:
        if name not in env:
            similar = did_you_mean(name, [key for key in env if key[:1] == name[:1]])
            near = f" ({similar})" if similar.startswith("did") else ""
            faults.append(
                source.fault(path, f"the environment variable {name} is not set", f"export {name}=… first{near}")
            )
    return _ENV.sub(lambda found: env.get(found[1], ""), value)
