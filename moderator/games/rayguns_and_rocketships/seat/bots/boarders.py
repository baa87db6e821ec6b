"""Whom a bot sends aboard other ships, and how: across space, or straight from airlocks by a Star card."""

from collections.abc import Iterator, Sequence

from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.targets import enemies_by_distance
from moderator.games.rayguns_and_rocketships.orders.phrases import Condition, Spot
from moderator.games.rayguns_and_rocketships.orders.types import Board, Go
from moderator.games.rayguns_and_rocketships.pieces import CREW, Figure, Post
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import Card, cards_of

_ALONGSIDE = 2
"""Nodes at which somebody who leaves gets across in a Turn, with a token."""
_ENOUGH = 3
"""Action tokens at which somebody sets out."""
_STRIDE = 2
"""Squares that a figure walks in a Turn without a token."""
_MISSED = ("DECK", "AIRLOCK", "GUN", "ENGINE", "PANEL", "HATCH", "COCKPIT")
"""Who leaves first, by post."""


def spare_crew(view: View) -> tuple[str, ...]:
    """Return the crew members aboard who have no task, those whose post is missed least first."""
    tasks = {name for task in view.own.tasks for name in task.who}
    plan = deck(view.who)

    def missed(figure: Figure) -> tuple[int, int]:
        post = plan.post_at.get(figure.at, "DECK").split()[0]
        steps = plan.walk(figure.at)
        return _MISSED.index(post), min(steps.get(plan.posts[lock], 99) for lock in plan.of_kind("AIRLOCK"))

    aboard = (one for one in view.crew(view.who) if one.ship == view.who and one.name in CREW)
    return tuple(one.name for one in sorted(aboard, key=missed) if one.name not in tasks and not one.wounded)


def across(view: View, number: int) -> Iterator[Board | Go]:
    """Send boarders to a ship that is near enough; who drifts without a task goes there, or home."""
    field, seat = view.field, view.who
    tasks = {name for task in view.own.tasks for name in task.who}
    foes = enemies_by_distance(field, seat) or list(field.enemies(seat))
    afloat = tuple(one.name for one in view.crew(seat) if not one.ship and one.name not in tasks)
    if afloat and seat in field.ships:
        yield Go(who=afloat, spot=Spot("home"))
    elif afloat and foes:
        yield Board(seat=foes[0], who=afloat)
    if number and foes and field.range(seat, foes[0]) <= _ALONGSIDE:
        yield Board(seat=foes[0], who=spare_crew(view)[:number], state=Condition("tokens", _ENOUGH))


# ---- by a Star card -----------------------------------------------------------------------------------------


def leapers(view: View, card: Card) -> dict[str, Post]:
    """Return who can be on which airlock in a Turn, so that a card lets them jump; nobody without a ship in range."""
    field, seat = view.field, view.who
    foes = enemies_by_distance(field, seat)
    if not foes or field.range(seat, foes[0]) > card.range:
        return {}
    plan, ship = deck(seat), field.ships[seat]
    locks = {plan.posts[post]: post for post in plan.of_kind("AIRLOCK") if plan.posts[post] not in ship.blasts}
    room = sum(field.free(foes[0], deck(foes[0]).posts[post]) for post in deck(foes[0]).of_kind("AIRLOCK"))
    found: dict[str, Post] = {}
    for name in spare_crew(view)[: len(CREW) // 2]:
        steps = plan.walk(field.figures[seat, name].at, barred=ship.blasts)
        near = [at for at in locks if steps.get(at, _STRIDE + 1) <= _STRIDE]
        if near and len(found) < min(card.crew, room):
            found[name] = locks.pop(min(near, key=lambda at: steps[at]))
    return found


def leap(view: View, cards: Sequence[str]) -> Iterator[Board | Go]:
    """Send boarders to airlocks the Turn before a card that lets them jump, and aboard when it is up."""
    seat, first = view.who, view.turn
    for turn, card in enumerate((cards_of(seat)[name] for name in cards), first):
        there = leapers(view, card) if card.effect == "jump" and (turn > first) else {}
        if there:
            yield from (Go(who=(name,), spot=Spot("aboard", post), turns=(turn - 1,)) for name, post in there.items())
            yield Board(seat=enemies_by_distance(view.field, seat)[0], who=tuple(there), turns=(turn,))
