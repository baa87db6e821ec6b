"""Ratings: an estimate of how well somebody plays a game, worked out anew from the results of matches.

People who agree to it are listed (``SET RATING ON``); everybody is told their own. The result of a seat is that of the
player who was there when the first turn ran: to leave a match saves no rating, and to step in costs none.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from openskill.models import PlackettLuce, PlackettLuceRating
from sqlmodel import Session, col, select

from moderator.core.seats import Seat
from moderator.service import preferences
from moderator.service.context import Context
from moderator.service.letter_parts import GameRatings, Rating
from moderator.service.people import results
from moderator.store.tables import Player

RATED_FROM = 5
"""How many matches somebody has played of a game before a rating of theirs is told."""

_START, _SCALE = 1000, 24
"""What a beginner has, and how many points a step of the model's own scale is."""

_MODEL = PlackettLuce()


@dataclass
class _Standing:
    """What is known of a player's play of a game so far."""

    skill: PlackettLuceRating = field(default_factory=_MODEL.rating)
    matches: int = 0


def ratings(session: Session, ctx: Context, asker: int | None = None) -> tuple[GameRatings, ...]:
    """Return the ratings of all games that have any: of those who agreed to be listed, the best first.

    With an ``asker`` the own one comes, too, listed or not, and how many matches it is of.
    """
    found = _standings(session, ctx)
    rated = {player for standings in found.values() for player in standings}
    names = _listed(session, rated)
    games = (_of_game(ctx, game, standings, names, asker) for game, standings in found.items())
    return tuple(sorted((each for each in games if each.rows or each.own), key=lambda each: each.title))


def of_player(session: Session, ctx: Context, player: int) -> dict[str, Rating]:
    """Return the ratings of a player by the titles of the games."""
    return {each.title: each.own for each in ratings(session, ctx, player) if each.own is not None}


def _of_game(
    ctx: Context, game: str, standings: Mapping[int, _Standing], names: Mapping[int, str], asker: int | None
) -> GameRatings:
    listed = [_rating(standings[player], name) for player, name in names.items() if player in standings]
    own = standings.get(asker) if asker is not None else None
    return GameRatings(
        title=ctx.game(game).info.title,
        rows=tuple(sorted((each for each in listed if each.value is not None), key=_rank)),
        own=_rating(own) if own else None,
    )


def _rating(standing: _Standing, name: str = "") -> Rating:
    told = standing.matches >= RATED_FROM
    value = round(standing.skill.ordinal(alpha=_SCALE, target=_START)) if told else None
    return Rating(name=name, value=value, matches=standing.matches)


def _rank(rating: Rating) -> tuple[int, str]:
    return -(rating.value or 0), rating.name


def _listed(session: Session, players: Iterable[int]) -> dict[int, str]:
    """Return the names of those players who have agreed to be listed."""
    rows = session.exec(select(Player).where(col(Player.id).in_(players)))
    return {player.id: player.name for player in rows if preferences.load_preferences(player).rating}


def _standings(session: Session, ctx: Context) -> dict[str, dict[int, _Standing]]:
    """Return by game and player what is known of their play, from all results in their order."""
    found: dict[str, dict[int, _Standing]] = {}
    for result in results.all_results(session, ctx):
        if not result.by_gm:
            _count(found.setdefault(result.match.game, {}), result.outcome.ranking, result.beginners)
    return found


def _count(known: dict[int, _Standing], ranking: Sequence[Sequence[Seat]], players: Mapping[Seat, int]) -> None:
    """Count a match for its players: one who has two seats by the better of them, and no match of one person alone."""
    places: dict[int, int] = {}
    for place, seats in enumerate(ranking):
        for seat in seats:
            if seat in players:
                places.setdefault(players[seat], place)
    if len(places) < 2:  # noqa: PLR2004 - nobody is measured against themselves
        return
    standings = [known.setdefault(player, _Standing()) for player in places]
    teams = [[standing.skill] for standing in standings]
    for standing, (skill,) in zip(standings, _MODEL.rate(teams, ranks=[*places.values()]), strict=True):
        standing.skill, standing.matches = skill, standing.matches + 1
