"""The finished matches show all that a match of Space Genocide may come to."""

from tests.games.space_genocide.finished import ENTRIES


def test_every_tempo_number_of_seats_and_ending_is_among_the_finished_matches() -> None:
    """Bots never lose both Homeworlds in one turn: that ending is among the playthroughs."""
    reasons = {entry.ends.rpartition(" ")[2] for entry in ENTRIES}
    assert {entry.options.get("tempo", "rounds") for entry in ENTRIES} == {"rounds", "seats"}
    assert {len(entry.seats) for entry in ENTRIES} == {2, 3, 4}
    assert {"last-standing", "more-planets", "more-ships", "tie", "DRAW"} <= reasons
