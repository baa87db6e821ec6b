"""What all letters of a match share: whom they are to, when orders are due, who is waited for, the form for a reply."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from itertools import chain
from typing import Any

from msgspec.structs import replace
from sqlmodel import Session

from moderator.core.codec import tag_of
from moderator.core.dice import Dice
from moderator.core.errors import Stage
from moderator.core.game import AnyGame, Outcome, Prompt
from moderator.core.orders import Order, RevokingOrder, StandingOrder
from moderator.core.pictures import Pictures
from moderator.core.seats import Observer, Seat, Who
from moderator.games.simulate import imagining
from moderator.service import masks, preferences, spectators, tags
from moderator.service.context import Context
from moderator.service.letter_parts import Due, Form, Head, MatchLine, Reliability, SeatLine, WaitedFor
from moderator.service.matches import deadlines, disclosure, order_requests, records
from moderator.store import match_queries
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Match, OrderSet, Player, SeatAssignment

_EXAMPLES = 3
_DRAWS = 24
"""How often an order set is drawn to find an order of every kind that can be given now."""


def head(ctx: Context, player: Player | None, match: Match | None = None, seat: Seat = "") -> Head:
    """Return the head of a letter to a player, about a match or about none."""
    game = ctx.game(match.game) if match else None
    chosen = preferences.load_preferences(player) if player else preferences.Preferences()
    return Head(
        moderator=ctx.settings.name,
        address=ctx.settings.address,
        match=match.name if match else "",
        proof=order_requests.dice_name(match) if match and order_requests.dice_name(match) != match.name else "",
        game=match.game if match else "",
        title=game.info.title if game else "",
        turn=match.turn if match else 0,
        seat=seat,
        player=player.name if player else "",
        zone=player.zone if player else ctx.settings.zone,
        language=preferences.language(ctx, player, match),
        paper=preferences.paper(ctx, player),
        plain=chosen.text_only,
        attachments=chosen.attachments,
        poster=wants_posters(chosen, match),
        json=chosen.json,
        masked=match is not None and masks.are_worn(match),
    )


def pictures(ctx: Context, player: Player | None, match: Match) -> Pictures[Any]:
    """Return how a match is drawn in letters to a player, in the language of their head."""
    return ctx.pictures(match.game, preferences.language(ctx, player, match))


def wants_posters(chosen: preferences.Preferences, match: Match | None) -> bool:
    """Tell whether a reader wants posters: as they say themselves, else as the match is set."""
    if chosen.poster is not None or match is None:
        return bool(chosen.poster)
    return match.settings.poster


def sends_posters(head: Head) -> bool:
    """Tell whether posters go with reports: never where no files do."""
    return head.poster and _sends_files(head)


def sends_json(head: Head) -> bool:
    """Tell whether reports come as documents for programs, too: never where no files do."""
    return head.json and _sends_files(head)


def _sends_files(head: Head) -> bool:
    return head.attachments and not head.plain


def for_spectators(ctx: Context, match: Match) -> dict[str, str]:
    """Return what spectators see of a match, and where if there is a web desk; nothing if there could be none."""
    url, shown = ctx.settings.web, match.settings.shown
    if not url and shown == spectators.NONE:
        return {}
    return {"spectators": shown, "watched_at": f"{url}/m/{match.slug}" if url else ""}


def match_line(
    session: Session, ctx: Context, match: Match, to: Who = Observer.PUBLIC, *, seated: bool = False
) -> MatchLine:
    """Return a match as somebody may know it, whether spectators are let in or not.

    Who is asked tells of the newest board, so who sees it is told who is ready: spectators that are not kept behind,
    and who is ``seated`` or the GM. Of masked players nobody but the GM is told.
    """
    held = match_queries.assignments_in(session, match.id)
    masked = masks.are_worn(match) and to is not Observer.GM
    see_newest = (seated or spectators.last_turn_shown(match) == match.turn) and not masked
    asked = order_requests.prompts(order_requests.current(session, match)) if see_newest else {}
    unready = unready_seats(asked, order_requests.order_sets(session, match)) if asked else ()
    return MatchLine(
        name=match.name,
        slug=match.slug,
        title=ctx.game(match.game).info.title,
        game=match.game,
        turn=match.turn,
        over=match.status is MatchStatus.OVER,
        begun=match.created,
        due=due(match),
        seats=seat_lines(match, held, to),
        ready=tuple(seat for seat, prompt in asked.items() if not prompt.secret and seat not in unready),
        all_in=deadlines.all_in_at(ctx, match, to) if see_newest else None,
        shown=match.settings.shown,
        ended=ended_by_gm(session, ctx, match),
        series=match.settings.series,
        masked=masked,
    )


def ended_by_gm(session: Session, ctx: Context, match: Match) -> Outcome | None:
    """Return how the GM ended a match, None if its rules did or it goes on."""
    if match.status is not MatchStatus.OVER:
        return None
    last = records.by_number(session, match, match.number)
    return disclosure.outcome(match, records.body(ctx.game(match.game), last)) if last.kind is RecordKind.END else None


def due(match: Match, was: datetime | None = None, why: str = "") -> Due:
    """Return when orders are due, and from when and why that was moved if it was."""
    return Due(deadline=match.deadline, was=was, why=why, paused=match.status is MatchStatus.PAUSED)


def standing(
    ctx: Context, match: Match, prompts: Mapping[Seat, Prompt], order_sets: Mapping[Seat, OrderSet], to: Who
) -> WaitedFor:
    """Return whom the match waits for and when its turn runs, as far as somebody may know it."""
    told = tuple(seat for seat in unready_seats(prompts, order_sets) if not masks.hide(match, seat, to))
    return WaitedFor(waiting=told, all_in=deadlines.all_in_at(ctx, match, to))


def unready_seats(
    prompts: Mapping[Seat, Prompt], order_sets: Mapping[Seat, OrderSet], *, in_secret: bool = False
) -> tuple[Seat, ...]:
    """Return the seats that a turn waits for; who is asked ``in_secret`` is among them only if that is wished."""
    return tuple(
        seat
        for seat, prompt in prompts.items()
        if (in_secret or not prompt.secret) and (seat not in order_sets or order_sets[seat].holds)
    )


def seat_lines(
    match: Match,
    assignments: Sequence[tuple[SeatAssignment, Player | None]],
    to: Who = Observer.PUBLIC,
    known: Mapping[Seat, Reliability] | None = None,
) -> tuple[SeatLine, ...]:
    """Return who plays what, as somebody may know it, with what is ``known`` of how reliable they are."""
    reliability = known or {}
    return tuple(
        _seat_line(match, assignment, player, to, reliability.get(assignment.seat))
        for assignment, player in assignments
    )


def _seat_line(
    match: Match, assignment: SeatAssignment, player: Player | None, to: Who, known: Reliability | None
) -> SeatLine:
    if player is not None and masks.hide(match, assignment.seat, to):  # not the bot: when it stops tells who wrote then
        return SeatLine(seat=assignment.seat, player="", masked=True)
    name = player.name if player else ""
    return SeatLine(seat=assignment.seat, player=name, bot=assignment.bot, reliability=known)


def form(
    ctx: Context, match: Match, assignment: SeatAssignment, prompt: Prompt | None, orders: Sequence[Order]
) -> Form:
    """Return the form to reply with, filled with the orders that stand; blanks for the numbers that have none."""
    return Form(
        reply_to=tags.reply_address(ctx, match.name, assignment.seat, assignment.key_number),
        subject=tags.subject_mark(ctx, match.name, assignment.seat, assignment.key_number, match.request),
        mark=tags.form_mark(match.name, assignment.seat, match.turn, match.request),
        request=match.request,
        lines=() if prompt is None else form_lines(ctx.game(match.game), prompt, orders),
        numbered=prompt is not None and bool(prompt.numbers),
    )


def form_lines(game: AnyGame, prompt: Prompt, orders: Sequence[Order]) -> tuple[str, ...]:
    """Return orders as lines of a form, every number of the order set in its place."""
    lines = {order.number: game.language.line(order) for order in orders if order.number}
    rest = tuple(game.language.line(order) for order in orders if not order.number)
    return tuple(lines.get(number, f"{number}. ") for number in prompt.numbers) + rest


def examples(game: AnyGame, view: object, seat: Seat, prompt: Prompt) -> tuple[str, ...]:
    """Return a few lines of what a careful player could order now; from the same view they are the same.

    They are of as many kinds as can be, and sent together nothing in them falls or is doubted.
    """
    planned = _advised_plan(game, view, seat, prompt)
    shown: list[Order] = []
    for order in sorted(planned, key=_rank(planned)):
        with_it = sorted((*shown, order), key=planned.index)
        if len(shown) < _EXAMPLES and is_sound(game, view, prompt, with_it):
            shown = with_it
    return tuple(map(game.language.line, shown))


def _advised_plan(game: AnyGame, view: object, seat: Seat, prompt: Prompt) -> list[Order]:
    """Return the plan of a game's adviser without what would harm whoever copies it."""
    chance = Dice.throwaway("examples").secret
    return [order for order in game.adviser.order(view, prompt, chance, imagining(game, seat)) if not order.rash]


