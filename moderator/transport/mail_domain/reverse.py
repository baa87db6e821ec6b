"""Reverse DNS: whether the addresses that letters are sent from have a name that leads back to them."""

import asyncio
import ipaddress
import socket
from collections.abc import Iterator

from moderator.transport.connections import is_loopback
from moderator.transport.mail_domain.findings import Finding, publish, record
from moderator.transport.mail_domain.lookup import Names, reverse_name

_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses that are nobody's (RFC 5737, 3849): the way there is that to everybody else."""


async def examine_reverse(names: Names, host: str, domain: str) -> list[Finding]:
    """Tell which addresses of the host that sends a domain's letters have no name, or one that leads elsewhere."""
    ours = is_loopback(host)
    addresses = own_addresses() if ours else [host] if is_address(host) else await names.addresses(host)
    public = list(filter(is_public, addresses))
    if not public:
        who = "this machine" if ours else host
        return [Finding("look", f"{who} has no public address, so nothing is known of the reverse name of what sends")]
    wanted = f"mail.{domain}" if ours or is_address(host) else host
    return list(await asyncio.gather(*(_examine(names, address, wanted) for address in public)))


async def _examine(names: Names, address: str, host: str) -> Finding:
    back = await names.reverse(address)
    if not back:
        wanted = record(reverse_name(address), "PTR", f"{host}.")
        return Finding("look", f"{address} has no reverse name: let the owner of that address publish {wanted}")
    for name in back:
        there = await names.addresses(name)
        if any(ipaddress.ip_address(each) == ipaddress.ip_address(address) for each in there):
            return Finding("good", f"{address} is {name}, and that leads back to it (PTR)")
    kind = "AAAA" if ":" in address else "A"
    return Finding(
        "look", f"{address} is {back[0]} (PTR), which does not lead back to it: {publish(back[0], kind, address)}"
    )


def is_address(host: str) -> bool:
    """Tell whether a host is written as an address."""
    try:
        return bool(ipaddress.ip_address(host))
    except ValueError:
        return False


def is_public(address: str) -> bool:
    """Tell whether an address is one that everybody can reach, not one of a small network."""
    return ipaddress.ip_address(address.partition("%")[0]).is_global


def own_addresses() -> list[str]:
    """Return the public addresses by which this machine reaches others; nothing is sent."""
    return [address for address in _ways_out() if is_public(address)]


def _ways_out() -> Iterator[str]:
    for family, elsewhere in _ELSEWHERE:
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as way:
                way.connect((elsewhere, 9))
                yield way.getsockname()[0]
        except OSError:
            continue
