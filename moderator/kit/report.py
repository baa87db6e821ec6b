"""A report: which facts stand under which heading, and the headings in their order."""

from collections.abc import Mapping, Sequence
from typing import Any

from moderator.core.game import Event, Report, Section


def by_section(events: Sequence[Event], kinds: Mapping[str, tuple[type[Event], ...]]) -> dict[str, list[Any]]:
    """Return for each section the events of its kinds, as they happened."""
    return {key: [event for event in events if isinstance(event, of)] for key, of in kinds.items()}


def arranged(sections: Sequence[str], facts: Mapping[str, Sequence[Any]]) -> Report:
    """Return a report of the sections that have facts, in their order."""
    return Report(tuple(Section(key, tuple(facts[key])) for key in sections if facts.get(key)))
