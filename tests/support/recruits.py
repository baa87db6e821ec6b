"""People who want to play: a match that they can join, and the letters that they write."""

from typing import Any

from msgspec.structs import replace

from moderator.service.context import MatchPlan
from moderator.service.facts import Acknowledgement, Notice
from moderator.service.letter_parts import Answer
from moderator.service.recruiting import musters, open_matches, opening
from moderator.store import people_queries
from moderator.store.statuses import OpenStatus
from moderator.store.tables import Outbox
from tests.support.harm import OURS
from tests.support.world import World

_PROOF = "Authentication-Results"
PLAN = MatchPlan(
    name="endor", game="space-genocide", schedule="every 48h", zone="UTC", open=True, least=2, most=3, start=None
)
"""A match of two to three that begins once it is full."""


def opens(world: World, **changes: Any) -> None:  # noqa: ANN401 - of the plan
    """Open a match."""
    with world.store.write() as session:
        opening.open_match(session, world.ctx, replace(PLAN, **changes))


def writes(world: World, name: str, text: str, *, vouched: bool = True, answers: str = "", lies: int = 0) -> str:
    """Let somebody without a seat write, perhaps in answer to a kind of letter; return what became of the letter.

    It ``lies`` unread for some hours.
    """
    address = f"{name.lower()}@real.test"
    headers = {_PROOF: f"{OURS}; dmarc=pass header.from=real.test"} if vouched else {}
    if answers:
        asked = [row for row in world.rows() if row.key.startswith(f"ask:{answers}:")]
        headers["In-Reply-To"] = next(row.message_id for row in asked[::-1] if is_to(world, row, address))
    world.put(world.raw(text, f"{name} <{address}>", headers=headers))
    world.move(hours=lies)
    (done,) = world.read()
    return done.verdict


def is_to(world: World, row: Outbox, address: str) -> bool:
    """Tell whether a letter goes to an address."""
    with world.store.read() as session:
        return address == (row.to or people_queries.written_to(session, row.player or 0))


def answer(world: World) -> Answer:
    """Return the last answer to a command."""
    told: Acknowledgement = world.acknowledgement()
    return told.answers[-1]


def look(world: World) -> None:
    """Let the moderator look whether a match is to be mustered or begins."""
    assert musters.settle(world.store, world.ctx) == {}


def status(world: World, name: str = "endor") -> OpenStatus:
    """Return where the match stands."""
    with world.store.read() as session:
        found = open_matches.find(session, name)
        assert found is not None
        return found.status


def told(world: World, name: str) -> list[str]:
    """Return the codes of the notices to somebody."""
    rows = [row for row in world.rows("notice") if is_to(world, row, f"{name.lower()}@real.test")]
    return [facts.code for row in rows if isinstance(facts := world.facts_of(row), Notice)]


def seated(world: World) -> dict[str, str]:
    """Return who sits where, people by name and bots as such."""
    plan = world.the_match("endor").settings
    return {seat.seat: seat.player or "bot" for seat in plan.seats}
