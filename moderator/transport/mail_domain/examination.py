"""All that is looked up of the domain of the moderator's address, at once."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from moderator.transport.connections import is_loopback
from moderator.transport.mail_domain.dkim import examine_dkim
from moderator.transport.mail_domain.dmarc import examine_dmarc
from moderator.transport.mail_domain.exchangers import examine_exchangers
from moderator.transport.mail_domain.findings import Finding
from moderator.transport.mail_domain.lookup import Names, UnansweredError
from moderator.transport.mail_domain.reverse import examine_reverse, is_address, is_public, own_addresses
from moderator.transport.mail_domain.spf import examine_spf
from moderator.transport.providers import provider_of_domain, provider_of_host

_Check = Coroutine[Any, Any, list[Finding]]


def examine_domain(domain: str, host: str = "", selector: str = "", names: Names | None = None) -> list[Finding]:
    """Look up the records of a domain that sends letters by a host, and tell what to publish.

    ``selector`` names a DKIM key. It takes some seconds at most. Of the domain of a well-known provider there is
    nothing to say, since only the provider can publish anything.
    """
    domain = domain.lower().rstrip(".")
    if provider := provider_of_domain(domain):
        return [
            Finding("good", f"the provider of {domain} ({provider.name}) publishes its records: you have nothing to do")
        ]
    return asyncio.run(_examine(names or Names(), domain, host, selector))


async def _examine(names: Names, domain: str, host: str, selector: str) -> list[Finding]:
    checks: dict[str, _Check] = {
        "NS": _examine_top(names, domain),
        "MX": examine_exchangers(names, domain),
        "SPF": examine_spf(names, domain, _term(host)),
        "DMARC": examine_dmarc(names, domain),
    }
    if selector:
        checks["DKIM"] = examine_dkim(names, domain, selector)
    if host and not provider_of_host(host):
        checks["PTR"] = examine_reverse(names, host, domain)
    answers = await asyncio.gather(*checks.values(), return_exceptions=True)
    top, *others = answers
    if isinstance(top, list) and top:
        return top
    return _gathered(domain, dict(zip([*checks][1:], others, strict=True)))


async def _examine_top(names: Names, domain: str) -> list[Finding]:
    """Tell whether the name server knows the world at all: one that is cut off says that there is no such name."""
    top = domain.rpartition(".")[2]
    if await names.ask(top, "NS"):
        return []
    return [
        Finding(
            "look", f".{top} is a name that the name server of this machine does not know: nothing is known of {domain}"
        )
    ]


def _gathered(domain: str, answers: dict[str, list[Finding] | BaseException]) -> list[Finding]:
    """Return what was found, and in one line what nobody answered."""
    silent = [kind for kind, answer in answers.items() if isinstance(answer, UnansweredError)]
    for answer in answers.values():
        if isinstance(answer, BaseException) and not isinstance(answer, UnansweredError):
            raise answer
    if len(silent) == len(answers):
        return [Finding("look", f"no answer about {domain}, perhaps there is no network: nothing is known of it")]
    found = [each for answer in answers.values() if not isinstance(answer, BaseException) for each in answer]
    if silent:
        found.append(Finding("look", f"no answer in time about {', '.join(silent)}: nothing is known of that"))
    return found


def _term(host: str) -> str:
    """Return the term of SPF that allows a host to send."""
    provider = provider_of_host(host)
    if provider and provider.spf:
        return f"include:{provider.spf}"
    if host and not is_loopback(host) and not is_address(host):
        return f"a:{host}"
    addresses = own_addresses() if is_loopback(host) else [host] if host and is_public(host) else []
    return " ".join(map(_of_address, addresses)) or "mx"


def _of_address(address: str) -> str:
    return f"ip6:{address}" if ":" in address else f"ip4:{address}"
