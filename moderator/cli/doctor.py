"""``moderator doctor``: tries everything that an instance depends on, and says what to correct."""

import asyncio
import re
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from typing import Annotated

import typer
from sqlmodel import Session

from moderator.app.instance import Instance
from moderator.app.opening import templates_of
from moderator.cli.common import instance_of, pending_matches
from moderator.cli.console import DEFAULT_CONFIG, GOOD, NO, ConfigOption, console, count, exit_wrong
from moderator.cli.web_doctor import examine_desk
from moderator.config import Config, load
from moderator.core.template_folders import LANGUAGES
from moderator.games.registry import GAMES
from moderator.ports import ChatTrouble, DeliveryStatus, Dispatch, Sent, Words
from moderator.rendering.environment import Templates
from moderator.rendering.mail import MailRenderer
from moderator.scheduling.clock import SystemClock
from moderator.service import tags
from moderator.service.admin import checkup
from moderator.service.admin.checkup import Diagnosis
from moderator.service.chat import links
from moderator.service.context import ALL_MATCHES, Context, MatchPlan
from moderator.service.facts import Memo
from moderator.service.matches import beginning, matches, plan_warnings
from moderator.service.recruiting import opening
from moderator.store import match_queries
from moderator.transport.connections import RefusedLoginError, TransportError
from moderator.transport.forum.kinds import open_forum
from moderator.transport.forum.port import Forum, ForumError
from moderator.transport.imap import ImapMailbox, ImapSession, ImapSettings
from moderator.transport.mail_domain.dkim import is_selector
from moderator.transport.mail_domain.examination import examine_domain
from moderator.transport.mail_domain.reach import Reach, find_domains
from moderator.transport.providers import provider_needs, provider_of_domain
from moderator.transport.public_https import NotAnsweredError, PublicHttps
from moderator.transport.smtp import SmtpPool, SmtpSettings

_PATIENCE = 60
_MARKS = {"good": "[green]good[/green]", "look": "[yellow]look[/yellow]", "bad": "[red]bad [/red]"}


def doctor(
    config: ConfigOption = DEFAULT_CONFIG,
    letter: Annotated[
        bool, typer.Option("--letter", help="Also send a letter to the moderator's plus-address and wait for it.")
    ] = False,
    dkim: Annotated[
        str, typer.Option("--dkim", help="Also look up the DKIM key of this name.", metavar="SELECTOR")
    ] = "",
) -> int:
    """Try mail, DNS, forums, web desk, notices, database, templates, clock and reply addresses; say what to fix."""
    if dkim and not is_selector(dkim):
        exit_wrong(f'"{dkim}" is not a DKIM selector: write what stands behind s= in the DKIM-Signature of a letter.')
    settings = load(config)
    console.print(
        f"{config}{_included(settings)}: no mistakes; {count(len(settings.matches), 'match', 'matches')}, "
        f"{count(len({plan.name for plan in settings.overrides}), 'override')}"
    )
    worst = GOOD
    checks: list[tuple[str, Callable[[Config], Iterator[Diagnosis]]]] = [
        ("clock", _clock),
        ("database", _database),
        ("matches", _matches),
        ("templates", _templates),
        ("letters in", _mailbox),
        ("letters out", _relay),
        ("forums", _forums),
        ("web desk", _web_desk),
        ("notices", try_notices),
        ("reply addresses", _addresses),
        ("examples", _examples),
        ("DNS", partial(_records, selector=dkim)),
        ("mail domains", mail_domains),
        ("trust", _trust),
    ]
    if letter:
        checks.append(("a letter to ourselves", _letter))
    for subject, check in checks:
        for finding in _run_check(subject, check, settings):
            console.print(f"{_MARKS[finding.mark]} {finding.subject}: ", end="")
            console.print(finding.message, markup=False)
            worst = NO if finding.mark == "bad" else worst
    return worst


def _run_check(subject: str, check: Callable[[Config], Iterator[Diagnosis]], config: Config) -> Iterator[Diagnosis]:
    """Give the results of a check; an exception is a result, too."""
    try:
        yield from check(config)
    except Exception as error:  # noqa: BLE001 - the doctor reports whatever is wrong
        yield Diagnosis("bad", subject, f"{error}" or type(error).__name__)


def _included(settings: Config) -> str:
    others = len(settings.files) - 1
    return f" and {count(others, 'file')} that it includes" if others else ""


