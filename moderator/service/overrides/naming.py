"""The name of a player, corrected by a GM: it holds in all matches, so each of them records it and tells it.

A match whose players are masked does not: that something was corrected there just then would tell who plays in it.
"""

from moderator.service import masks
from moderator.service.overrides.carry_out import OverrideRun
from moderator.store import match_queries, people_queries
from moderator.store.statuses import MatchStatus
from moderator.store.tables import Player


def record_names_in_other_matches(run: OverrideRun) -> None:
    """Record the names that an override corrected in the other matches of their players that go on.

    What these are to be told stands in the news of the override; the other matches are locked until the caller commits.
    """
    for number, before in run.renamed:
        player = run.session.get_one(Player, number)
        places = {place.match: place for place, _ in people_queries.assignments_of(run.session, number)}
        others = match_queries.lock_matches(run.session, places.keys() - {run.match.id})
        for match in others.values():
            if match.status is not MatchStatus.OVER and not masks.are_worn(match):
                place = places[match.id]
                there = OverrideRun(run.session, run.ctx, match, rehearsal=run.rehearsal)
                there.reason = run.reason
                there.rename(place, before, player.name)
                there.record((f'NAME {place.seat} "{player.name}"',))
                run.news.add_other_match(match, there.news)
