"""A GM's overrides: applied exactly once by their id, whole or not at all, recorded, told to whom they concern."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

from msgspec import Struct, structs
from sqlalchemy.exc import OperationalError
from sqlmodel import Session, select

from moderator.core.errors import describe_error
from moderator.core.seats import Observer
from moderator.kit.amend import SetOption
from moderator.service import gm_commands, gm_language
from moderator.service.audit import versions
from moderator.service.commands import address
from moderator.service.context import LONGEST_REASON, Context, OverridePlan
from moderator.service.facts import LetterFacts, Notice, PressLetter
from moderator.service.gm_language import GmError, GmLine
from moderator.service.letter_parts import Fact, Head, Note
from moderator.service.matches import letterhead, matches, secrecy
from moderator.service.overrides import changes, decisions, naming, rollback, spreading, withdrawing
from moderator.service.overrides.carry_out import OverrideRun
from moderator.service.overrides.decisions import (
    AlreadyRefusedError,
    OutdatedError,
    OverrideError,
    RefusedError,
    about,
    lines_of,
    written,
)
from moderator.service.overrides.news import News
from moderator.store import match_queries
from moderator.store.session import Store
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Match, Override, Player

_TELL_WHO_PLAYS = {"player-renamed": "before", "address-lost": "old"}
"""What notices call the name and the address that somebody has had so far."""


class OverrideStatus(StrEnum):
    """What came of an override."""

    APPLIED = "applied"
    ALREADY = "already"
    """It was applied before, with the same text."""
    REHEARSED = "rehearsed"
    """A dry run: this would change, and nothing did."""


class Applied(Struct, frozen=True):
    """What an override changes: one line each, and the GM's chart before and after (empty if it is the same)."""

    done: OverrideStatus
    record: int
    changes: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    """What is done and may not be meant."""
    match: str = ""
    game: str = ""
    events: tuple[Any, ...] = ()
    """What is done to the position, as facts of the game; without what a match keeps from its GM."""
    told: tuple[Notice, ...] = ()
    """In a dry run: the letters that would tell people of it, without what is for their readers alone."""
    messages: tuple[PressLetter, ...] = ()
    """In a dry run: the GM's own words, to each player who would get them."""
    letters: tuple[tuple[str, Head], ...] = ()
    """In a dry run: the kinds of other letters that would go, each with its reader."""
    zone: str = "UTC"
    """The zone of the match, in which its schedule is told."""


def apply(store: Store, ctx: Context, plan: OverridePlan, *, dry_run: bool = False) -> Applied:
    """Apply an override in one transaction, or only show what it would change; raises OverrideError.

    A RefusedError is recorded unless this is a dry run, so that the id is never carried out later. Afterwards the
    caller looks at the match again: it may be due.
    """
    ((_, done),) = apply_all(store, ctx, (plan,), dry_run=dry_run)
    if isinstance(done, Exception):
        raise done
    return done


def apply_all(
    store: Store,
    ctx: Context,
    plans: Sequence[OverridePlan],
    *,
    dry_run: bool = False,
    to_come: Collection[str] = (),
) -> list[tuple[OverridePlan, Applied | Exception]]:
    """Apply overrides that were found at once, in their order, or only show what they would change.

    Those of a match are one transaction, and are told in one letter to each person. One for all matches comes back once
    for each that it means. With an override that cannot be applied comes its error: nothing of it was done, and it
    stops no other. A refusal is a decision, recorded and told; all else (no such match yet, a busy database, a fault of
    the program) leaves the override to be tried again. Matches ``to_come`` stand in the file and have not begun.
    """
    spread = list(spreading.spread(store, ctx, plans, dry_run=dry_run))
    done: dict[int, Applied | Exception] = {at: error for at, (_, error) in enumerate(spread) if error is not None}
    found = {at: plan for at, (plan, error) in enumerate(spread) if error is None}
    for name in dict.fromkeys(plan.match for plan in found.values()):
        of_match = {at: plan for at, plan in found.items() if plan.match == name}
        try:
            with store.write() as session:
                done |= _apply_to_match(session, ctx, of_match, to_come, dry_run=dry_run)
        except Exception as error:  # noqa: BLE001 - one bad match never stops the others
            done |= dict.fromkeys(of_match, error)
    return [(plan, done[at]) for at, (plan, _) in enumerate(spread)]


