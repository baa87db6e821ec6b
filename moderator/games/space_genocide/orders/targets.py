"""Readers and writers of the targets and conditions of cards."""

import re

from moderator.games.space_genocide.orders.phrases import Target, Trigger
from moderator.games.space_genocide.orders.vocabulary import (
    CARD,
    FLEET,
    HEX,
    KEY_OF_CARD,
    KEY_OF_KIND,
    KIND,
    KIND_NAMES,
    NAME_OF_CARD,
    NAME_OF_KIND,
    SEAT,
    Phrase,
    fleet_of,
    squeezed,
)

_WHOSE = rf"(?:{SEAT}(?:(?:'S)?\s+(?:FLEET\s+)?{FLEET})?|(?:FLEET\s+)?{FLEET}|{HEX}|ALL)"
_TARGET = rf"(?:{KIND}(?:\s+(?:OF|IN|FROM|AT)\s+{_WHOSE})?|{_WHOSE})"
_JOINED = r"(?:\s*[,;&+]\s*(?:AND\s+)?|\s+AND\s+)"
_TARGET_PARTS = re.compile(
    rf"(?:(?P<kind>{KIND})(?:\s+(?:OF|IN|FROM|AT)\s+|$))?"
    rf"(?:(?P<seat>{SEAT})(?:(?:'S)?\s+(?:FLEET\s+)?(?P<fleet>{FLEET}))?"
    rf"|(?P<place>{HEX})|(?:FLEET\s+)?(?P<own>{FLEET})|ALL)?",
    re.IGNORECASE,
)


def _target_of(text: str) -> Target | None:
    """Return the target that a text names."""
    found = _TARGET_PARTS.fullmatch(text.strip())
    if found is None:
        return None
    kind, seat, place = found["kind"], found["seat"], found["place"]
    number = found["fleet"] or found["own"]
    return Target(
        KEY_OF_KIND[squeezed(kind)] if kind else "",
        seat.capitalize() if seat else "",
        fleet_of(number) if number else 0,
        squeezed(place) if place else "",
    )


def _write_target(target: Target) -> str:
    whose = " ".join(str(part) for part in (target.seat, target.fleet, target.place) if part)
    if not target.kind:
        return whose or "ALL"
    return f"{NAME_OF_KIND[target.kind]} OF {whose}" if whose else NAME_OF_KIND[target.kind]


class TargetPhrase(Phrase):
    """The target of a card: ``3``, ``Red 3``, ``Red``, ``H7``, ``Destroyer of Red 3``, ``ALL``."""

    common = KIND_NAMES

    def __init__(self) -> None:
        """Know the form."""
        super().__init__("target", _TARGET, "Red 3")

    def build(self, text: str) -> Target | None:
        """Return the target."""
        return _target_of(text)

    def write(self, value: object) -> str:
        """Write the target."""
        return _write_target(value) if isinstance(value, Target) else str(value)


class MorePhrase(Phrase):
    """Further targets after the first: ``4, 5``, ``Monitor AND Scout OF 3``."""

    common = KIND_NAMES
    many = True

    def __init__(self) -> None:
        """Know the form."""
        super().__init__("target", rf"{_TARGET}(?:{_JOINED}{_TARGET})*", "4")

    def build(self, text: str) -> tuple[Target, ...] | None:
        """Return the targets."""
        found = [_target_of(part) for part in re.split(_JOINED, text, flags=re.IGNORECASE)]
        return None if None in found else tuple(one for one in found if one is not None)

    def write(self, value: object) -> str:
        """Write them one after another."""
        return ", ".join(map(_write_target, value)) if isinstance(value, tuple) else str(value)


class FoePhrase(TargetPhrase):
    """Another seat or one of its fleets: ``Blue``, ``Blue 7``, ``Blue's fleet 7``."""

    def __init__(self) -> None:
        """Know the form."""
        Phrase.__init__(self, "target", rf"{SEAT}S?(?:(?:'S)?\s+(?:FLEET\s+)?{FLEET})?", "Blue 3")

    def build(self, text: str) -> Target | None:
        """Return the target."""
        return super().build(re.sub(rf"({SEAT})S\b", r"\1", text, flags=re.IGNORECASE))


