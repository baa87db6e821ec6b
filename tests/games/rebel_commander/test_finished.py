"""The finished matches show all that a match of Rebel Commander may come to."""

from tests.games.rebel_commander.finished import ENTRIES


def test_every_edition_and_every_ending_is_among_the_finished_matches() -> None:
    """Won by either side in every way, tied, and ended by players and the GM."""
    ends = {entry.ends for entry in ENTRIES}
    reasons = ("conquest", "annihilation", "more-locations", "more-units")
    assert {entry.options["edition"] for entry in ENTRIES} == {"planet", "skirmish"}
    assert {f"{winner} {reason}" for winner in ("Red", "Empire") for reason in reasons} <= ends
    assert {"Empire tie", "nobody DRAW", "nobody CONCEDE"} <= ends
