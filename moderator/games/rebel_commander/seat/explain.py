"""What HELP tells of the units: how far they go, and what they add to a die by the match's edition."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from moderator.core.codec import declared_structs, kebab, tag_of
from moderator.core.game import Report, Section
from moderator.core.topics import complete, find
from moderator.games.rebel_commander.board.odds import THROWS, winning_throws
from moderator.games.rebel_commander.orders.types import ORDERS
from moderator.games.rebel_commander.pieces import Unit
from moderator.games.rebel_commander.seat.view import View
from moderator.games.rebel_commander.tables import Bonus, Edition, edition_of

_ODDS = ("ODDS", "CHANCE")

TOPICS: Mapping[str, Sequence[str]] = {"UNITS": ("TROOPS", "SPEEDERS", "TRANSPORT"), "ODDS": _ODDS[1:]}
"""What there is to ask about."""

_WORDS = (*TOPICS, *(name for names in TOPICS.values() for name in names))
_HEADINGS = {"UNITS": ("UNITS",), "ODDS": _ODDS}
_UNITS = {unit.value: (unit.value,) for unit in Unit}
_LEADS = range(-5, 7)


class UnitExplained(Struct, frozen=True, tag=kebab):
    """A kind of unit: what each adds to the die of its side beyond the first ``free``, attacking and defending."""

    unit: Unit
    attack: Bonus
    defence: Bonus


class LeadExplained(Struct, frozen=True, tag=kebab):
    """In how many of all throws an attack wins that has ``lead`` more to add than the defence."""

    lead: int
    wins: int
    throws: int


class NotPlayed(Struct, frozen=True, tag=kebab):
    """A kind of unit that the match's edition lacks."""

    unit: Unit


FACTS = declared_structs(__name__)
"""The facts of explanations."""


def explain(view: View, topic: str) -> Report:
    """Tell of the units that the edition has, of one of them, or of the odds."""
    edition = edition_of(view.options)
    topic = complete(topic, _WORDS)
    heading, named = find(topic, _HEADINGS), find(topic, _UNITS)
    if heading == "ODDS":
        return Report(
            (Section("explained-odds", tuple(LeadExplained(lead, winning_throws(lead), THROWS) for lead in _LEADS)),)
        )
    kinds = edition.units if heading else tuple(unit for unit in Unit if unit.value == named)
    facts = tuple(_explain_unit(edition, unit) for unit in kinds)
    return Report((Section("explained-units", facts),) if facts else ())


def absent(view: View) -> tuple[str, ...]:
    """Return the tags of the orders for units that the edition lacks."""
    units = edition_of(view.options).units
    return tuple(tag_of(kind) for kind in ORDERS if getattr(kind, "unit", None) not in (None, *units))


def _explain_unit(edition: Edition, unit: Unit) -> UnitExplained | NotPlayed:
    if unit not in edition.units:
        return NotPlayed(unit)
    return UnitExplained(unit, edition.attack[unit], edition.defence[unit])