def _rank(planned: Sequence[Order]) -> Callable[[Order], tuple[bool, int]]:
    """Return how orders are ranked: those that last go last, since one may replace several; then one of each kind."""
    kinds = [type(order) for order in planned]
    return lambda order: (isinstance(order, StandingOrder), kinds[: planned.index(order)].count(type(order)))


def legal_kinds(game: AnyGame, view: object, seat: Seat, prompt: Prompt, name: str) -> dict[type[Order], str]:
    """Return for each kind of order a sensible line that could be sent now, as far as one is advised or drawn."""
    found: dict[type[Order], str] = {}
    chances = (Dice.throwaway(f"{name}/{draw}").secret for draw in range(_DRAWS))
    drawn = (game.bots["random"].order(view, prompt, chance, imagining(game, seat)) for chance in chances)
    for order in chain(_advised_plan(game, view, seat, prompt), chain.from_iterable(drawn)):
        if type(order) not in found and is_sound(game, view, prompt, (_as_only_order(prompt, order),)):
            found[type(order)] = game.language.line(replace(order, number=""))
    return found


def forms_by_kind(game: AnyGame, view: object) -> dict[str, str]:
    """Return the form of each kind of order that a match is played with, by its tag."""
    absent = game.absent(view)
    return {tag: line for kind, line in game.language.syntax().items() if (tag := tag_of(kind)) not in absent}


def doctrine_forms(game: AnyGame) -> dict[type[Order], str]:
    """Return the kinds of orders that give doctrine or take it back, with their forms."""
    doctrine = (StandingOrder, RevokingOrder)
    return {kind: form for kind, form in game.language.syntax().items() if issubclass(kind, doctrine)}


def doctrine_tags(game: AnyGame) -> tuple[str, ...]:
    """Return the tags of the orders that give doctrine or take it back."""
    return tuple(map(tag_of, doctrine_forms(game)))


def is_sound(game: AnyGame, view: object, prompt: Prompt, orders: Sequence[Order]) -> bool:
    """Tell whether an order set would stand and nothing in it would be doubted."""
    return all(problem.stage is Stage.NOTED for problem in game.check(view, prompt, orders))


def legal(game: AnyGame, view: object, prompt: Prompt, order: Order) -> bool:
    """Tell whether an order would stand as the only one of an order set."""
    return not any(problem.falls for problem in game.check(view, prompt, (_as_only_order(prompt, order),)))


def _as_only_order(prompt: Prompt, order: Order) -> Order:
    """Return an order as the first of an order set."""
    return replace(order, number=next(iter(prompt.numbers), ""))
