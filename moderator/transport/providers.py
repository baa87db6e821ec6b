"""What is known of well-known mail providers, for the operator; docs/mailboxes.md says the same."""

import re

from msgspec import Struct

from moderator.transport.connections import Tls

_APP = "an app password, made in the account's security settings; not the account's own password"
_SHOWN_BY_GOOGLE = re.compile(r"[a-z]{4}(?:\s[a-z]{4}){3}")
_ON_THE_WEB = f"IMAP must be switched on in the mailbox's settings on the web; with two-factor login it needs {_APP}"


class Provider(Struct, frozen=True, kw_only=True):
    """A provider of mailboxes: its servers, what it asks of programs that log in, and how to recognise it.

    ``tokens`` is true where it takes no passwords. Without ``plus_addresses`` the tag is in the subject, which always
    works: they are on only for providers that are known to deliver them.
    """

    name: str
    domains: tuple[str, ...]
    """The domains of the addresses that it gives to people."""
    hosts: tuple[str, ...] = ()
    """The ends of the names of its servers, besides those domains."""
    imap: str
    smtp: str
    smtp_tls: Tls = Tls.STARTTLS
    plus_addresses: bool = True
    tokens: bool = False
    needs: str
    spf: str = ""
    """What a domain of one's own includes into its SPF record to send by this provider."""


_MICROSOFT = (
    "Microsoft takes no passwords: set token_command or token_file instead of password, and switch on authenticated "
    "SMTP for the account"
)


PROVIDERS = (
    Provider(
        name="Gmail",
        domains=("gmail.com", "googlemail.com"),
        hosts=("google.com",),
        imap="imap.gmail.com",
        smtp="smtp.gmail.com",
        needs=f"Google needs {_APP} (two-step verification must be on), or a token by token_command or token_file",
        spf="_spf.google.com",
    ),
    Provider(
        name="Fastmail",
        domains=("fastmail.com", "fastmail.fm"),
        hosts=("messagingengine.com",),
        imap="imap.fastmail.com",
        smtp="smtp.fastmail.com",
        smtp_tls=Tls.TLS,
        needs=f"Fastmail needs {_APP}",
        spf="spf.messagingengine.com",
    ),
    Provider(
        name="Microsoft-365",
        domains=(),
        hosts=("office365.com",),
        imap="outlook.office365.com",
        smtp="smtp.office365.com",
        tokens=True,
        needs=_MICROSOFT,
        spf="spf.protection.outlook.com",
    ),
    Provider(
        name="Outlook.com",
        domains=("outlook.com", "hotmail.com", "live.com", "msn.com"),
        imap="outlook.office365.com",
        smtp="smtp-mail.outlook.com",
        tokens=True,
        needs=_MICROSOFT,
    ),
    Provider(
        name="iCloud",
        domains=("icloud.com", "me.com", "mac.com"),
        imap="imap.mail.me.com",
        smtp="smtp.mail.me.com",
        needs=f"Apple needs {_APP}",
        spf="icloud.com",
    ),
    Provider(
        name="Yahoo",
        domains=("yahoo.com", "ymail.com"),
        imap="imap.mail.yahoo.com",
        smtp="smtp.mail.yahoo.com",
        smtp_tls=Tls.TLS,
        plus_addresses=False,
        needs=f"Yahoo and AOL need {_APP}",
    ),
    Provider(
        name="AOL",
        domains=("aol.com",),
        imap="imap.aol.com",
        smtp="smtp.aol.com",
        smtp_tls=Tls.TLS,
        plus_addresses=False,
        needs=f"Yahoo and AOL need {_APP}",
    ),
    Provider(
        name="GMX",
        domains=("gmx.net", "gmx.de", "gmx.at", "gmx.ch"),
        imap="imap.gmx.net",
        smtp="mail.gmx.net",
        plus_addresses=False,
        needs=_ON_THE_WEB,
    ),
    Provider(
        name="GMX.com",
        domains=("gmx.com",),
        imap="imap.gmx.com",
        smtp="mail.gmx.com",
        plus_addresses=False,
        needs=_ON_THE_WEB,
    ),
    Provider(
        name="web.de",
        domains=("web.de",),
        imap="imap.web.de",
        smtp="smtp.web.de",
        plus_addresses=False,
        needs=_ON_THE_WEB,
    ),
)
"""The providers that most people have."""


def provider_of_host(host: str) -> Provider | None:
    """Return the provider that a server belongs to, or None if nothing is known of it."""
    name = host.lower().rstrip(".")
    for provider in PROVIDERS:
        if any(name == end or name.endswith(f".{end}") for end in (*provider.domains, *provider.hosts)):
            return provider
    return None


def provider_of_domain(domain: str) -> Provider | None:
    """Return the provider whose customers have addresses at a domain, or None if nothing is known of it."""
    return next((provider for provider in PROVIDERS if domain.lower().rstrip(".") in provider.domains), None)


def provider_needs(host: str) -> str:
    """Return a sentence on what the provider of a host requires, or an empty text for an unknown provider."""
    provider = provider_of_host(host)
    return f"{provider.needs}." if provider else ""


def password_for(host: str, written: str) -> str:
    """Return a password as a host takes it: Google shows its app passwords with spaces that are no part of them."""
    provider = provider_of_host(host)
    if provider is not None and provider.name == "Gmail" and _SHOWN_BY_GOOGLE.fullmatch(written.strip()):
        return "".join(written.split())
    return written
