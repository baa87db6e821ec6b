"""What is known of well-known mail providers, for the operator; docs/mailboxes.md says the same."""

from msgspec import Struct

_APP = "an app password, made in the account's security settings; not the account's own password"
_ON_THE_WEB = f"IMAP must be switched on in the mailbox's settings on the web; with two-factor login it needs {_APP}"


class Provider(Struct, frozen=True, kw_only=True):
    """A provider of mailboxes: what it asks of programs that log in, and how to recognise it."""

    name: str
    domains: tuple[str, ...]
    """The domains of the addresses that it gives to people."""
    hosts: tuple[str, ...] = ()
    """The ends of the names of its servers, besides those domains."""
    needs: str
    spf: str = ""
    """What a domain of one's own includes into its SPF record to send by this provider."""


PROVIDERS = (
    Provider(
        name="Google",
        domains=("gmail.com", "googlemail.com"),
        hosts=("google.com",),
        needs=f"Google needs {_APP} (two-step verification must be on), or a token by token_command or token_file",
        spf="_spf.google.com",
    ),
    Provider(
        name="Microsoft",
        domains=("outlook.com", "hotmail.com", "live.com", "msn.com"),
        hosts=("office365.com",),
        needs="Microsoft takes no passwords: set token_command or token_file instead of password, and switch on "
        "authenticated SMTP for the account",
        spf="spf.protection.outlook.com",
    ),
    Provider(name="Yahoo", domains=("yahoo.com", "ymail.com"), needs=f"Yahoo and AOL need {_APP}"),
    Provider(name="AOL", domains=("aol.com",), needs=f"Yahoo and AOL need {_APP}"),
    Provider(
        name="Apple",
        domains=("icloud.com", "me.com", "mac.com"),
        needs=f"Apple needs {_APP}",
        spf="icloud.com",
    ),
    Provider(
        name="Fastmail",
        domains=("fastmail.com", "fastmail.fm"),
        hosts=("messagingengine.com",),
        needs=f"Fastmail needs {_APP}",
        spf="spf.messagingengine.com",
    ),
    Provider(name="GMX", domains=("gmx.net", "gmx.de", "gmx.at", "gmx.ch", "gmx.com"), needs=_ON_THE_WEB),
    Provider(name="web.de", domains=("web.de",), needs=_ON_THE_WEB),
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
