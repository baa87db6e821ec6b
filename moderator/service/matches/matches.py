"""Matches made from the operator's file: seats filled, the set-up thrown, the first orders asked for."""

import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from sqlalchemy import insert
from sqlmodel import Session, col, select

from moderator.core import codec
from moderator.core.dice import FIRST_DERIVING_FORMULA, FORMULA, Occasion, Seeds, derive_seeds
from moderator.core.errors import ModeratorError
from moderator.core.game import AnyGame
from moderator.core.referee import ResolutionStep
from moderator.core.seats import Seat
from moderator.service import masks, outbox, preferences, schedule, tags
from moderator.service.context import Context, MatchPlan, SeatPlan, Settings
from moderator.service.matches import (
    chronicle,
    deadlines,
    differences,
    joining,
    names,
    order_requests,
    records,
    secrecy,
)
from moderator.service.outbox import OutgoingLetter
from moderator.store import match_queries, people_queries
from moderator.store.statuses import MatchStatus, RecordKind
from moderator.store.tables import Account, Address, Match, OrderRequest, Player, SeatAssignment

SEED_BYTES = 32


class MatchError(ModeratorError):
    """A match that cannot be made as the operator wrote it; the text says where and why."""


def next_seeds(match: Match) -> Seeds:
    """Return the seeds of the next request of a match, which follow from its secret; by older formulas random bytes."""
    if match.formula < FIRST_DERIVING_FORMULA:
        return Seeds(secrets.token_bytes(SEED_BYTES), secrets.token_bytes(SEED_BYTES))
    return derive_seeds(match.secret, match.request + 1)


def find(session: Session, name: str) -> Match | None:
    """Return a match by its name, in any case."""
    found = match_queries.match_by_slug(session, tags.slug(name))
    return found if found is not None and found.name.lower() == name.lower() else None


def create(session: Session, ctx: Context, plan: MatchPlan, *, known: Mapping[Seat, Player] | None = None) -> Match:
    """Make a match, seat its players, ask for the first orders and put the welcomes into the outbox.

    Players are found by their addresses and accounts, but for those who are ``known`` by their seats already. Part of
    the caller's transaction; raises MatchError, and leaves nothing behind if the caller rolls back. The set-up is
    thrown now, on seeds that nobody has seen a seal of.
    """
    game = check(ctx, plan)
    check_name(session, plan)
    plan = replace(
        plan,
        begins=dict(game.info.begins),
        dice_name=names.dice_name(session, plan.name),
        shown=plan.spectators or ctx.settings.spectators,
    )
    seats = _seats_in_order(game, plan)
    secret = secrets.token_bytes(SEED_BYTES)
    seeds = derive_seeds(secret, 0)
    dice = seeds.dice_for(Occasion(match=plan.dice_name or plan.name, formula=FORMULA, request=0, record=0))
    start = game.setup([seat.seat for seat in seats], plan.whole_options, dice)
    match = _write_match(session, ctx, plan, secret, start.state)
    step = ResolutionStep(0, {}, (), tuple(start.events), start.state, tuple(dice.log))
    _write_setup(session, ctx, match, seeds, step)
    for seat in seats:
        key_number, player = names.next_key_number(session, plan.name, seat.seat), (known or {}).get(seat.seat)
        assign_seat(session, ctx, match, seat, key_number, player=player)
    session.flush()
    assignments = order_requests.assignments(session, match)
    ask(session, ctx, match, start.state, next_seeds(match), record=1)
    for assignment in assignments.values():
        welcome(session, ctx, match, assignment)
        joining.send_join_code(session, ctx, match, assignment)
    chronicle.open_(session, ctx, match)
    return match


def check_name(session: Session, plan: MatchPlan) -> None:
    """Raise MatchError if a match of the name is there, or one that would get its letters."""
    other = match_queries.match_by_slug(session, tags.slug(plan.name))
    if other is None:
        return
    if other.name.lower() == plan.name.lower():
        raise MatchError(f"{plan.about}: there is a match of this name")
    raise MatchError(f'{plan.about}: in mail addresses it would look like match "{other.name}"; choose another name')