def _clock(_config: Config) -> Iterator[Diagnosis]:
    yield checkup.clock(SystemClock().now())


def _database(config: Config) -> Iterator[Diagnosis]:
    with instance_of(config) as instance, instance.store.read() as session:
        names = match_queries.match_names(session)
        letters = list(checkup.letters(session, instance.ctx, instance.queues))
    yield Diagnosis(
        "good", "database", f"{count(len(names), 'match', 'matches')} in {_without_password(config.database)}"
    )
    yield from letters
    state = config.root / "state"
    if state.stat().st_mode & 0o077:
        yield Diagnosis("look", "state", f"other users of this machine can read {state}: chmod 700 {state}")


def _matches(config: Config) -> Iterator[Diagnosis]:
    """Give what is wrong or not meant in matches that have not begun, and which running ones the file does not hold."""
    with instance_of(config) as instance, instance.store.read() as session:
        for plan in pending_matches(instance, session):
            try:
                unmeant = _unmeant(session, instance.ctx, plan)
            except matches.MatchError as error:
                yield Diagnosis("bad", "matches", str(error))
            else:
                yield from (Diagnosis("look", "matches", line) for line in unmeant)
        in_file = {plan.name.lower() for plan in config.matches}
        gone = [name for name in match_queries.match_names(session) if name.lower() not in in_file]
        gone_lines = plan_warnings.taken_out(session, gone)
        gone_lines += opening.taken_out(session, instance.ctx, opening.not_in(session, instance.ctx, in_file))
        yield from (Diagnosis("look", "matches", line) for line in gone_lines)


def _unmeant(session: Session, ctx: Context, plan: MatchPlan) -> list[str]:
    """Return what may not be meant in a match that has not begun; raises MatchError if it cannot begin as written."""
    if not plan.open:
        return beginning.check(session, ctx, plan)
    opening.check(session, ctx, plan)
    return []


def _without_password(url: str) -> str:
    head, at, tail = url.rpartition("@")
    return f"{head.rpartition(':')[0]}:…@{tail}" if at else url


def _templates(config: Config) -> Iterator[Diagnosis]:
    own = templates_of(config)
    memo = Memo(
        moderator=config.settings.name, address=config.settings.address, zone=config.settings.zone, code="draw-agreed"
    )
    renderer = MailRenderer(SystemClock(), own)
    renderer.render(memo)
    renderer.warm()
    yield Diagnosis("good", "fonts", "a page was typeset with the packaged fonts")
    if own is None:
        yield Diagnosis("good", "templates", "the packaged ones")
        return
    templates = Templates(own)
    files = sorted(path for path in own.rglob("*") if path.is_file())
    for path in files:
        name = path.relative_to(own).as_posix()
        if path.suffix == ".j2":
            templates.text.get_template(name)
        elif path.suffix == ".po" and path.stem in LANGUAGES:
            templates.speaking(path.stem).catalogues.translations(name)
    yield Diagnosis("good", "templates", f"{len(files)} of your own replace packaged ones")


def _mailbox(config: Config) -> Iterator[Diagnosis]:
    inbox = config.root / "orders" / "inbox"
    yield Diagnosis("good", "orders/inbox", "files dropped there are read" if inbox.is_dir() else "made when needed")
    if config.imap is None:
        yield Diagnosis("look", "IMAP", "there is no [imap], so no letters come by mail")
    else:
        yield _try_server("IMAP", config.imap, ImapMailbox(config.imap).probe)


def _relay(config: Config) -> Iterator[Diagnosis]:
    if config.smtp is None:
        yield Diagnosis("look", "SMTP", "there is no [smtp], so letters are written to state/outbox/")
        return
    settings = config.smtp

    async def probe() -> str:
        return await SmtpPool(settings).probe()

    yield _try_server("SMTP", settings, lambda: asyncio.run(probe()))


