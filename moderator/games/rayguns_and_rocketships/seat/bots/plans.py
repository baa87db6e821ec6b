"""What a bot may make of a Round: cards, posts, boarders and doctrine that fit together (BY-MAIL 13)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations

from msgspec import Struct

from moderator.games.rayguns_and_rocketships.board.arcs import MANNED_RANGE, is_in_arc, side_of
from moderator.games.rayguns_and_rocketships.board.compass import distance
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.board.helm import CARDS, Course, Helmsman, goal_of, has_something_to_do
from moderator.games.rayguns_and_rocketships.orders.phrases import BEST, NEAREST, Aiming, Thing
from moderator.games.rayguns_and_rocketships.orders.types import Collect, Fire, Helm, Man, Program, RayOrder
from moderator.games.rayguns_and_rocketships.pieces import CAPTAIN, Node, Post, Token
from moderator.games.rayguns_and_rocketships.seat.bots import boarders
from moderator.games.rayguns_and_rocketships.seat.bots.boarders import spare_crew
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import Card, basics_of, cards_of

_ERRAND = 3
"""Nodes within which a special token is fetched."""
_THINGS: tuple[Thing, ...] = ("princess", "tape", "warbot", "core")


class Plan(Struct, frozen=True):
    """How to play a Round: what the helmsman is to reach, what rayguns shoot at, how many figures board.

    ``cards`` are programmed whatever the helmsman thinks of them, if there are any.
    """

    helm: Helm = Helm(goal="broadside", target=NEAREST)
    aim: Aiming = "best"
    boarders: int = 0
    cards: tuple[str, ...] = ()


def order_set(view: View, plan: Plan) -> tuple[RayOrder, ...]:
    """Return the letter of a Round, or of a Turn, by a plan."""
    man = Helmsman(view.field, view.who, goal_of(view.field, view.who, [plan.helm]))
    cards = plan.cards or _best(view, man) if view.phase == "round" else _left(view)
    lines: list[RayOrder] = [Program(cards=cards)] if view.phase == "round" else []
    leap = list(boarders.leap(view, cards))
    boarding = [*leap, *boarders.across(view, 0 if leap else plan.boarders)]
    lines += [*_errands(view), *boarding, plan.helm, Fire(aim=plan.aim, targets=(BEST,))]
    if view.who in view.field.ships:
        lines.append(Man(places=_posts(view, _courses(view, man, cards))))
    return tuple(lines)


# ---- cards --------------------------------------------------------------------------------------------------


def programme(view: View, line: Helm) -> tuple[str, ...]:
    """Return the cards of a plan with a certain goal for the helmsman."""
    return _best(view, Helmsman(view.field, view.who, goal_of(view.field, view.who, [line])))


def _best(view: View, man: Helmsman) -> tuple[str, ...]:
    """Return the best cards, one of them a Star card that will do something, if there is any; others stand still."""
    field, seat, cards = view.field, view.who, cards_of(view.who)
    useful = [name for name in view.own.hand if not field.lacks(seat, name) and _useful(view, cards[name])]
    basics = basics_of(seat)
    if not useful:
        return max(permutations(basics, CARDS), key=man.sum)
    pairs = tuple(permutations(basics, CARDS - 1))
    threes = (
        (*two[:at], star, *two[at:])
        for star in useful
        for two in pairs
        for at in range(cards[star].effect == "jump", CARDS)
    )
    return max(threes, key=man.sum)


def _useful(view: View, card: Card) -> bool:
    """Tell whether a Star card will do something; who jumps goes to an airlock the Turn before."""
    return (
        bool(boarders.leapers(view, card)) if card.effect == "jump" else has_something_to_do(view.field, view.who, card)
    )


def _left(view: View) -> tuple[str, ...]:
    """Return the cards of the Round that are still to be carried out (``tempo = "turns"``)."""
    return (*view.side(view.who).shown[-1:], *view.own.program)


def _courses(view: View, man: Helmsman, cards: Sequence[str]) -> Iterator[Course]:
    """Give where the ship will be after each card if nobody else moves."""
    ship = view.field.ships[view.who]
    course = Course(ship.at, ship.heading)
    for name in cards:
        course, _, _ = man.leg(course.at, course.heading, name)
        yield course


# ---- the crew -----------------------------------------------------------------------------------------------


def _posts(view: View, courses: Iterator[Course]) -> tuple[Post, ...]:
    """Return as many posts as there are figures aboard: engines on the way there, then rayguns that will bear."""
    field, seat, plan = view.field, view.who, deck(view.who)
    crew = [figure for figure in view.crew(seat) if figure.ship == seat]
    foes = [field.ships[other].at for other in field.enemies(seat)]
    bearing: Counter[Post] = Counter()
    for course in courses:
        near = [there for there in foes if distance(course.at, there) <= MANNED_RANGE]
        for port in field.ships[seat].guns:
            bearing[f"GUN {port}"] += any(is_in_arc(course.at, course.heading, side_of(port), there) for there in near)
    captain = [plan.post_at[one.at] for one in crew if one.name == CAPTAIN and one.at in plan.post_at]
    guns = [post for post in sorted(bearing, key=lambda post: -bearing[post]) if bearing[post]]
    always = [*captain, *plan.of_kind("COCKPIT")[:1], *plan.of_kind("PANEL"), *plan.of_kind("HATCH")]
    engines, quiet = plan.of_kind("ENGINE"), [f"GUN {port}" for port in field.ships[seat].guns]
    wanted = [*always, *(engines[:1] if guns else engines), *guns, *engines, *quiet]
    usable = [post for post in dict.fromkeys(wanted) if plan.posts[post] not in field.ships[seat].blasts]
    return tuple(usable[: max(1, len(crew))])


def _errands(view: View) -> Iterator[Collect]:
    """Send somebody for a special token that lies near."""
    field, seat, busy = view.field, view.who, {task.thing for task in view.own.tasks if isinstance(task, Collect)}
    if seat not in field.ships:
        return
    for thing in _THINGS:
        lying = [token for token in field.tokens.values() if token.kind == thing and _is_free(view, token)]
        if lying and thing not in busy:
            yield Collect(thing=thing, who=spare_crew(view)[-1:])
            return


def _is_free(view: View, token: Token) -> bool:
    """Tell whether a special token lies so near that it can be fetched, and is not one's own."""
    field, seat = view.field, view.who
    if token.installed or token.bearer or token.ship == seat or (token.ship and token.ship not in field.ships):
        return False
    there: Node = field.ships[token.ship].at if token.ship else token.at
    return distance(field.ships[seat].at, there) <= _ERRAND
