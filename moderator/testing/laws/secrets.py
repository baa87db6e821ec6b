"""Laws about secrets: what a seat may not know shows in nothing that it gets."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from moderator.core.codec import encode
from moderator.core.dice import Dice
from moderator.core.game import AnyGame, Event
from moderator.core.pictures import Pictures
from moderator.core.seats import Observer, Seat, Who
from moderator.games.simulate import bot_orders
from moderator.testing.laws.pictures import further
from moderator.testing.subjects import Moment, TableSubject

_MOMENTS = 6
_SUPPOSED = 8
_NAMED = 11
"""Of so many names that HELP knows, each pair of twins is asked about one."""


class Twin(NamedTuple):
    """What somebody cannot tell from a moment of the match: another position, or other orders of others."""

    moment: Moment
    who: Who
    state: Any
    orders: Mapping[Seat, Sequence[Any]]


def twins(table: TableSubject) -> Iterator[Twin]:
    """Go through pairs: a moment and a watcher, and the same with hidden facts or another's orders changed.

    Hidden facts are changed in two ways: to a position supposed from the watcher's view, and by the game's own
    ``hidden``. Orders are changed to what another random bot would give.
    """
    game = table.game
    for n, moment in enumerate(table.moments(_MOMENTS)):
        orders = moment.step.orders
        for who in table.watchers:
            if who is Observer.GM:
                continue
            yield Twin(moment, who, game.suppose(game.view(moment.before, who)), orders)
            for twin in table.testing.hidden(moment.before, who):
                yield Twin(moment, who, twin, orders)
            for seat, prompt in moment.prompts.items():
                if seat != who:
                    chance = Dice.throwaway(f"twin/{n}").secret.child(seat)
                    order_set = bot_orders(game, moment.before, seat, prompt, bot="random", chance=chance)
                    yield Twin(moment, who, moment.before, {**orders, seat: order_set})


def supposed_positions_fit(table: TableSubject) -> None:
    """A position that is supposed from a view looks exactly like that view."""
    game = table.game
    for moment in table.moments(_SUPPOSED):
        for who in table.watchers:
            view = game.view(moment.before, who)
            table.same(game.view(game.suppose(view), who), view, "the view of the position supposed, and the view", who)


def same_witness_is_told_the_same(table: TableSubject) -> None:
    """What is hidden, and what others order, shows in nothing that a seat gets but through events that it witnesses.

    Every twin begins with the same view. If the events that the watcher may know come out alike, so must be view,
    report, chart and map, to the last byte.
    """
    compared = 0
    drawn: set[tuple[int, Who]] = set()
    for moment, who, state, orders in twins(table):
        game, step = table.game, moment.step
        mine = game.view(moment.before, who)
        table.same_json(game.view(state, who), mine, "the views of two positions that it cannot tell apart", who)
        twin = game.resolve(state, orders, moment.dice.for_step(step.number))
        if _witnessed(twin.events, who) != _witnessed(step.events, who):
            continue
        for what, one, other in zip(
            ("view", "report"),
            _told(game, twin.state, twin.events, who),
            _told(game, step.state, step.events, who),
            strict=True,
        ):
            table.same(one, other, f"the {what} tells what it did not witness", who)
        differ = twin.state != step.state
        compared += differ
        if differ and (id(step), who) not in drawn:
            drawn.add((id(step), who))
            shown, wanted = (_pictured(game, table.pictures(), after, who) for after in (twin.state, step.state))
            table.same(shown, wanted, "the chart or a drawing shows what it did not witness", who)
    _require_tried(table, compared)


def previews_tell_no_more_than_the_view(table: TableSubject) -> None:
    """The preview of the same orders is the same, whatever is hidden and whatever others order."""
    game, compared = table.game, 0
    for moment, who, state, _ in twins(table):
        prompt = moment.prompts.get(str(who))
        if prompt is not None:
            orders = moment.step.orders.get(str(who), ())
            mine, theirs = (game.preview(game.view(each, who), prompt, orders) for each in (moment.before, state))
            table.same_json(mine, theirs, "the previews of two positions that it cannot tell apart", who)
            compared += state != moment.before
    _require_tried(table, compared)


def help_tells_no_more_than_the_view(table: TableSubject) -> None:
    """HELP about any topic of the game is the same, whatever is hidden.

    Each pair of twins is asked about all topics and some of the names below them, the next pair about others.
    """
    game, compared = table.game, 0
    named = [each for names in game.topics.values() for each in names]
    for moment, who, state, _ in twins(table):
        if state == moment.before:
            continue
        mine, theirs = (game.view(each, who) for each in (moment.before, state))
        for word in (*game.topics, *named[compared % _NAMED :: _NAMED]):
            what = f"HELP {word} in two positions that it cannot tell apart"
            table.same_json(game.explain(mine, word), game.explain(theirs, word), what, who)
        compared += 1
    _require_tried(table, compared)


def _require_tried(table: TableSubject, compared: int) -> None:
    """Require that some pair differed in what is hidden, where the table says that it hides something."""
    tried = compared or not table.hides
    table.require(tried, "no pair of positions differed in what is hidden: this law was not tried")


def _witnessed(events: Sequence[Event], who: Who) -> bytes:
    """Return what somebody may know of a turn, without who else knows it."""
    return encode([replace(event, seen_by=None) for event in events if event.known_to(who)])


def _told(game: AnyGame, state: Any, events: Sequence[Event], who: Who) -> tuple[bytes, bytes]:  # noqa: ANN401 - the game's own
    """Return what somebody is shown after a turn in data: view and report."""
    view = game.view(state, who)
    return encode(view), encode(game.report(view, [event for event in events if event.known_to(who)]))


def _pictured(game: AnyGame, pictures: Pictures[Any], state: Any, who: Who) -> tuple[str, ...]:  # noqa: ANN401 - as above
    """Return what somebody is shown of a position in pictures: chart and drawings."""
    view = game.view(state, who)
    return pictures.chart(view), *(drawing.svg for drawing in (*pictures.draw(view), *further(pictures, view)))