def explain(store: Store, ctx: Context, plan: OverridePlan, done: Applied | Exception) -> tuple[str, ...]:
    """Return what the GM is told of an override beside the memo on it: why it waits, or what may not be meant.

    Of a fault in a match that keeps its secrets the log alone has the words.
    """
    match done:
        case Applied(warnings=warnings):
            return tuple(f"{about(plan)}: {warning}" for warning in warnings)
        case RefusedError() | AlreadyRefusedError():
            return ()
        case OverrideError():
            return (str(done),)
    with store.read() as session:
        match = matches.find(session, plan.match)
        hidden = match is not None and secrecy.is_blind(session, ctx, match)
    why = f"{type(done).__name__}; the log tells more" if hidden else describe_error(done)
    again = "soon" if isinstance(done, OperationalError) else "when the file is read again"
    return (f"{about(plan)} could not be applied: {why}. It is tried again {again}",)


def carry_out_agreed(store: Store, ctx: Context) -> dict[str, Exception | None]:
    """Go back in the matches whose players have all agreed; return by name what came of it."""
    with store.read() as session:
        found = {match.name: match.id for match in rollback.matches_agreed(session)}
    done: dict[str, Exception | None] = {}
    for name, number in found.items():
        try:
            with store.write() as session:
                _go_back(session, ctx, match_queries.lock_match(session, number))
        except OperationalError:  # the database is busy or away: no match is to blame
            raise
        except Exception as error:  # noqa: BLE001 - one bad match never stops the others
            done[name] = error
        else:
            done[name] = None
    return done


def _go_back(session: Session, ctx: Context, match: Match) -> None:
    if match not in rollback.matches_agreed(session):
        return
    run = OverrideRun(session, ctx, match, rehearsal=False)
    run.agreed = True
    asked, question = rollback.question(session, run.game, match)
    lines, run.reason = question.lines, question.reason
    commands = gm_language.parse(lines, run.line_context())
    if versions.has_other_rules(ctx, match):
        _refuse_other_rules(commands)
    run.carry_out(commands)
    run.record(lines)
    of_question = (Override.match == match.id, Override.record == asked, Override.refused == "")
    name = session.exec(select(Override.name).where(*of_question)).one()
    run.news.applied.append(Note("override-agreed", {"id": name, "record": match.number}, lines))
    run.news.send(session, ctx, match)


def _apply_to_match(
    session: Session, ctx: Context, plans: dict[int, OverridePlan], to_come: Collection[str], *, dry_run: bool
) -> dict[int, Applied | Exception]:
    done: dict[int, Applied | Exception] = {}
    match = matches.find(session, next(iter(plans.values())).match)
    if match is None:
        return {at: _without_match(session, plan, to_come) for at, plan in plans.items()}
    match, news = match_queries.lock_match(session, match.id), News()
    for at, plan in plans.items():
        try:
            former = _decided_for_withdrawn(session, plan)
            if former is not None:
                done[at] = former
                continue
            known = decisions.find_decision(session, ctx, plan, match)
            if known is not None:
                done[at] = Applied(OverrideStatus.ALREADY, known.record)
                continue
            with session.begin_nested():
                done[at], told = _apply_within(session, ctx, match, plan, rehearsal=dry_run)
        except OperationalError:  # the database is busy or away: no override is to blame
            raise
        except Exception as error:  # noqa: BLE001 - one bad override never stops the others
            done[at] = error
        else:
            news.add(told)
    if dry_run:
        session.rollback()
        return done
    decisions.refuse(session, ctx, match, [each for each in done.values() if isinstance(each, RefusedError)])
    if news.applied or news.applied_in_several:
        news.send(session, ctx, match)
    return done