def _forums(config: Config) -> Iterator[Diagnosis]:
    for settings in config.forums:
        with closing(open_forum(settings)) as forum:
            try:
                account, (posts, _) = forum.me(), forum.changes("")
            except ForumError as error:
                yield Diagnosis("bad", f"forum {settings.name}", str(error))
                continue
            unmeant = list(_account_faults(forum))
        message = (
            f"logged in as {account.name} (number {account.id}); {count(len(posts), 'post')} of others can be read"
        )
        yield Diagnosis("good", f"forum {settings.name}", message)
        yield from (Diagnosis(mark, f"forum {settings.name}", message) for mark, message in unmeant)
        if settings.name not in config.settings.pictureless and not forum.limits.safe_pictures:
            message = "private_pictures: whoever has the link of a picture in a private thread can see it"
            yield Diagnosis("look", f"forum {settings.name}", message)


def _account_faults(forum: Forum) -> Iterator[tuple[str, str]]:
    """Give what the account lacks in a forum, each with its mark."""
    try:
        yield from (("bad", f"the account: {each}") for each in forum.warnings())
    except ForumError as error:
        yield "look", f"its rights could not be asked: {error}"


def _web_desk(config: Config) -> Iterator[Diagnosis]:
    for mark, message in examine_desk(config):
        yield Diagnosis(mark, "web desk", message)


def try_notices(config: Config, https: PublicHttps | None = None) -> Iterator[Diagnosis]:
    """Tell whether the servers of notices can be reached; nothing is posted, and no address is shown whole."""
    https = https or PublicHttps()
    for plan in config.settings.notices:
        subject = f"notice to {links.masked(plan.url)} ({plan.kind.value})"
        try:
            asyncio.run(https.probe(plan.url))
        except NotAnsweredError as error:
            yield Diagnosis("bad", subject, _NOTICE_FAULTS[error.trouble])
        else:
            about = "all matches" if ALL_MATCHES in plan.match else ", ".join(plan.match)
            yield Diagnosis("good", subject, f"the server answers; nothing was posted (for {about})")


_NOTICE_FAULTS = {
    ChatTrouble.PRIVATE: "its host has an address that is not public, and we send to no such address: correct url",
    ChatTrouble.UNKNOWN_HOST: "there is no such host: check url, and the network of this machine",
    ChatTrouble.CERTIFICATE: "nobody whom this machine trusts vouches for its certificate: check url",
    ChatTrouble.TIMEOUT: "it did not answer in time",
    ChatTrouble.NO_CONNECTION: "no connection could be made: check url, and that https may go out from here",
    ChatTrouble.BAD_URL: "its url cannot be used: write the https address that the service gave you",
}


def _try_server(subject: str, settings: ImapSettings | SmtpSettings, probe: Callable[[], str]) -> Diagnosis:
    """Try a server; if it refuses the login, say what its provider is known to need."""
    try:
        return Diagnosis("good", subject, probe())
    except TransportError as error:
        needs = provider_needs(settings.host) if isinstance(error, RefusedLoginError) else ""
        return Diagnosis("bad", subject, f"{error}. {needs}" if needs else str(error))


def _addresses(config: Config) -> Iterator[Diagnosis]:
    with instance_of(config) as instance:
        example = _example(instance)
    local = example.partition("@")[0]
    if not config.settings.plus_addresses:
        yield Diagnosis("look", "reply addresses", "no plus-addresses: players must not change the tag in the subject")
    else:
        tried = "; --letter tries one for real" if config.imap and config.smtp else ""
        yield Diagnosis("good", "reply addresses", f"at most {len(local)} of 64 characters{tried}")


def _example(instance: Instance) -> str:
    """Return the longest reply address of the file's matches."""
    seats = [(plan.name, seat.seat) for plan in instance.config.matches for seat in plan.seats]
    seats += [("match", seat.name) for game in GAMES.values() for seat in game.info.seats if not seats]
    return max((tags.reply_address(instance.ctx, match, seat, 1) for match, seat in seats), key=len)


_RESERVED = re.compile(r"[.@](example(\.(com|net|org))?|test|invalid)$", re.IGNORECASE)
"""The ends of addresses that nobody can have, as in RFC 2606, 2 and 3."""


def _examples(config: Config) -> Iterator[Diagnosis]:
    """Name addresses that stand for others in examples."""
    ours = config.settings
    seats = [address for plan in config.matches for seat in plan.seats for address in seat.addresses]
    left = [each for each in dict.fromkeys((*ours.addresses, *ours.gms, *seats)) if _RESERVED.search(each)]
    if left:
        yield Diagnosis("look", "examples", f"nobody gets letters at {', '.join(left)}: write real addresses instead")