_ANY = r"(?:ANYBODY|ANYONE|ANYTHING|SOMEBODY|SOMEONE|ANY|THEY|THE\s+ENEMY)"
_SUBJECT = rf"(?:{_TARGET}|{_ANY})"


def _last_or_first(verb: str, thing: str) -> str:
    """Return the pattern of a verb before a thing, or after it, as in German."""
    return rf"(?:{verb}\s+({thing})|({thing})\s+{verb})"


_PLAYS = _last_or_first("PLAYS?", rf"{CARD}|{_ANY}|A\s+CARD")
_ENTERS = _last_or_first(r"(?:ENTERS?|REACHES|COMES\s+TO)", HEX)
_ACTS: tuple[tuple[str, str], ...] = (
    ("attacked", rf"(?:({_SUBJECT})\s+(?:AT\s+({HEX})\s+)?(?:IS\s+)?)?ATTACKED(?:\s+IS)?(?:\s+AT\s+({HEX}))?"),
    ("plays", rf"({_SUBJECT})\s+{_PLAYS}"),
    ("enters", rf"({_SUBJECT})\s+{_ENTERS}"),
    ("moves", rf"({_SUBJECT})\s+MOVES?()"),
    ("launches", rf"({_SUBJECT})\s+LAUNCH(?:ES)?(?:\s+AT\s+({HEX}))?"),
    ("battle", rf"()(?:THERE\s+IS\s+)?(?:A\s+)?BATTLE(?:\s+AT\s+({HEX}))?"),
    ("roll-lost", rf"()(?:A\s+)?ROLL\s+(?:IS\s+)?LOST(?:\s+AT\s+({HEX}))?"),
)


class TriggerPhrase(Phrase):
    """The condition of a card: ``3 IS ATTACKED``, ``Red PLAYS Ambush``, ``ANYBODY ENTERS H7``, ``BATTLE AT H7``."""

    def __init__(self) -> None:
        """Know the forms."""
        forms = "|".join(re.sub(r"(?<!\\)\((?!\?)", "(?:", form) for _, form in _ACTS)
        super().__init__("condition", rf"(?:{forms})", "3 IS ATTACKED")
        self._acts = tuple((act, re.compile(form, re.IGNORECASE)) for act, form in _ACTS)

    def build(self, text: str) -> Trigger | None:
        """Return the condition."""
        for act, form in self._acts:
            found = form.fullmatch(text)
            if found is None:
                continue
            subject, what = found.group(1) or "", next(filter(None, found.groups()[1:]), "")
            target = Target() if not subject or re.fullmatch(_ANY, subject, re.IGNORECASE) else _target_of(subject)
            if target is None:
                return None
            if act == "plays":
                return Trigger("plays", target, card=KEY_OF_CARD.get(squeezed(what), ""))
            return Trigger(act, target, place=squeezed(what))  # type: ignore[arg-type]
        return None

    def write(self, value: object) -> str:
        """Write the condition."""
        if not isinstance(value, Trigger):
            return str(value)
        who = "ANYBODY" if value.target == Target() else _write_target(value.target)
        at = f" AT {value.place}" if value.place else ""
        return {
            "attacked": f"{'ANYTHING' if value.target == Target() else who} IS ATTACKED{at}",
            "plays": f"{who} PLAYS {NAME_OF_CARD[value.card].rstrip('!') if value.card else 'ANYTHING'}",
            "enters": f"{who} ENTERS {value.place}",
            "moves": f"{who} MOVES",
            "launches": f"{who} LAUNCHES{at}",
            "battle": f"BATTLE{at}",
            "roll-lost": f"ROLL LOST{at}",
        }[value.act]