def check(ctx: Context, plan: MatchPlan) -> AnyGame:
    """Raise MatchError if a match cannot be made as it is written; return its game."""
    about = plan.about
    game = ctx.games.get(plan.game)
    if game is None:
        raise MatchError(f'{about}: there is no game "{plan.game}"; there are: {", ".join(ctx.games)}')
    try:
        schedule.parse(plan.schedule, plan.zone)
    except schedule.ScheduleError as error:
        raise MatchError(f"{about}: {error}") from error
    known = {spec.name for spec in game.info.seats}
    taken: set[Seat] = set()
    for seat in plan.seats:
        if seat.seat not in known:
            listed = ", ".join(spec.name for spec in game.info.seats)
            raise MatchError(f'{about}: {game.info.title} has no seat "{seat.seat}"; it has: {listed}')
        if seat.seat in taken:
            raise MatchError(f"{about}: seat {seat.seat} is given twice")
        taken.add(seat.seat)
        check_seat(about, game, seat)
    _check_addresses(ctx, plan)
    missing = [spec.name for spec in game.info.seats if not spec.optional and spec.name not in taken]
    if missing:
        raise MatchError(f"{about}: {game.info.title} cannot do without {', '.join(missing)}: name a player or a bot")
    seats = [seat.seat for seat in _seats_in_order(game, plan)]
    if plan.absent_bot and plan.absent_bot not in game.bots:
        raise MatchError(f'{about}: there is no bot "{plan.absent_bot}"; there are: {", ".join(game.bots)}')
    problems = [problem for problem in game.check_options(plan.options, seats) if problem.falls]
    if problems:
        raise MatchError(f"{about}: {'; '.join(ctx.say(game.info.key, problem) for problem in problems)}")
    try:
        tags.check_names(ctx, plan.name, seats)
    except tags.TagError as error:
        raise MatchError(f"{plan.place}: {error}" if plan.place else str(error)) from error
    return game


def _check_addresses(ctx: Context, plan: MatchPlan) -> None:
    """Raise MatchError with all that is wrong with the addresses of the seats: they are corrected in one go."""
    wrong = [
        f'{seat.place}: match "{plan.name}": {what}' if seat.place else f"{plan.about}: {what}"
        for seat, what in wrong_addresses(ctx.settings, plan.seats)
    ]
    if wrong:
        raise MatchError("; ".join(wrong))


def wrong_addresses(settings: Settings, seats: Sequence[SeatPlan]) -> Iterator[tuple[SeatPlan, str]]:
    """Give what is wrong with the addresses of the seats of a new match, each with its seat."""
    for number, seat in enumerate(seats):
        for what in (*_shared(seat, seats[:number]), *unreachable(settings, seat)):
            yield seat, what


def _shared(seat: SeatPlan, others: Iterable[SeatPlan]) -> Iterator[str]:
    """Give what is wrong where two seats of one address, or of one account in a forum, bear two names."""
    for other in others:
        shared = sorted(ways(seat) & ways(other))
        if shared and seat.player.casefold() != other.player.casefold():
            yield (
                f'seat {seat.seat} is for "{seat.player}" and seat {other.seat} for "{other.player}", and '
                f"both have {shared[0]}, which is one person's. Write the right address, or if one person plays "
                "both seats, the same name"
            )


def unreachable(settings: Settings, seat: SeatPlan) -> Iterator[str]:
    """Give what is wrong with addresses of a seat that end in a bare name, no domain of the operator's own network."""
    ours = {"localhost", *(each.lower().rpartition("@")[2] for each in (*settings.addresses, *settings.gms))}
    for address in _addresses_of(seat):
        domain = address.rpartition("@")[2]
        if "." not in domain and domain not in ours:
            yield (
                f"seat {seat.seat}: no letter can reach {address}: a domain needs a dot, as in {address}.org."
                " A name from your own network is accepted if an address in [moderator] has it too"
            )


