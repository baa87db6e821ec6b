"""SPF (RFC 7208): which machines may send letters of a domain."""

import re
from collections.abc import Iterator

from moderator.transport.mail_domain.findings import Finding, publish
from moderator.transport.mail_domain.lookup import Names

_MOST = 10
"""Receivers give up at the eleventh lookup."""
_COSTLY = re.compile(r"[+?~-]?(?:include:|exists:|redirect=|(?:a|mx|ptr)(?:[:/]|$))", re.IGNORECASE)
"""The terms that cost a lookup."""
_ONWARD = re.compile(r"(?:[+?~-]?include:|redirect=)(.*)", re.IGNORECASE)
_ALL = re.compile(r"[+?~-]?all", re.IGNORECASE)
_ANYBODY = ("all", "+all")


class _BrokenError(Exception):
    """A record leads to a domain that has none, or several."""


async def examine_spf(names: Names, domain: str, sender: str) -> list[Finding]:
    """Tell what is wrong with the SPF record of a domain; ``sender`` is the term that allows the host that sends."""
    records = await _records(names, domain)
    if not records:
        wanted = publish(domain, "TXT", f"v=spf1 {sender} ~all")
        return [Finding("look", f"{domain} has no SPF record, so its letters may be taken for spam: {wanted}")]
    if len(records) > 1:
        one = publish(domain, "TXT", _merged(records))
        return [
            Finding("bad", f"{domain} has {len(records)} SPF records, and then none counts: delete them, and {one}")
        ]
    return [*await _faults(names, domain, records[0])] or [Finding("good", f"one SPF record: {records[0]}")]


async def _records(names: Names, domain: str) -> list[str]:
    return [text for text in await names.texts(domain, "v=spf1") if text.lower().split()[0] == "v=spf1"]


async def _faults(names: Names, domain: str, record: str) -> list[Finding]:
    found = list(_open_to_all(domain, record))
    try:
        count = await _lookups(names, record)
    except _BrokenError as broken:
        fault = f"the SPF record leads to {broken}, which has not one such record, so yours does not count"
        return [*found, Finding("bad", f"{fault}: {publish(domain, 'TXT', _without(record, str(broken)))}")]
    if count > _MOST:
        costly = ", ".join(term for term in record.split()[1:] if _COSTLY.match(term))
        fault = f"the SPF record of {domain} needs more than {_MOST} lookups, so it does not count"
        wanted = f"{publish(domain, 'TXT', 'v=spf1 … ~all')} with fewer of these: {costly}"
        found.append(Finding("bad", f"{fault}: {wanted}"))
    return found


def _open_to_all(domain: str, record: str) -> Iterator[Finding]:
    terms = record.split()
    if any(term.lower() in _ANYBODY for term in terms):
        closed = " ".join("~all" if term.lower() in _ANYBODY else term for term in terms)
        wanted = publish(domain, "TXT", closed)
        yield Finding("bad", f"the SPF record of {domain} lets anybody send its letters (+all): {wanted} instead")


async def _lookups(names: Names, record: str) -> int:
    """Return how many lookups a record costs, just more than receivers do if it costs more still."""
    terms = record.split()[1:]
    ended = any(_ALL.fullmatch(term) for term in terms)
    waiting = [term for term in terms if not (ended and term.lower().startswith("redirect="))]
    count = 0
    while waiting and count <= _MOST:
        term = waiting.pop(0)
        count += bool(_COSTLY.match(term))
        onward = _ONWARD.fullmatch(term)
        if onward and "%" not in term and count <= _MOST:  # a macro depends on the letter
            waiting += await _terms_of(names, onward[1])
    return count


async def _terms_of(names: Names, domain: str) -> list[str]:
    records = await _records(names, domain)
    if len(records) != 1:
        raise _BrokenError(domain)
    return records[0].split()[1:]


def _merged(records: list[str]) -> str:
    """Return one record that allows what several allow."""
    terms = [re.sub(r"(?i)^redirect=", "include:", term) for record in records for term in record.split()[1:]]
    senders = dict.fromkeys(term for term in terms if not _ALL.fullmatch(term))
    return " ".join(["v=spf1", *senders, "~all"])


def _without(record: str, domain: str) -> str:
    """Return a record without the terms that lead to a domain; one that leads there by others stays as it is."""
    kept = [term for term in record.split() if not ((onward := _ONWARD.fullmatch(term)) and onward[1] == domain)]
    return " ".join(kept)