def _without_match(session: Session, plan: OverridePlan, to_come: Collection[str]) -> Applied | OverrideError:
    former = _decided_for_withdrawn(session, plan)
    if former is not None:
        return former
    if plan.match.lower() in to_come:
        return OverrideError(f'{about(plan)}: it waits for match "{plan.match}", which has not begun')
    names = ", ".join(match_queries.match_names(session)) or "none yet"
    return OverrideError(f'{about(plan)}: there is no match "{plan.match}"; there are: {names}')


def _decided_for_withdrawn(session: Session, plan: OverridePlan) -> Applied | OverrideError | None:
    """Return what came of an override that was decided for a match of this name that was withdrawn, None for others."""
    known = decisions.find_decision_for_withdrawn(session, plan)
    if known is None:
        return None
    return decisions.refused_before(plan, known) if known.refused else Applied(OverrideStatus.ALREADY, known.record)


def _apply_within(
    session: Session, ctx: Context, match: Match, plan: OverridePlan, *, rehearsal: bool
) -> tuple[Applied, News]:
    """Apply an override as part of the caller's transaction; return also what the caller has to tell of it.

    A ``rehearsal``, which the caller rolls back, throws throwaway dice: nobody may try what the match's would bring.
    """
    if match.withdrawn:
        raise OverrideError(f'{about(plan)}: match "{match.name}" was withdrawn, so it waits until one begins anew')
    if plan.record not in (None, match.number):
        raise OutdatedError(f"{about(plan)}: record {match.number} came between")
    if match.status is MatchStatus.OVER:
        raise RefusedError(plan, f'match "{match.name}" is over, nothing can be changed in it')
    run = OverrideRun(session, ctx, match, rehearsal=rehearsal)
    try:
        return _carry_out(run, plan), run.news
    except (GmError, matches.MatchError) as error:
        raise RefusedError(plan, str(error)) from error


def _carry_out(run: OverrideRun, plan: OverridePlan) -> Applied:
    session, match, run.reason = run.session, run.match, plan.why
    before = run.snapshot()
    if wrong := list(gm_language.faults(plan.lines, run.line_context())):
        raise RefusedError(plan, "; ".join(map(str, wrong)))
    commands = gm_language.parse(plan.lines, run.line_context())
    if len(plan.why) > LONGEST_REASON:
        raise RefusedError(plan, f"its reason is too long: it has at most {LONGEST_REASON} characters")
    if not commands:
        raise RefusedError(plan, f"it says nothing; write one of: {' · '.join(gm_language.SYNTAX)}")
    if versions.has_other_rules(run.ctx, match):
        _refuse_other_rules(commands)
    if run.blind:
        _refuse_looks_at_secrets(commands)
    run.carry_out(commands)
    run.record(lines_of(plan))
    naming.record_names_in_other_matches(run)
    text = "\n".join(written(plan))
    session.add(Override(name=plan.name, match=match.id, text=text, applied=run.now, record=match.number))
    done = (
        "override-applied" if not run.begun else "override-in-part" if run.begun < len(commands) else "override-begun"
    )
    told = run.news.applied_in_several if plan.is_for_several else run.news.applied
    told.append(Note(done, {"id": plan.name, "record": match.number}, written(plan)))
    session.flush()
    after, letters = run.snapshot(), _rehearsed_letters(run) if run.rehearsal else []
    if run.blind or secrecy.is_blind(session, run.ctx, match):
        before, after = before.without_secrets(), after.without_secrets()
    same = before.chart == after.chart
    return Applied(
        OverrideStatus.REHEARSED if run.rehearsal else OverrideStatus.APPLIED,
        match.number,
        changes.describe_changes(before, after),
        () if same else before.chart,
        () if same else after.chart,
        tuple(run.warnings),
        match.name,
        match.game,
        run.news.amended.in_words(Observer.GM) if run.news.amended and not run.blind else (),
        tuple(letter for letter in letters if isinstance(letter, Notice)),
        tuple(letter for letter in letters if isinstance(letter, PressLetter) and letter.head.seat),
        tuple(_other_rehearsed_letters(run)) if run.rehearsal else (),
        match.settings.zone,
    )


