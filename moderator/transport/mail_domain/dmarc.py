"""DMARC (RFC 7489): what receivers do with letters of a domain that are not signed or sent as it says."""

import asyncio
import re

from moderator.transport.mail_domain.findings import Finding, publish
from moderator.transport.mail_domain.lookup import Names

_POLICY = re.compile(r"(?i);\s*p\s*=\s*(none|quarantine|reject)\s*(?:;|$)")
_SUFFIX = re.compile(r"(?i);\s*psd\s*=\s*y\b")
"""The mark of a domain below which anybody can register one: it speaks for nobody else's letters."""
_MOST_LEVELS = 5


async def examine_dmarc(names: Names, domain: str) -> list[Finding]:
    """Tell whether a domain, or else the nearest one above it, has one DMARC record."""
    found = await asyncio.gather(*(names.texts(f"_dmarc.{each}", "v=DMARC1") for each in _levels(domain)))
    wanted = publish(f"_dmarc.{domain}", "TXT", "v=DMARC1; p=none")
    for at, records in zip(_levels(domain), found, strict=True):
        own = [record for record in records if at == domain or not _SUFFIX.search(record)]
        if len(own) > 1:
            kept = publish(f"_dmarc.{at}", "TXT", own[0])
            return [Finding("bad", f"{at} has {len(own)} DMARC records, and then none counts: delete all, and {kept}")]
        if own:
            return [_policy(domain, at, own[0])]
    return [Finding("look", f"{domain} has no DMARC record, so big providers may refuse its letters: {wanted}")]


def _policy(domain: str, at: str, record: str) -> Finding:
    """Tell what a record asks for, at the domain itself or one above it."""
    if not _POLICY.search(record):
        wanted = publish(f"_dmarc.{at}", "TXT", "v=DMARC1; p=none")
        return Finding("bad", f"the DMARC record of {at} has no p=none, p=quarantine or p=reject: {wanted}")
    above = "" if at == domain else f", which counts for {domain}, too"
    return Finding("good", f"one DMARC record is at _dmarc.{at}{above}: {record}")


def _levels(domain: str) -> list[str]:
    """Return a domain and those above it, down to two words: one of them is the organization's."""
    words = domain.split(".")
    last = max(len(words) - 1, 1)
    levels = [".".join(words[at:]) for at in range(last)]
    return [domain, *levels[1:][-_MOST_LEVELS:]]
