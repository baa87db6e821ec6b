"""The sequence of play as a table."""

from collections.abc import Sequence

from moderator.core.sequence import Each, Part, Step, play


class Notes:
    """A table that writes down what is done, and is over after so many notes."""

    def __init__(self, most: int = 99) -> None:
        self.notes: list[str] = []
        self.item = 0
        self._most = most

    @property
    def over(self) -> bool:
        """Whether enough is written."""
        return len(self.notes) >= self._most

    def enter(self, item: int) -> None:
        """Go on to an item."""
        self.item = item


def note(text: str) -> Step[Notes]:
    """Return a step that writes a word and the item."""
    return Step(text, lambda table: table.notes.append(f"{text}{table.item}"))


TABLE: Sequence[Part[Notes]] = (
    note("begin"),
    Each("round", lambda table: range(1, 3 + table.item), Notes.enter, (note("a"), note("b"))),
    Step("end", lambda table: table.notes.append("end"), closing=True),
)


def test_steps_run_in_the_order_of_the_table_and_are_repeated_for_each_item() -> None:
    """What is repeated knows which item it is."""
    table = Notes()
    play(TABLE, table)
    assert table.notes == ["begin0", "a1", "b1", "a2", "b2", "end"]


def test_once_it_is_over_only_closing_steps_run() -> None:
    """The rest of the table is passed over."""
    table = Notes(most=2)
    play(TABLE, table)
    assert table.notes == ["begin0", "a1", "end"]
