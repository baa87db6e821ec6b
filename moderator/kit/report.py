"""Reports: facts under headings, and the headings in their order."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from moderator.core.game import Event, Report, Section


def by_section(
    sections: Iterable[str], events: Sequence[Event], kinds: Mapping[str, tuple[type[Event], ...]]
) -> dict[str, list[Any]]:
    """Return for each section the events of its kinds, as they happened; a section without kinds has none yet."""
    return {key: [event for event in events if isinstance(event, kinds.get(key, ()))] for key in sections}


def build_report(facts: Mapping[str, Iterable[Any]]) -> Report:
    """Build a report from facts by section, in that order; leave out sections without facts."""
    sections = (Section(key, tuple(section_facts)) for key, section_facts in facts.items())
    return Report(tuple(section for section in sections if section.facts))
