"""The questions about the mailbox: which provider it is at, and how to log in."""

from msgspec import Struct

from moderator.cli.asking.prompts import ask, ask_secret, choose
from moderator.cli.console import console
from moderator.config.filling import Table
from moderator.config.shape import IMAP_PORTS, SMTP_PORTS, Name, Port
from moderator.config.values import Host
from moderator.transport.connections import Tls, is_loopback
from moderator.transport.providers import PROVIDERS, Provider, password_for, provider_of_domain

_OTHER = "other"
_NONE = "none"


class Mailbox(Struct, frozen=True):
    """The tables ``[imap]`` and ``[smtp]``, empty without a mailbox, and the environment with their passwords."""

    imap: Table = {}
    smtp: Table = {}
    plus_addresses: bool = True
    passwords: dict[str, str] = {}


def ask_mailbox(address: str) -> Mailbox:
    """Ask for the mailbox of an address."""
    domain = address.rpartition("@")[2]
    known = provider_of_domain(domain)
    names = [each.name for each in PROVIDERS]
    console.print("none: no mailbox yet, letters are files. other: you name the servers.")
    chosen = choose(
        "Mail provider",
        [*names, _OTHER, _NONE],
        known.name if known else _OTHER,
        f"For another provider write {_OTHER}.",
    )
    if chosen == _NONE:
        return Mailbox()
    provider = next((each for each in PROVIDERS if each.name == chosen), None)
    return _at_provider(provider, address) if provider else _elsewhere(domain, address)


def _at_provider(provider: Provider, address: str) -> Mailbox:
    console.print(f"{provider.needs}.", markup=False)
    imap = _server(provider.imap, Tls.TLS, IMAP_PORTS[Tls.TLS])
    smtp = _server(provider.smtp, provider.smtp_tls, SMTP_PORTS[provider.smtp_tls])
    user = ask("User name", Name, address)
    if provider.tokens:
        login = {"user": user, "token_command": ask("Program that prints a token", Name, f"oama access {user}")}
        return Mailbox({**imap, **login}, {**smtp, **login}, provider.plus_addresses)
    password = _ask_password("Password, which is written only into .env", provider.imap)
    return Mailbox(
        {**imap, **_login(user, "IMAP")},
        {**smtp, **_login(user, "SMTP")},
        provider.plus_addresses,
        {"IMAP_PASSWORD": password, "SMTP_PASSWORD": password},
    )


def _elsewhere(domain: str, address: str) -> Mailbox:
    """Ask for both servers. A relay may take letters without a login."""
    imap = _ask_server("IMAP", f"imap.{domain}", IMAP_PORTS, Tls.TLS)
    user = ask("IMAP user name", Name, address)
    password = _ask_password("IMAP password, which is written only into .env", imap["host"])
    passwords = {"IMAP_PASSWORD": password}
    smtp = _ask_server("SMTP", f"smtp.{domain}", SMTP_PORTS, Tls.STARTTLS)
    sender = ask("SMTP user name, or - for no login", Name, user)
    if sender != "-":
        smtp = {**smtp, **_login(sender, "SMTP")}
        passwords["SMTP_PASSWORD"] = _ask_password("SMTP password (empty: the same)", smtp["host"], password)
    local, _, host = address.rpartition("@")
    delivered = choose(f"Do letters to {local}+anything@{host} arrive, too?", ["yes", "no"], "yes") == "yes"
    return Mailbox({**imap, **_login(user, "IMAP")}, smtp, delivered, passwords)


def _ask_password(question: str, host: object, default: str = "") -> str:
    return password_for(str(host), ask_secret(question, default))


def _ask_server(kind: str, host: str, ports: dict[Tls, int], usual: Tls) -> Table:
    host = ask(f"{kind} host", Host, host)
    ways = [Tls.TLS, Tls.STARTTLS]
    if is_loopback(host):
        ways.append(Tls.NONE)
        usual = Tls.NONE
    tls = Tls(choose(f"{kind} protection", ways, usual.value))
    return _server(host, tls, ask(f"{kind} port", Port, str(ports[tls])))


def _server(host: str, tls: Tls, port: int) -> Table:
    return {"host": host, "port": port, "tls": tls.value}


def _login(user: str, kind: str) -> Table:
    return {"user": user, "password": f"${{{kind}_PASSWORD}}"}
