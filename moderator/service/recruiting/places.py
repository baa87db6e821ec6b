"""The seats of an open match that are free, how many people it takes, and who gets which of them."""

from collections.abc import Collection, Sequence
from itertools import combinations

from msgspec.structs import replace

from moderator.core.game import AnyGame, SeatSpec
from moderator.core.seats import Seat
from moderator.service.context import Context, MatchPlan, SeatPlan
from moderator.service.matches import absences, matches
from moderator.service.matches.matches import MatchError


def free_seats(game: AnyGame, plan: MatchPlan) -> list[SeatSpec]:
    """Return the seats of a game that a plan gives to nobody, in the game's order."""
    taken = {seat.seat for seat in plan.seats}
    return [spec for spec in game.info.seats if spec.name not in taken]


def most(game: AnyGame, plan: MatchPlan) -> int:
    """Return how many people can join: as many as the plan says, else one for each free seat the game can fill."""
    return plan.most or max(_playable(game, plan), default=0)


def least(game: AnyGame, plan: MatchPlan) -> int:
    """Return how many people have to join: as many as the plan says, else as few as the game can do with."""
    return plan.least or min(_playable(game, plan), default=0)


def _playable(game: AnyGame, plan: MatchPlan) -> list[int]:
    """Return the numbers of people with which the game can be played."""
    free = [spec.name for spec in free_seats(game, plan)]
    counts = range(max(1, len(_needed(game, plan))), len(free) + 1)
    return [count for count in counts if _suits(game, plan, _playable_seats(game, plan, free, count))]


def _playable_seats(game: AnyGame, plan: MatchPlan, free: Sequence[Seat], count: int) -> Sequence[Seat]:
    """Return so many of the free seats that the game can be played with, as far as possible the first of them.

    In some games not all seats go together. If none do, the first are returned: what is wrong with them is said later.
    """
    return next((some for some in combinations(free, count) if _suits(game, plan, some)), free[:count])


def _suits(game: AnyGame, plan: MatchPlan, chosen: Collection[Seat]) -> bool:
    """Tell whether the game can be played with some of the free seats beside those that are taken."""
    filled = {*chosen, *(seat.seat for seat in plan.seats)}
    if not filled.issuperset(_needed(game, plan)):
        return False
    seats = [spec.name for spec in game.info.seats if spec.name in filled]
    return not any(problem.falls for problem in game.check_options(plan.options, seats))


def _needed(game: AnyGame, plan: MatchPlan) -> list[Seat]:
    return [spec.name for spec in free_seats(game, plan) if not spec.optional]


def _anybody(count: int) -> list[SeatPlan]:
    """Return people who stand for those that will join."""
    return [SeatPlan(seat="", player=f"Player {at}", addresses=(f"{at}@example.org",)) for at in range(count)]


def rehearsed(game: AnyGame, plan: MatchPlan) -> MatchPlan:
    """Return an open match as it would begin with people that are made up, as few as it can begin with."""
    count = least(game, plan)
    return fill(game, replace(plan, open=False, start=None), _anybody(count), count)


def check(ctx: Context, plan: MatchPlan) -> None:
    """Raise MatchError unless an open match can begin with any number of people that it may begin with."""
    game = ctx.games.get(plan.game)
    if game is None:
        matches.check(ctx, plan)  # which says so
        return
    free, lowest, highest = len(free_seats(game, plan)), least(game, plan), most(game, plan)
    if not free:
        raise MatchError(f"{plan.about}: it is open, but every seat is taken. Take people or bots out of seats")
    if highest > free:
        raise MatchError(f"{plan.about}: most = {highest}, but {free} seats are free. Write at most {free}")
    if lowest > highest:
        raise MatchError(f"{plan.about}: least = {lowest} is more than most = {highest}. Write at most {highest}")
    for count in range(max(1, lowest), max(1, highest) + 1):
        try:
            matches.check(ctx, fill(game, plan, _anybody(count), lowest))
        except MatchError as error:
            raise MatchError(f"{error} (with {count} of the {free} free seats filled)") from error


def fill(game: AnyGame, plan: MatchPlan, people: Sequence[SeatPlan], lowest: int = 0) -> MatchPlan:
    """Return the plan of a match with people in its free seats, and bots in as many more as it takes for ``lowest``.

    The people come in the order in which they joined; each has the seat that they wish for, or none (``deal``).
    """
    dealt = deal(game, plan, [each.seat for each in people], lowest)
    seated = {seat: replace(person, seat=seat) for person, seat in zip(people, dealt, strict=False)}
    bot = absences.bot_of(game, plan)
    order = [spec.name for spec in game.info.seats]
    seats = [seated.get(seat, SeatPlan(seat=seat, bot=bot)) for seat in sorted(dealt, key=order.index)]
    return replace(plan, seats=(*plan.seats, *seats))


def deal(game: AnyGame, plan: MatchPlan, wishes: Sequence[Seat], lowest: int = 0) -> list[Seat]:
    """Return who gets which seat: first those of the people, in their order, then those of bots, up to ``lowest``.

    A wish is granted if nobody before has the seat and the game can be played with it; the others get the seats that
    are left, in the game's order. Seats that the game cannot do without are filled first.
    """
    names, needed = [spec.name for spec in free_seats(game, plan)], _needed(game, plan)
    count = max(len(wishes), lowest, len(needed))
    wished = [wish for wish in dict.fromkeys(wishes) if wish in names]
    chosen = _playable_seats(game, plan, list(dict.fromkeys((*needed, *wished, *names))), count)
    granted = {wish: at for at, wish in reversed(list(enumerate(wishes))) if wish in chosen}
    left = iter([name for name in names if name in chosen and name not in granted])
    return [wish if granted.get(wish) == at else next(left) for at, wish in enumerate(wishes)] + [*left]