def _records(config: Config, selector: str) -> Iterator[Diagnosis]:
    """Look up the domain that letters are sent from; names that only a small network knows are nobody else's."""
    domain = config.settings.address.rpartition("@")[2]
    if "." not in domain or _RESERVED.search(config.settings.address):
        return
    for mark, message in examine_domain(domain, config.smtp.host if config.smtp else "", selector):
        yield Diagnosis(mark, "DNS", message)
    if not selector and provider_of_domain(domain) is None:
        yield Diagnosis(
            "look", "DNS", "no DKIM key was looked up: --dkim SELECTOR, which is s= in the DKIM-Signature of a letter"
        )


def mail_domains(config: Config) -> Iterator[Diagnosis]:
    """Name domains of players and GMs that get no letters, once this machine's network has found any.

    A domain is found if it has mail servers (MX), or is itself a host.
    """
    ours = config.settings
    seats = [address for plan in config.matches for seat in plan.seats for address in seat.addresses]
    addresses = [each for each in (*seats, *ours.gms) if not _RESERVED.search(each)]
    found = find_domains([*dict.fromkeys(each.rpartition("@")[2].lower() for each in addresses)])
    if not found:
        return
    if not any(state in {Reach.FOUND, Reach.REFUSES} for state in found.values()):
        yield Diagnosis(
            "look", "mail domains", "no domain was found, so this machine may have no network: nothing is known"
        )
        return
    wrong = {domain: _WRONG[state] for domain, state in found.items() if state in _WRONG}
    for domain, what in wrong.items():
        who = ", ".join(dict.fromkeys(each for each in addresses if each.lower().endswith(f"@{domain}")))
        yield Diagnosis("look", "mail domains", f"{domain} ({who}) {what}")
    if not wrong:
        yield Diagnosis("good", "mail domains", f"{count(len(found), 'domain')} of players and GM found")


_WRONG = {
    Reach.MISSING: "has neither a mail server (MX) nor a host: check the spelling",
    Reach.REFUSES: "accepts no mail (null MX): ask for another address",
}
"""What is said of a domain that gets no letters."""


def _trust(config: Config) -> Iterator[Diagnosis]:
    yield from checkup.trust(config.settings)


def _letter(config: Config) -> Iterator[Diagnosis]:
    """Send a letter to the moderator's plus-address by SMTP, and find it by IMAP."""
    if config.imap is None or config.smtp is None:
        yield Diagnosis("look", "letter", "needs [imap] and [smtp]")
        return
    began = time.monotonic()
    dispatch = _trial_letter(config)
    (sent,) = asyncio.run(_send_trial(config.smtp, dispatch))
    if sent.status is not DeliveryStatus.SENT:
        yield Diagnosis("bad", "letter", f"the relay refused it: {sent.detail}")
    elif _wait_for_trial(config.imap, dispatch.message_id):
        yield Diagnosis(
            "good", "letter", f"a letter to a plus-address came back after {time.monotonic() - began:.1f} s"
        )
    else:
        yield Diagnosis(
            "bad", "letter", f"not seen in {_PATIENCE} s; without plus-addresses set plus_addresses = false"
        )


def _trial_letter(config: Config) -> Dispatch:
    """Return a letter to the moderator itself, which a running moderator recognises as its own and does not answer."""
    settings = config.settings
    local, _, host = settings.address.rpartition("@")
    return Dispatch(
        key="doctor",
        words=Words("A test by moderator doctor", "This letter tests mail to a plus-address. You can delete it.\n"),
        from_name=settings.name,
        from_address=settings.address,
        sender=settings.address,
        to=(f"{local}+doctor.trial@{host}",),
        reply_to="",
        message_id=f"<doctor.{secrets.token_hex(12)}@{host}>",
        date=datetime.now(UTC),
    )


async def _send_trial(settings: SmtpSettings, dispatch: Dispatch) -> list[Sent]:
    pool = SmtpPool(settings)
    try:
        return await pool.send([dispatch])
    finally:
        await pool.close()


def _wait_for_trial(settings: ImapSettings, message_id: str) -> bool:
    """Wait for a letter in the mailbox, or where a running moderator moves it, and tell whether it came."""
    until = time.monotonic() + _PATIENCE
    with ImapSession(settings) as session:
        while time.monotonic() < until:
            if session.take_away(message_id):
                return True
            time.sleep(0.5)
    return False
