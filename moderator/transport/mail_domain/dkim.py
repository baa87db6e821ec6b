"""DKIM (RFC 6376): the public key by which receivers check the signature of letters."""

import re

from moderator.transport.mail_domain.findings import Finding, publish
from moderator.transport.mail_domain.lookup import Names

_SELECTOR = re.compile(
    r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*", re.IGNORECASE
)
_KEY = re.compile(r"(?:^|;)\s*p\s*=([^;]*)")


def is_selector(text: str) -> bool:
    """Tell whether a text can be a selector, the name of one of a domain's keys."""
    return bool(_SELECTOR.fullmatch(text))


async def examine_dkim(names: Names, domain: str, selector: str) -> list[Finding]:
    """Tell whether a domain has one key by the name of a selector, which counts."""
    name = f"{selector}._domainkey.{domain}"
    keys = [found[1].strip() for text in await names.ask(name, "TXT") if (found := _KEY.search(text))]
    wanted = f"{publish(name, 'TXT', 'v=DKIM1; p=KEY')}, where KEY is the public key that your server shows"
    if not keys:
        return [Finding("bad", f"there is no DKIM record {name}: {wanted}")]
    if len(keys) > 1:
        return [Finding("bad", f"there are {len(keys)} DKIM records {name}: delete all but the one with your key")]
    if not keys[0]:
        return [Finding("bad", f"the DKIM record {name} is revoked (p= is empty): {wanted}")]
    return [Finding("good", f"a DKIM record is at {name}")]
