"""What our own mail server found out about a sender (RFC 8601), and nobody else's claims."""

import re
from collections.abc import Sequence

from authres import AuthenticationResultsHeader
from authres.core import AuthResError
from msgspec import Struct

from moderator.mail.headers import Headers

_METHODS = ("spf", "dkim", "dmarc")
_RESULT = re.compile(r"\b(spf|dkim|dmarc)\s*=\s*(\w+)(.*)", re.IGNORECASE | re.DOTALL)
_LONGEST = 4_000
_COMMENT = re.compile(r"\([^()]*\)")
_DOMAIN = re.compile(
    r"\b(?:header\.(?=from|d|i)|smtp\.(?=mailfrom))(from|d|i|mailfrom)\s*=\s*\"?(?:[^\s;\"@]*@)?([\w.-]+)",
    re.IGNORECASE,
)


class Proof(Struct, frozen=True):
    """The domains for which a check passed: ``dkim`` that signed, ``dmarc`` in From, ``spf`` of the return path.

    ``failed`` names the checks that failed.
    """

    dkim: tuple[str, ...] = ()
    dmarc: tuple[str, ...] = ()
    spf: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()

    def covers(self, address: str) -> bool:
        """Tell whether the sender's own domain stands behind the letter (an aligned DKIM or a DMARC pass)."""
        domain = address.rpartition("@")[2].lower()
        return bool(domain) and (domain in self.dmarc or any(_is_aligned(domain, signer) for signer in self.dkim))

    def speaks_against(self, address: str) -> bool:
        """Tell whether our server found that the sender is forged.

        Where DMARC has no say, one check that passed for the sender's domain makes up for another that failed: a letter
        that was forwarded fails SPF, and one that was changed on its way fails DKIM.
        """
        domain = address.rpartition("@")[2].lower()
        passed = self.covers(address) or any(_is_aligned(domain, sender) for sender in self.spf)
        return "dmarc" in self.failed or (bool(self.failed) and not passed)


def read_proof(headers: Headers, authserv_id: str) -> Proof:
    """Read the topmost Authentication-Results, if it is our server's; anything below may be forged."""
    value = headers.first("authentication-results")
    if not authserv_id or not value or value.split(";")[0].split()[:1] != [authserv_id]:
        return Proof()
    try:
        results = AuthenticationResultsHeader.parse_value(value).results
        found = [
            (result.method, result.result, [(p.name, p.value) for p in result.properties])
            for result in results
            if getattr(result, "method", None) in _METHODS
        ]
    except (AuthResError, ValueError, AttributeError, TypeError, RecursionError):
        found = _parse_tolerantly(value)
    passed = [(method, names) for method, result, names in found if result == "pass"]
    verdicts = {(result, name, value) for method, result, names in found if method == "dmarc" for name, value in names}
    agreed = len(verdicts) == 1  # who can write into our server's line may add a second result, not take the first away
    return Proof(
        _signers(passed),
        _domains(passed, "dmarc", ("from",)) if agreed else (),
        _domains(passed, "spf", ("mailfrom",)),
        tuple(dict.fromkeys(method for method, result, _ in found if result == "fail")),
    )


def _signers(passed: Sequence[tuple[str, list[tuple[str, str]]]]) -> tuple[str, ...]:
    """Return the domains that signed: ``header.d``, and ``header.i`` only where that is missing."""
    told = [
        (method, [(name, value) for name, value in names if name == "d"] or names)
        for method, names in passed
        if method == "dkim"
    ]
    return _domains(told, "dkim", ("d", "i"))


def _parse_tolerantly(value: str) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Read the results one by one where a provider's header is not by the book; one with quotes is not believed."""
    found: list[tuple[str, str, list[tuple[str, str]]]] = []
    if '"' in value or value.count("(") != value.count(")") or len(value) > _LONGEST:
        return found
    for part in _COMMENT.sub("", value).split(";")[1:]:
        result = _RESULT.match(part.strip())
        if result:
            domains = [(name.lower(), domain) for name, domain in _DOMAIN.findall(result[3])]
            found.append((result[1].lower(), result[2].lower(), domains))
    return found


def _domains(
    passed: Sequence[tuple[str, list[tuple[str, str]]]], method: str, names: tuple[str, ...]
) -> tuple[str, ...]:
    found = (_domain(value) for each, told in passed if each == method for name, value in told if name in names)
    return tuple(dict.fromkeys(found))


def _domain(value: object) -> str:
    return str(value).rpartition("@")[2].strip('" ').lower().rstrip(".")


def _is_aligned(domain: str, signer: str) -> bool:
    """Relaxed alignment without a list of public suffixes: the signer's domain or one below it."""
    return "." in signer and (domain == signer or domain.endswith(f".{signer}"))
