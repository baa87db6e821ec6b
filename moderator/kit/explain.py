"""What HELP tells of a game's things: of all of a sort, or of the one that a name or the beginning of one means."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias, TypeVar

from msgspec import Struct

from moderator.core.game import Report
from moderator.core.topics import complete, find
from moderator.kit.report import build_report

V = TypeVar("V")

Known: TypeAlias = Mapping[str, Sequence[str]]
"""Things by key, each with its names in capitals."""


def in_capitals(names: Iterable[str]) -> dict[str, tuple[str]]:
    """Return things that are known by their keys alone."""
    return {name: (name.upper(),) for name in names}


def names_of(*known: Known) -> tuple[str, ...]:
    """Return all names of some things."""
    return tuple(name for things in known for names in things.values() for name in names)


def matching_keys(topic: str, sort: str, known: Known) -> tuple[str, ...]:
    """Return the keys that a topic is about: all of them if it names their sort, else the one it names, if any."""
    if find(topic, {sort: (sort,)}):
        return tuple(known)
    named = find(topic, known)
    return (named,) if named else ()


def explanation(
    view: V, topic: str, topics: Known, parts: Mapping[str, Callable[[V, str], Iterable[Struct]]]
) -> Report:
    """Put together what the parts tell of a topic; it may be the beginning of one name in ``topics``."""
    topic = complete(topic, (*topics, *names_of(topics)))
    return build_report({f"explained-{key}": facts(view, topic) for key, facts in parts.items()})
