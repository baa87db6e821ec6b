"""Everything that can happen in a night."""

from typing import ClassVar

from moderator.core.game import Event


class WeatherTurned(Event, frozen=True, kw_only=True):
    """The weather of the next night, thrown for all to see; in a storm (6) nobody finds anybody."""

    value: int

    def at_the_end(self) -> None:
        """Leave it out of the last report: it is about what comes next."""


class Walked(Event, frozen=True, kw_only=True):
    """A thief is in another street; only that thief knows."""

    seat: str
    place: str


class Sought(Event, frozen=True, kw_only=True):
    """Somebody looked into a street; everybody hears it."""

    seat: str
    place: str


class Scuffled(Event, frozen=True, kw_only=True):
    """Two thieves met; each threw a die in secret, and one was beaten."""

    place: str
    seeker: str
    hider: str
    rolls: tuple[int, int]
    beaten: str


class Fled(Event, frozen=True, kw_only=True):
    """A beaten thief ran; only that thief knows where."""

    seat: str
    place: str


class Fell(Event, frozen=True, kw_only=True):
    """A thief has no courage left and is out."""

    seat: str


class Failed(Event, frozen=True, kw_only=True):
    """An order could not be carried out."""

    failed: ClassVar[bool] = True

    seat: str
    cause: str


class Heartened(Event, frozen=True, kw_only=True):
    """A GM set a thief's courage."""

    seat: str
    courage: int


class Roused(Event, frozen=True, kw_only=True):
    """A GM woke a thief, whose courage was thrown for all to see."""

    seat: str
    courage: int


EVENTS = (WeatherTurned, Walked, Sought, Scuffled, Fled, Fell, Failed, Heartened, Roused)
AnyEvent = WeatherTurned | Walked | Sought | Scuffled | Fled | Fell | Failed | Heartened | Roused