def ways(seat: SeatPlan) -> set[str]:
    """Return the addresses, and the account in a forum, that lead to who is to sit in a seat."""
    return {*_addresses_of(seat), *([seat.forum.lower()] if seat.forum.partition(":")[2] else [])}


def check_seat(about: str, game: AnyGame, seat: SeatPlan) -> None:
    """Raise MatchError unless exactly one of a person with an address and a known bot is to sit there."""
    if seat.bot and seat.player:
        raise MatchError(f"{about}: seat {seat.seat} has both a player and a bot")
    if seat.bot and seat.bot not in game.bots:
        raise MatchError(f'{about}: seat {seat.seat}: there is no bot "{seat.bot}"; there are: {", ".join(game.bots)}')
    if not seat.bot and not seat.player:
        raise MatchError(f'{about}: seat {seat.seat} is empty: give it player = "…" with an address, or bot = "random"')
    if seat.player and not seat.addresses and not seat.forum:
        raise MatchError(f"{about}: seat {seat.seat}: {seat.player} has no address, and no account in a forum")
    nobody = Player(name="", zone="UTC")
    for name, value in seat.preferences.items():
        try:
            preferences.put(nobody, name, value)
        except preferences.PreferenceError as error:
            allowed = ", ".join(error.allowed)
            raise MatchError(f'{about}: seat {seat.seat}: {name} = "{value}" is not one of: {allowed}') from error


def _seats_in_order(game: AnyGame, plan: MatchPlan) -> list[SeatPlan]:
    order = [spec.name for spec in game.info.seats]
    return sorted(plan.seats, key=lambda seat: order.index(seat.seat))


def _write_match(
    session: Session,
    ctx: Context,
    plan: MatchPlan,
    secret: bytes,
    state: Any,  # noqa: ANN401 - the state is the game's own
) -> Match:
    match = Match(
        name=plan.name,
        slug=tags.slug(plan.name),
        game=plan.game,
        rules=ctx.game(plan.game).info.rules,
        formula=FORMULA,
        status=MatchStatus.RUNNING,
        settings=plan,
        schedule=plan.schedule,
        secret=secret,
        number=-1,
        state=codec.pack(state),
        created=ctx.now(),
    )
    session.add(match)
    session.flush()
    return match


def _write_setup(session: Session, ctx: Context, match: Match, seeds: Seeds, step: ResolutionStep) -> None:
    """Keep the set-up as request and record number 0, so that the end opens its seeds too."""
    now = ctx.now()
    session.execute(
        insert(OrderRequest).values(
            match=match.id,
            number=0,
            record=0,
            open_seed=seeds.open,
            secret_seed=seeds.secret,
            sealed=order_requests.packed_seals(seeds),
            prompts=codec.pack({}),
            opened=now,
            closed=now,
        )
    )
    held = records.Body[Any, Any](code="setup", steps=records.stored_steps((step,)))
    records.append(session, match, RecordKind.SETUP, held, state=step.state, made=now)


def ask(session: Session, ctx: Context, match: Match, state: Any, seeds: Seeds, *, record: int) -> None:  # noqa: ANN401 - as above
    """Ask for what a position asks for, outside the course of turns, and set the deadline; ``record`` will rule it."""
    game = ctx.game(match.game)
    prompts = game.pending(state)
    match.turn = next((prompt.turn for prompt in prompts.values()), 0)
    if not prompts:
        match.status = MatchStatus.OVER
        return
    assignments = order_requests.assignments(session, match)
    opening = order_requests.opening(game, match, state, prompts, seated=assignments, seeds=seeds, record=record)
    order_requests.ask(session, ctx, game, match, opening)
    match.deadline = deadlines.next_deadline(ctx, match)