def _refuse_looks_at_secrets(commands: Sequence[GmLine]) -> None:
    """Refuse what cannot be written, or refused, without a look at what is hidden from the GM."""
    for each in commands:
        command = each.command
        position = isinstance(command, gm_commands.Amend) and not isinstance(command.order, SetOption)
        if position or isinstance(command, gm_commands.EnterOrders):
            why = (
                "the match keeps its secrets from its GM, so nobody enters orders or changes the position from outside"
            )
            raise GmError(each.number, each.text, why)


def _rehearsed_letters(run: OverrideRun) -> list[LetterFacts]:
    """Return the letters that would go, notices without forms; of a blind match without lines and what happened, too.

    The question whether an address is to change comes first, without the lines that answer it.
    """
    asked = (structs.replace(letter, lines=()) for letter in address.questions(run.session, run.match))
    found = [_as_shown(letter, blind=run.blind) for letter in asked]
    for match, news in ((run.match, run.news), *run.news.elsewhere.values()):
        blind = run.blind if match is run.match else secrecy.is_blind(run.session, run.ctx, match)
        letters = news.letters(run.session, run.ctx, match)
        found += [_as_shown(letter.payload, blind=blind) for letter in letters if letter.payload is not None]
    return found


def _as_shown(letter: LetterFacts, *, blind: bool) -> LetterFacts:
    if isinstance(letter, PressLetter):
        return structs.replace(letter, head=_nameless(letter.head)) if blind else letter
    if not isinstance(letter, Notice):
        return letter
    if not blind:
        return structs.replace(letter, form=None)
    hidden = _TELL_WHO_PLAYS if letter.head.masked else {}
    facts, *rest = (_without(note.facts, hidden.get(note.code, "")) for note in letter.notes)
    more = tuple(Note(note.code, told) for note, told in zip(letter.more, rest, strict=True))
    return structs.replace(letter, form=None, head=_nameless(letter.head), facts=facts, lines=(), events=(), more=more)


def _without(facts: Mapping[str, Fact], hidden: str) -> dict[str, Fact]:
    return {name: "" if name == hidden else value for name, value in facts.items()}


def _nameless(head: Head) -> Head:
    """Return the head of a letter without its reader's name, if that is behind a mask."""
    return structs.replace(head, player="") if head.masked else head


def _other_rehearsed_letters(run: OverrideRun) -> Iterator[tuple[str, Head]]:
    """Give the letters that would go and are gathered when they do: welcomes, and the final reports."""
    over = run.match.status is MatchStatus.OVER
    reports = withdrawing.recipients_of_final_report(run.session, run.match) if over else ()
    for kind, places in (("welcome", run.news.welcomed), ("turn-report", reports)):
        for place in places:
            player = run.session.get(Player, place.player) if place.player is not None else None
            if player is not None:
                head = letterhead.head(run.ctx, player, run.match, place.seat)
                yield kind, _nameless(head) if run.blind else head


def _refuse_other_rules(commands: Sequence[GmLine]) -> None:
    """Refuse what would play on a match by rules that it did not begin with."""
    played = gm_commands.Amend | gm_commands.Resume | gm_commands.Resolve | gm_commands.Rollback
    for each in commands:
        if isinstance(each.command, played):
            why = "the match began under other rules than are played now; install the release of then, or END it"
            raise GmError(each.number, each.text, why)
