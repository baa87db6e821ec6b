"""The web addresses that chat notices go to: which can be used, of which kind they are, and how they are shown."""

import ipaddress
import re
from urllib.parse import urlsplit, urlunsplit

from moderator.ports import ChatKind

LONGEST = 500
"""Characters of an address, at most."""

_LETTERS = re.compile(r"[!#-;=?-\[\]_a-z~]+")
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]", re.IGNORECASE)
_DISCORD = re.compile(r"(?:\w+\.)?discord(?:app)?\.com")
_MATRIX = re.compile(r"/(?:_matrix|webhooks?|hookshot)/", re.IGNORECASE)

_ABOUT_NOTICES = re.compile(r"^\W*set\b|notif", re.IGNORECASE)
_ADDRESS = re.compile(r"<?(?:https?://|[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?/)[^\s<>]*>?", re.IGNORECASE)


class BadUrlError(Exception):
    """No address that we send to; the text is the reason as a code: ``not-https``, ``host`` or ``form``."""


def read(text: str) -> str:
    """Return an address as we use it, without brackets around it and without a fragment; raises BadUrlError.

    A host that has only a local name, or is written as an address of no public network, is refused here. What a name
    leads to is found out when something is sent.
    """
    url = text.strip().removeprefix("<").removesuffix(">")
    if len(url) > LONGEST or not _LETTERS.fullmatch(url):
        raise BadUrlError("form")
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise BadUrlError("form") from None
    if parts.scheme.lower() != "https":
        raise BadUrlError("not-https")
    if not is_public_name(host):
        raise BadUrlError("host")
    return urlunsplit(("https", parts.netloc, parts.path or "/", parts.query, ""))


def is_public_name(host: str) -> bool:
    """Tell whether a host is written as one that everybody can reach: a full name, or an address of the internet."""
    try:
        return is_public(host)
    except ValueError:
        return bool(_HOST.fullmatch(host)) and host.rpartition(".")[2].lower() not in ("local", "localhost", "internal")


def is_public(address: str) -> bool:
    """Tell whether an IP address is one of the internet, and so is the one inside it; raises ValueError for no address.

    What is private, of this machine, of this link, for many, or reserved is none.
    """
    found = ipaddress.ip_address(address.partition("%")[0])
    inner = _embedded(found) if isinstance(found, ipaddress.IPv6Address) else None
    if inner is not None:
        return is_public(str(inner))
    local = isinstance(found, ipaddress.IPv6Address) and found.is_site_local
    return found.is_global and not (found.is_multicast or found.is_reserved or found.is_unspecified or local)


_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_COMPATIBLE = ipaddress.ip_network("::/96")


def _embedded(found: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address that packets to an IPv6 address go to in the end."""
    if found in _NAT64 or (found in _COMPATIBLE and int(found) > 1):
        return ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)
    return found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)


def kind_of(url: str) -> ChatKind:
    """Return the kind that an address looks like; a program's own if it looks like none."""
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    if _DISCORD.fullmatch(host) and "/webhooks/" in parts.path:
        return ChatKind.DISCORD
    if host.split(".")[0] == "ntfy":
        return ChatKind.NTFY
    return ChatKind.MATRIX if _MATRIX.search(parts.path) else ChatKind.JSON


def without_addresses(line: str) -> str:
    """Return a line of a letter as it may be shown: one about notices with no more of an address than its host."""
    if not _ABOUT_NOTICES.search(line):
        return line
    return _ADDRESS.sub(lambda found: masked(found[0]), line)


def masked(url: str) -> str:
    """Return what may be shown of an address: its host alone."""
    bare = url.strip().strip("<>")
    try:
        return f"https://{urlsplit(bare if '://' in bare else f'https://{bare}').hostname or ''}/…"
    except ValueError:
        return "https://…"