def assign_seat(
    session: Session,
    ctx: Context,
    match: Match,
    seat: SeatPlan,
    key_number: int = 1,
    *,
    player: Player | None = None,
) -> SeatAssignment:
    """Put a person (a known ``player``, or known by any of the addresses, or new) or a bot into a seat."""
    confirmed, zone = not order_requests.settings_of(ctx, match).confirm, match.settings.zone
    if player is None and not seat.bot:
        player = person(session, seat, zone=zone, confirmed=confirmed)
    assignment = SeatAssignment(
        match=match.id,
        seat=seat.seat,
        player=player.id if player else None,
        bot=seat.bot,
        key_number=key_number,
        joined=ctx.now(),
    )
    session.add(assignment)
    return assignment


def known_player(session: Session, seat: SeatPlan) -> Player | None:
    """Return the player who has one of the addresses of a seat already, or its account in a forum.

    What an import alone claims leads to nobody.
    """
    found = select(Address).where(col(Address.address).in_(_addresses_of(seat)), ~col(Address.claimed))
    entry = session.exec(found.order_by(col(Address.id))).first() or _account(session, seat)
    return session.get(Player, entry.player) if entry else None


def _account(session: Session, seat: SeatPlan) -> Account | None:
    """Return the account of a seat if it is some player's."""
    forum, _, name = seat.forum.partition(":")
    account = people_queries.account_by_name(session, forum, name) if name else None
    return None if account is None or account.claimed else account


def _addresses_of(seat: SeatPlan) -> list[str]:
    return [address.strip().lower() for address in seat.addresses]


def person(session: Session, seat: SeatPlan, *, zone: str, confirmed: bool) -> Player:
    """Return the player with one of these addresses or this account, or a new one in a ``zone``.

    Addresses and an account that are new are added. A known player's own zone and preferences hold.
    """
    wanted = _addresses_of(seat)
    player = known_player(session, seat)
    if player is None:
        player = Player(name=seat.player, zone=seat.zone or zone)
        for name, value in seat.preferences.items():
            preferences.put(player, name, value)
        session.add(player)
        session.flush()
    have = {row.address for row in people_queries.addresses(session, player.id)}
    for address in dict.fromkeys(wanted):
        if address not in have:
            session.add(Address(player=player.id, address=address, confirmed=confirmed))
    forum, _, name = seat.forum.partition(":")
    if forum and _account(session, seat) is None and people_queries.account_in(session, player.id, forum) is None:
        session.add(Account(player=player.id, forum=forum, name=name))
    session.flush()
    return player


def welcome(session: Session, ctx: Context, match: Match, assignment: SeatAssignment) -> None:
    """Put the first letter of a match to a player into the outbox; the thread of all later ones begins with it."""
    if assignment.player is None:
        return
    key = f"welcome:{match.id}:{assignment.id}"
    outbox.enqueue(
        session, ctx, match, OutgoingLetter(kind="welcome", key=key, assignment=assignment, record=match.number)
    )


def announce(session: Session, ctx: Context, match: Match) -> None:
    """Tell the GM that a match has begun, and with whom."""
    seats, blind = differences.seats_now(session, [match.id])[match.id].values(), secrecy.is_blind(session, ctx, match)
    masked = masks.are_worn(match) and blind
    lines = [seat.seat if masked and not seat.bot else _with_addresses(seat) for seat in seats]
    facts: dict[str, str | int] = {"due": match.deadline.isoformat()} if match.deadline else {}
    if blind:
        facts["blind"] = "plays" if secrecy.seats_of_gm(session, ctx, match) else "set"
    outbox.memo(session, ctx, "match-begun", f"match-begun:{match.id}", match=match.name, facts=facts, lines=lines)


def _with_addresses(seat: SeatPlan) -> str:
    return f"{seat.seat}: {differences.name_of(seat)}" + "".join(f" <{each}>" for each in _known_by(seat))


def _known_by(seat: SeatPlan) -> tuple[str, ...]:
    """Return the addresses of who sits in a seat, and the account in a forum once it is known."""
    return (*seat.addresses, *([seat.forum] if ":" in seat.forum else []))


def seats_of(match: Match, game: AnyGame) -> Sequence[Seat]:
    """Return the seats of a match in the game's order."""
    return [seat.seat for seat in _seats_in_order(game, match.settings)]
