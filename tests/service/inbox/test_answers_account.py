"""The law of answers: no line of the author's own part of a letter is missing from what she is told."""

import re
from datetime import timedelta
from pathlib import Path

from moderator.language.reading.line_outcomes import Became
from moderator.service.codes import Verdict
from moderator.service.context import SeatPlan
from moderator.service.inbox.understand import understand_only
from tests.support.world import World

LETTERS = Path(__file__).parents[2] / "letters"
CORPUS = sorted(LETTERS.rglob("*.eml"))[::5]
"""Each fifth letter: that the reader loses no line is tried over all of them."""

ANSWERED = (Verdict.FILED, Verdict.NOTHING_READ, Verdict.ANSWERED, Verdict.CHANGED)
TAG = re.compile(rb"moderator\+hoth\.red\.[a-z2-7]{16}@pbem\.test")
SEATS = (
    SeatPlan(seat="Red", player="Ann", addresses=("ann@pbem.test",)),
    SeatPlan(seat="Blue", player="Ben", addresses=("blue@pbem.test",)),
    SeatPlan(seat="Empire", bot="random"),
)
FORCES = {"Red": {"C3": {"troops": 3}}, "Blue": {"F6": {"troops": 1}}, "Empire": {"H3": {"troops": 2}}}


def test_every_line_of_the_corpus_is_in_the_answer(empty_world: World) -> None:
    """It is recorded, needs a fix, or is listed as conversation, if only by the count of what is not shown."""
    world = empty_world
    world.match("hoth", "rebel-commander", SEATS, start=FORCES)
    due: list[tuple[str, set[int]]] = []
    for path in CORPUS:
        raw = TAG.sub(world.tag("Red").encode(), path.read_bytes())
        told = understand_only(world.store, world.ctx, raw)
        world.clock.move(timedelta(minutes=6))
        world.put(raw)
        if any(done.verdict in ANSWERED for done in world.read()):
            asked = {line.number for line, became in told.lines if became not in (Became.COURTESY, Became.PART)}
            due.append((path.name, asked))
    answers = world.facts("acknowledgement")
    assert len(answers) == len(due) > len(CORPUS) // 3
    for (name, lines), answer in zip(due, answers, strict=True):
        missing = lines - {line.number for line in (*answer.said, *answer.talk)}
        assert len(missing) <= answer.more_talk, f"{name}: {missing}"
