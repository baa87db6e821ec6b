"""MX: which hosts receive the letters to a domain."""

import asyncio
from collections.abc import Iterator

from moderator.transport.mail_domain.findings import Finding, publish
from moderator.transport.mail_domain.lookup import Names, UnansweredError


async def exchangers(names: Names, domain: str) -> list[str]:
    """Return the hosts that receive the letters to a domain, the preferred one first.

    A domain that accepts no mail (null MX, RFC 7505) has one host, with an empty name.
    """
    found = [record.split() for record in await names.ask(domain, "MX")]
    return [host.rstrip(".") for _, host in sorted((int(preference), host) for preference, host in found)]


async def examine_exchangers(names: Names, domain: str) -> list[Finding]:
    """Tell where letters to a domain go, and what is wrong with that."""
    hosts = await exchangers(names, domain)
    wanted = f"{publish(domain, 'MX', '10 HOST.')}, where HOST is the server that receives your letters"
    if not hosts:
        there = await names.addresses(domain)
        if there:
            return [Finding("look", f"{domain} has no MX record, so its letters go to {there[0]}: {wanted}")]
        return [Finding("bad", f"{domain} has no MX record, so it gets no letters: {wanted}")]
    if hosts == [""]:
        return [Finding("bad", f"{domain} accepts no mail (null MX): delete that record, and {wanted}")]
    found = await asyncio.gather(*(names.addresses(host) for host in hosts), return_exceptions=True)
    faults = list(_lost([host for host, there in zip(hosts, found, strict=True) if there == []]))
    if all(isinstance(there, UnansweredError) for there in found):
        raise UnansweredError(domain)
    return faults or [Finding("good", f"letters to {domain} go to {', '.join(hosts)} (MX)")]


def _lost(hosts: list[str]) -> Iterator[Finding]:
    for host in hosts:
        wanted = publish(host, "A", "ADDRESS")
        yield Finding(
            "bad", f"the MX record names {host}, which has no address: correct it, or {wanted}, the server's address"
        )
