"""``moderator doctor``: tries everything that an instance stands on, and says what to mend."""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Annotated

import typer
from msgspec import Struct

from moderator.app import Instance, templates_of
from moderator.cli.common import DEFAULT_CONFIG, GOOD, NO, ConfigOption, console, count, opened
from moderator.cli.providers import provider_needs
from moderator.config import Config, load
from moderator.games import GAMES
from moderator.ports import Dispatch, Fate, Sent, Words
from moderator.rendering.environment import Templates
from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import SystemClock
from moderator.service import tags
from moderator.service.facts import Memo
from moderator.service.outgoing import posting
from moderator.service.overrides import outages
from moderator.store import queries
from moderator.transport.imap import ImapMailbox, ImapSession, ImapSettings
from moderator.transport.smtp import SmtpPool, SmtpSettings
from moderator.transport.wires import WireError

_PATIENCE = 60
_MARKS = {"good": "[green]good[/green]", "look": "[yellow]look[/yellow]", "bad": "[red]bad [/red]"}


class Remark(Struct, frozen=True):
    """One thing that was tried: ``good``, ``look`` (a warning) or ``bad``, and what to do."""

    mark: str
    what: str
    said: str


def add_to(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command("doctor")(doctor)


def doctor(
    config: ConfigOption = DEFAULT_CONFIG,
    letter: Annotated[
        bool, typer.Option("--letter", help="Also send a letter to a plus-address of ours and wait for it.")
    ] = False,
) -> int:
    """Try mailbox, relay, database, templates, fonts, clock and reply addresses; say what to mend."""
    settings = load(config)
    console.print(
        f"{config}: reads well; {count(len(settings.matches), 'match', 'matches')}, "
        f"{count(len(settings.overrides), 'override')}"
    )
    worst = GOOD
    checks: list[tuple[str, Callable[[Config], Iterator[Remark]]]] = [
        ("clock", _clock),
        ("database", _database),
        ("templates", _templates),
        ("letters in", _mailbox),
        ("letters out", _relay),
        ("reply addresses", _addresses),
        ("trust", _trust),
    ]
    if letter:
        checks.append(("a letter to ourselves", _letter))
    for what, check in checks:
        for finding in _tried(what, check, settings):
            console.print(f"{_MARKS[finding.mark]} {finding.what}: ", end="")
            console.print(finding.said, markup=False)
            worst = NO if finding.mark == "bad" else worst
    return worst


def _tried(what: str, check: Callable[[Config], Iterator[Remark]], config: Config) -> Iterator[Remark]:
    """Give the findings of a check; one that raises is a finding too."""
    try:
        yield from check(config)
    except Exception as error:  # noqa: BLE001 - a doctor tells whatever is wrong
        yield Remark("bad", what, f"{error}" or type(error).__name__)


def _clock(_config: Config) -> Iterator[Remark]:
    now = SystemClock().now()
    if now < outages.EARLIEST:
        yield Remark("bad", "clock", f"it is {now:%Y-%m-%d} here: set the time of this machine, best by NTP")
    else:
        yield Remark("good", "clock", f"{now:%Y-%m-%d %H:%M:%S} UTC")


def _database(config: Config) -> Iterator[Remark]:
    with opened(config) as instance, instance.store.read() as session:
        names = queries.match_names(session)
        shunted = len(queries.shunted_letters(session))
        backlog = posting.backlog(session, instance.ctx)
    yield Remark("good", "database", f"{count(len(names), 'match', 'matches')} in {_without_password(config.database)}")
    if shunted:
        yield Remark("look", "database", f"{shunted} letters are set aside: moderator shunt list")
    if backlog.waiting:
        left = "" if backlog.left_today is None else f"; {backlog.left_today} more may go today (letters_per_day)"
        said = f"{backlog.waiting} letters wait to go, the oldest since {backlog.oldest:%Y-%m-%d %H:%M} UTC{left}"
        yield Remark("look", "outbox", said)
    state = config.root / "state"
    if state.stat().st_mode & 0o077:
        yield Remark("look", "state", f"others on this machine may look into {state}: chmod 700 {state}")


def _without_password(url: str) -> str:
    head, at, tail = url.rpartition("@")
    return f"{head.rpartition(':')[0]}:…@{tail}" if at else url


def _templates(config: Config) -> Iterator[Remark]:
    own = templates_of(config)
    memo = Memo(
        moderator=config.settings.name, address=config.settings.address, zone=config.settings.zone, code="draw-agreed"
    )
    renderer = MailRenderer(SystemClock(), own)
    renderer.render(memo)
    renderer.warm()
    yield Remark("good", "fonts", "a page was set with the packaged fonts")
    if own is None:
        yield Remark("good", "templates", "the packaged ones")
        return
    environment = Templates(own).text
    files = sorted(path for path in own.rglob("*") if path.is_file())
    for path in files:
        if path.suffix == ".j2":
            environment.get_template(str(path.relative_to(own)))
    yield Remark("good", "templates", f"{len(files)} of your own over the packaged ones")


def _mailbox(config: Config) -> Iterator[Remark]:
    inbox = config.root / "orders" / "inbox"
    yield Remark("good", "orders/inbox", "files dropped there are read" if inbox.is_dir() else "made when needed")
    if config.imap is None:
        yield Remark("look", "IMAP", "there is no [imap]: no letter comes by mail")
    else:
        yield _probed("IMAP", config.imap, ImapMailbox(config.imap).probe)


def _relay(config: Config) -> Iterator[Remark]:
    if config.smtp is None:
        yield Remark("look", "SMTP", "there is no [smtp]: letters are written to state/outbox/")
        return
    settings = config.smtp

    async def probe() -> str:
        return await SmtpPool(settings).probe()

    yield _probed("SMTP", settings, lambda: asyncio.run(probe()))


def _probed(what: str, settings: ImapSettings | SmtpSettings, probe: Callable[[], str]) -> Remark:
    """Try a server; where it does not let us in, say what its provider is known to need."""
    try:
        return Remark("good", what, probe())
    except WireError as error:
        needs = provider_needs(settings.host)
        return Remark("bad", what, f"{error}. {needs}" if needs else str(error))


def _addresses(config: Config) -> Iterator[Remark]:
    with opened(config) as instance:
        example = _example(instance)
    local = example.partition("@")[0]
    if not config.settings.plus_addresses:
        yield Remark("look", "reply addresses", "no plus-addresses: players must leave the subject's tag alone")
    else:
        tried = "; --letter tries one for real" if config.imap and config.smtp else ""
        yield Remark("good", "reply addresses", f"at most {len(local)} of 64 characters{tried}")


def _example(instance: Instance) -> str:
    """Return the longest reply address of the matches in the file."""
    seats = [(plan.name, seat.seat) for plan in instance.config.matches for seat in plan.seats]
    seats += [("match", seat.name) for game in GAMES.values() for seat in game.info.seats if not seats]
    return max((tags.reply_address(instance.ctx, match, seat, 1) for match, seat in seats), key=len)


_TRUSTED = {
    "tag": '"tag": a letter counts if its reply address and its sender are those of one seat; else the player is asked',
    "strict": '"strict": as "tag", and your mail server vouches for the sender (DKIM, DMARC); else the player is asked',
}
"""What is asked of a letter, by the level of trust."""


def _trust(config: Config) -> Iterator[Remark]:
    settings = config.settings
    if settings.trust == "address":
        yield Remark(
            "look", "trust", 'with "address" anybody who knows a player\'s address can write for them: for friends only'
        )
    elif settings.trust == "strict" and not settings.authserv_id:
        yield Remark(
            "bad",
            "trust",
            '"strict" needs authserv_id: the name of your mail server in Authentication-Results',
        )
    else:
        yield Remark("good", "trust", _TRUSTED[settings.trust])


def _letter(config: Config) -> Iterator[Remark]:
    """Send a letter to a plus-address of ours by SMTP, and find it by IMAP."""
    if config.imap is None or config.smtp is None:
        yield Remark("look", "letter", "needs [imap] and [smtp]")
        return
    began = time.monotonic()
    dispatch = _trial(config)
    (sent,) = asyncio.run(_send(config.smtp, dispatch))
    if sent.fate is not Fate.SENT:
        yield Remark("bad", "letter", f"the relay did not take it: {sent.detail}")
    elif _arrives(config.imap, dispatch.message_id):
        yield Remark("good", "letter", f"one to a plus-address came back after {time.monotonic() - began:.1f} s")
    else:
        yield Remark("bad", "letter", f"not seen in {_PATIENCE} s; a host without them needs plus_addresses = false")


def _trial(config: Config) -> Dispatch:
    """Return a letter to ourselves; a running moderator files it as our own and answers nobody."""
    settings = config.settings
    local, _, host = settings.address.rpartition("@")
    return Dispatch(
        key="doctor",
        words=Words("A trial of moderator doctor", "This letter tries the way to a plus-address. It may be deleted.\n"),
        from_name=settings.name,
        from_address=settings.address,
        sender=settings.address,
        to=(f"{local}+doctor.trial@{host}",),
        reply_to="",
        message_id=f"<doctor.{secrets.token_hex(12)}@{host}>",
        date=datetime.now(UTC),
    )


async def _send(settings: SmtpSettings, dispatch: Dispatch) -> list[Sent]:
    pool = SmtpPool(settings)
    try:
        return await pool.send([dispatch])
    finally:
        await pool.close()


def _arrives(settings: ImapSettings, message_id: str) -> bool:
    """Wait until a letter lies in the mailbox, or was moved on by a moderator at work."""
    until = time.monotonic() + _PATIENCE
    with ImapSession(settings) as session:
        while time.monotonic() < until:
            if session.take_away(message_id):
                return True
            time.sleep(0.5)
    return False
