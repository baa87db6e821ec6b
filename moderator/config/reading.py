"""Reading a file: a tree of tables with the secrets filled in, and the line of each key."""

import re
import tomllib
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from moderator.config.faults import ConfigError, Fault, did_you_mean
from moderator.config.lines import Lines, RepeatedKey, find_repeated_key
from moderator.config.lines import Path as KeyPath

_PLACE = re.compile(r" \(at line (\d+), column \d+\)$")
_REPEATED = re.compile("overwrite|declare|duplicate|mutate|redefine", re.IGNORECASE)
"""Words by which tomllib tells that something is written twice."""
_MANY = ("match", "override", "forum")
"""Names of the arrays of tables."""
_ENV = re.compile(r"\$\{([^}]*)\}")
_CURLY = re.compile("[\u2018-\u201f\u00ab\u00bb]")
"""Quotes that word processors put in place of straight ones."""
_SECRETS = ("password", "key")
_EXPANDED = ("moderator", "imap", "smtp", "database", "watch")
_EXPANDED_EACH = ("forum",)
"""Arrays of tables with such values."""


class Source:
    """A file that was read: its tree of tables, and the means to make faults with line numbers."""

    def __init__(self, path: Path) -> None:
        """Read a file; raises ConfigError if it is missing or not valid TOML."""
        self.name = path.name
        self.root = path.resolve().parent
        self.tree: dict[str, Any] = {}
        try:
            text = path.read_text(encoding="utf-8-sig").replace("\r\n", "\n")
        except FileNotFoundError:
            missing = self._fault(0, "", "there is no such file", "moderator init DIR makes a new one")
            raise ConfigError([missing]) from None
        except OSError as error:
            why = error.strerror or "unknown error"
            raise ConfigError([self._fault(0, "", f"cannot be read: {why}", "give the file: --config FILE")]) from None
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            raise ConfigError([self._fault(line, "", "the file is not UTF-8", "save it as UTF-8")]) from None
        try:
            self.tree = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise ConfigError([self._bad_syntax(text, str(error))]) from None
        self._lines = Lines(text)

    def written(self, path: KeyPath) -> Mapping[str, Any]:
        """Return a table of an array as it is written; an empty one if something else stands there."""
        name, number = path
        table = self.tree[str(name)][number]
        return table if isinstance(table, dict) else {}

    def line(self, path: KeyPath) -> int:
        """Return the line of a key, or of the nearest table or array around it."""
        return self._lines.line_of(path)

    def fault(self, path: KeyPath, message: str, suggestion: str = "") -> Fault:
        """Return a fault about a key."""
        return self._fault(self.line(path), operator_path(path), message, suggestion)

    def duplicates(self, array: str, key: str, values: Sequence[str], wording: str, advice: str) -> list[Fault]:
        """Return a fault for each table of an array whose value of a key stands in an earlier one.

        ``wording`` goes before the value: ``matches are called``.
        """
        found = []
        firsts: dict[str, int] = {}
        for number, value in enumerate(values):
            if (first := firsts.setdefault(value, number)) != number:
                elsewhere = f"the other is on line {self.line((array, first, key))}; {advice}"
                found.append(self.fault((array, number, key), f'two {wording} "{value}"', elsewhere))
        return found

    def _fault(self, line: int, key: str, message: str, suggestion: str) -> Fault:
        return Fault(file=self.name, line=line, key=key, message=message, suggestion=suggestion)

    def _bad_syntax(self, text: str, message: str) -> Fault:
        lines = text.split("\n")
        place = _PLACE.search(message)
        number = int(place[1]) if place else len([*lines])
        repeated = find_repeated_key("\n".join(lines[:number])) if _REPEATED.search(message) else None
        if repeated is not None:
            return self._fault(repeated.line, operator_path(repeated.path), *_describe_repetition(repeated))
        return self._fault(number, "", _PLACE.sub("", message), _guess_mistake(lines[number - 1] if lines else ""))


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
    faults: list[Fault] = []
    tree = {name: value for name, value in source.tree.items() if name not in without or name in _EXPANDED_EACH}
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
