"""Step 10, adjudicate: what a ruling needs is read, and a turn is ruled as far as it goes; nothing is written."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct
from sqlmodel import Session

from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Prompt
from moderator.core.referee import Progress, advance
from moderator.core.seats import Observer, Seat
from moderator.service.context import Context
from moderator.service.facts import TurnReport
from moderator.service.matches import absences, asking, deadlines, matches, records, reports
from moderator.service.matches.absences import Absences
from moderator.service.matches.asking import Opening
from moderator.service.matches.records import AnyBody, Body, Filed, Newest, Packed
from moderator.store import match_queries
from moderator.store.session import Store
from moderator.store.tables import Asking, Match, Place, Sheet


class OpenTurn(Struct, frozen=True):
    """Everything that a ruling needs, read in one transaction; ``number`` is the record that it goes on from.

    It is unpacked when it is ruled on: what cannot be unpacked then stops its own match alone.
    """

    match: Match
    number: int
    asking: Asking
    newest: Newest
    sheets: dict[Seat, Sheet]
    places: dict[Seat, Place]
    excused: frozenset[Seat] = frozenset()
    """Whose silence is no absence."""


class Verdict(Struct, frozen=True):
    """What was ruled, before it is recorded."""

    kept: Packed
    opening: Opening | None
    absences: Absences = Absences()
    out: frozenset[Seat] = frozenset()
    """The seats that were out of the match before the turn and still are."""


def read_open_turn(session: Session, match_id: int) -> OpenTurn | None:
    """Return what a ruling of a match needs, None if it waits for nothing."""
    return read_open_turns(session, [match_id]).get(match_id)


def read_open_turns(session: Session, match_ids: Sequence[int]) -> dict[int, OpenTurn]:
    """Return what the rulings of several matches need, by match; those that wait for nothing are left out."""
    sheets, places = match_queries.current_sheets(session, match_ids), match_queries.held_places(session, match_ids)
    return {
        match.id: OpenTurn(
            match=match,
            number=match.number,
            asking=opened,
            newest=Newest(of, held),
            sheets=sheets.get(match.id, {}),
            places=places.get(match.id, {}),
            excused=_excused(session, match, opened, sheets.get(match.id, {}), places.get(match.id, {})),
        )
        for match, opened, of, held in match_queries.open_turns(session, match_ids)
        if match.id is not None
    }


def _excused(
    session: Session,
    match: Match,
    opened: Asking,
    sheets: Mapping[Seat, Sheet],
    places: Mapping[Seat, Place],
) -> frozenset[Seat]:
    silent = {seat: place for seat, place in places.items() if seat not in sheets}
    return absences.excused(session, match, opened, silent) if silent else frozenset()


def adjudicate(ctx: Context, turn: OpenTurn, *, overdue: bool) -> Verdict | None:
    """Rule a turn as far as it goes and let bots answer what is asked next; touches no database.

    None if nothing can be ruled before somebody answers.
    """
    game, match = ctx.game(turn.match.game), turn.match
    asked = asking.prompts(turn.asking)
    filed = filed_sheets(turn.sheets, asked)
    orders = _orders(game, turn.sheets)
    standing = records.merged_standing(turn.newest.standing(game), orders)
    number = turn.number + 1
    public = [sheet.receipt for sheet in filed if not sheet.secret]
    dice = asking.seeds(turn.asking).dice_for(asking.occasion(match, turn.asking.number, number), public)
    progress = _advance(game, turn, orders, standing, dice, overdue=overdue)
    if not progress.rulings:
        return None
    found = _absences(ctx, turn, progress, asked)
    opening = None
    if progress.waiting:
        opening = asking.opening(
            game,
            match,
            progress.state,
            progress.waiting,
            seated=turn.places,
            seeds=matches.next_seeds(match),
            record=number + 1,
            stand_ins=found.stand_ins,
        )
    body: AnyBody = Body(
        code="turn",
        rulings=records.ruled(progress.rulings),
        filed=filed,
        standing=standing,
        stand_ins=found.stand_ins or UNSET,
    )
    return Verdict(records.packed(match, body, progress.state), opening, found, _out(game, turn, progress.state))


def _out(game: AnyGame, turn: OpenTurn, after: Any) -> frozenset[Seat]:  # noqa: ANN401 - the state is the game's own
    """Return who has been out of the match since before the turn."""
    out = asking.out(game, after, turn.places)
    return out and out & asking.out(game, records.position(game, turn.match.state), turn.places)


def _absences(ctx: Context, turn: OpenTurn, progress: Progress, asked: Mapping[Seat, Prompt]) -> Absences:
    """Count the turn against who was silent until its deadline, in a match that goes on and watches for absence."""
    if not (progress.waiting and deadlines.overdue(ctx, turn.match, ctx.now())):
        return Absences()
    silent = [seat for seat in progress.rulings[0].silent if seat not in turn.excused]
    return absences.judge(ctx.game(turn.match.game), turn.match, turn.places, asked, silent)


def filed_sheets(sheets: Mapping[Seat, Sheet], prompts: Mapping[Seat, Prompt]) -> tuple[Filed, ...]:
    """Return the sheets that a ruling gets: those of the seats that are asked."""
    return tuple(
        Filed(seat, sheets[seat].number, sheets[seat].receipt, prompts[seat].secret)
        for seat in prompts
        if seat in sheets
    )


def _orders(game: AnyGame, sheets: Mapping[Seat, Sheet]) -> dict[Seat, tuple[Any, ...]]:
    return {seat: asking.unpack_orders(game, sheet.orders) for seat, sheet in sheets.items()}


def _advance(
    game: AnyGame,
    turn: OpenTurn,
    orders: Mapping[Seat, Sequence[Any]],
    standing: Mapping[Seat, Sequence[Any]],
    dice: Dice,
    *,
    overdue: bool,
) -> Progress:
    state = records.position(game, turn.match.state)
    return advance(game, state, orders, dice, overdue=overdue, standing=standing)


def rehearse(store: Store, ctx: Context, match_id: int) -> TurnReport | None:
    """Return the GM's report of what a turn would bring now, on throwaway dice; nothing is changed.

    None if the match waits for nobody, or nothing can be ruled.
    """
    with store.read() as session:
        turn = read_open_turn(session, match_id)
        if turn is None:
            return None
        dice = Dice.throwaway(f"rehearsal/{turn.match.name}/{turn.number}")
        game = ctx.game(turn.match.game)
        orders = _orders(game, turn.sheets)
        standing = records.merged_standing(turn.newest.standing(game), orders)
        progress = _advance(game, turn, orders, standing, dice, overdue=True)
        if not progress.rulings:
            return None
        body = Body[Any, Any](rulings=records.ruled(progress.rulings))
        watcher = reports.observer(ctx, turn.match, Observer.GM)
        return reports.rehearsed(ctx, turn.match, watcher, body, progress.state)
