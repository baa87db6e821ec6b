"""A match of Rebel Commander for tests of letters: who plays, what stands where, and three orders of Red's."""

from moderator.service.context import SeatPlan

SEATS = (
    SeatPlan(seat="Red", player="Rosa Luz", addresses=("red@pbem.test",)),
    SeatPlan(seat="Blue", player="Ben Hill", addresses=("blue@pbem.test",)),
    SeatPlan(seat="Empire", bot="random"),
)
FORCES = {
    "Red": {"C3": {"troops": 3}, "E3": {"troops": 2}},
    "Blue": {"C2": {"troops": 2}},
    "Empire": {"D6": {"troops": 4}},
}
SENT = "1. BUILD TROOPS C3\n2. MOVE TROOPS E3 E4\n3. PASS\n"
ONE_REBEL = (
    SeatPlan(seat="Red", player="Rosa", addresses=("rosa@pbem.test",)),
    SeatPlan(seat="Empire", bot="random"),
)
"""The same with one person."""
