"""What is worth remembering, whatever the game."""

from collections import Counter

from moderator.core.game import Chapter, SeatEvent
from moderator.kit.recap import Award, Reason, award_honours, count_deeds, reasons_of

_TALL = (Reason[int]("tall", lambda height: height), Reason[int]("deep", lambda height: -height))


class _Met(SeatEvent, frozen=True, kw_only=True):
    pass


def test_what_is_notable_has_reasons_beside_being_first_and_last() -> None:
    """The highest figure above 0 is one; where none is above it, nothing has it."""
    assert reasons_of([3, 9, 1], _TALL) == {0: ["first"], 1: ["tall"], 2: ["last"]}
    assert reasons_of([-4], _TALL) == {0: ["first", "deep"]}
    assert reasons_of([], _TALL) == {}


def test_deeds_are_counted_by_kind_of_event_and_for_seats_alone() -> None:
    """Events of kinds that count for nothing are passed over."""
    deeds = {"Red": Counter[str](), "Blue": Counter[str]()}
    chapters = [Chapter(1, None, (_Met(seat="Red"), _Met(seat=""))), Chapter(2, None, (_Met(seat="Red"),))]
    count_deeds(chapters, deeds, {_Met: lambda event: [(event.seat, "meetings", 1)]})
    assert deeds == {"Red": {"meetings": 2}, "Blue": {}}
    award = Award[Counter[str]]("sociable", lambda own: own["meetings"])
    assert [(honour.seat, honour.award, honour.count) for honour in award_honours([award], ("Red", "Blue"), deeds)] == [
        ("Red", "sociable", 2)
    ]
