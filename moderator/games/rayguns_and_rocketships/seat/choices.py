"""What can fill the gaps of orders, as a seat sees the table and its hand."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from moderator.core.orders import Order
from moderator.core.seats import Seat
from moderator.games.rayguns_and_rocketships.board.deck import deck
from moderator.games.rayguns_and_rocketships.orders import slots
from moderator.games.rayguns_and_rocketships.orders.phrases import BEST, LEADER, NEAREST, WEAKEST, Success
from moderator.games.rayguns_and_rocketships.orders.types import Aim, Blast, Take
from moderator.games.rayguns_and_rocketships.orders.vocabulary import KIND_NAMES, PORT_NAMES
from moderator.games.rayguns_and_rocketships.pieces import CREW
from moderator.games.rayguns_and_rocketships.seat.view import View
from moderator.games.rayguns_and_rocketships.tables import abilities_of, stars_of
from moderator.kit.choices import ByGap, ByOrder, OpenGap, choose


def choices(view: View, kind: type[Order], gap: str, chosen: Mapping[str, Any]) -> Sequence[str] | None:
    """Return what can fill a gap, the likeliest first; None for all that the language knows."""
    return choose(OpenGap(view, kind, gap, chosen), _BY_ORDER, _BY_GAP)


# ---- cards ------------------------------------------------------------------------------------------------


def _hand(gap: OpenGap[View]) -> Sequence[str]:
    return gap.view.hand


def _stars_at_hand(gap: OpenGap[View]) -> Sequence[str]:
    """Return the Star cards in hand, and those that are programmed."""
    return [name for name in _stars(gap) if name in (*gap.view.own.hand, *gap.view.own.program)]


def _stars(gap: OpenGap[View]) -> Sequence[str]:
    return stars_of(gap.view.who) if gap.view.who in gap.view.seats else ()


def _finds(gap: OpenGap[View]) -> Sequence[str]:
    """Return what a search may find: of Star cards those that can be in the deck."""
    own, stars = gap.view.own, _stars(gap)
    drawn = {*own.hand, *own.program, *(gap.view.side(gap.view.who).discards if stars else ())}
    return ("GUN", "STAR", *(name for name in stars if name not in drawn))


# ---- figures and seats ------------------------------------------------------------------------------------


def _figures(gap: OpenGap[View]) -> Sequence[str]:
    return [figure.name for figure in gap.view.crew(gap.view.who)]


def _dodgers(gap: OpenGap[View]) -> Sequence[str]:
    return ("ALL", "NONE", *_figures(gap))


def _enemies(gap: OpenGap[View]) -> Sequence[Seat]:
    """Return the other seats that have a ship."""
    return [seat for seat in gap.view.field.ships if seat != gap.view.who]


def _targets(gap: OpenGap[View]) -> Sequence[str]:
    return (NEAREST, WEAKEST, LEADER, BEST, *_enemies(gap))


def _preys(gap: OpenGap[View]) -> Sequence[str]:
    """Return whom and what figures may strike, but for single rayguns."""
    del gap
    return [prey for prey in slots.PREY.values() if not prey.startswith("GUN ")]


def _abilities(gap: OpenGap[View]) -> Sequence[str]:
    """Return the abilities of the side that lies up, or of both before one does."""
    faces = (gap.view.side(gap.view.who).captain or "AB") if gap.view.who in gap.view.seats else ""
    return tuple(dict.fromkeys(name for face in faces for name in abilities_of(gap.view.who, face)))


def _to_heal(gap: OpenGap[View]) -> Sequence[str]:
    return (*_abilities(gap), *(name for name in _figures(gap) if name in CREW))


def _occasions(gap: OpenGap[View]) -> Sequence[str]:
    return (*map(str.upper, get_args(Success)), *_enemies(gap))


# ---- posts and nodes --------------------------------------------------------------------------------------


def _posts(gap: OpenGap[View]) -> Sequence[str]:
    return _posts_of(gap.view, gap.view.who)


def _posts_of(view: View, seat: Seat) -> Sequence[str]:
    """Return the posts of a ship, in the order of orders; none once it is gone."""
    return [post for post in slots.POST.values() if post in deck(seat).posts] if seat in view.field.ships else []


def _ports(gap: OpenGap[View]) -> Sequence[str]:
    return [post.removeprefix("GUN ") for post in _posts(gap) if post.startswith("GUN ")]


def _own_areas(gap: OpenGap[View]) -> Sequence[str]:
    return _with_kinds(_posts(gap))


def _areas_of_enemies(gap: OpenGap[View]) -> Sequence[str]:
    return _with_kinds(post for seat in _enemies(gap) for post in _posts_of(gap.view, seat))


def _with_kinds(posts: Iterable[str]) -> Sequence[str]:
    """Return all kinds of posts, then single ones, each once."""
    return tuple(dict.fromkeys((*_KINDS, *posts)))


def _guns_of_enemies(gap: OpenGap[View]) -> Sequence[str]:
    """Return the rayguns that enemies have, by port, behind what they may be."""
    ports = {port for seat in _enemies(gap) for port in gap.view.field.ships[seat].guns}
    return [name for name in slots.WRECKED.values() if name in ports or name not in PORT_NAMES]


def _nodes(gap: OpenGap[View]) -> Sequence[str]:
    return gap.view.field.stars.nodes


def _spots(gap: OpenGap[View]) -> Sequence[str]:
    """Return where figures may go: home, posts of the own ship and of those that they have boarded.

    Nodes are for those who are adrift. Squares of a deck are called as some of them are, and nobody else needs one.
    """
    view = gap.view
    boarded = dict.fromkeys(figure.ship for figure in view.crew(view.who) if figure.ship not in ("", view.who))
    there = (f"{seat} {post}" for seat in boarded for post in _posts_of(view, seat))
    adrift = any(figure.ship == "" for figure in view.crew(view.who))
    return ("HOME", *_posts(gap), *there, *(_nodes(gap) if adrift else ()))


_KINDS = [name for name in slots.AREA.values() if name in KIND_NAMES]
_BY_GAP: ByGap[View, Sequence[str]] = {
    "figure": _figures,
    "who": _figures,
    "whom": _dodgers,
    "post": _posts,
    "ports": _ports,
    "place": _own_areas,
    "places": _own_areas,
    "cards": _hand,
    "find": _finds,
    "target": _targets,
    "targets": _targets,
    "seat": _enemies,
    "node": _nodes,
    "spot": _spots,
    "prey": _preys,
    "preys": _preys,
    "guns": _guns_of_enemies,
    "ability": _abilities,
    "healed": _to_heal,
    "on": _occasions,
}
_BY_ORDER: ByOrder[View, Sequence[str]] = {
    (Take, "card"): _stars,
    (Aim, "card"): _stars_at_hand,
    (Blast, "places"): _areas_of_enemies,
}
