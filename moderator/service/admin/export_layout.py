"""The layout of a match that is carried elsewhere: everything that it is made of but its letters."""

from datetime import datetime
from typing import Any

from msgspec import Struct

from moderator.core import codec
from moderator.core.errors import ModeratorError
from moderator.core.seats import Seat
from moderator.service.admin.export_forums import CarriedAccount, CarriedForum, CarriedThread
from moderator.service.context import MatchPlan
from moderator.store.complaints import Complaint
from moderator.store.statuses import MatchStatus, RecordKind

FORMAT = 4
"""The number of the layout described here; a match with a higher one comes from a later release."""


class TransferError(ModeratorError):
    """A match that cannot be brought in; the text says why, and nothing was changed."""


class CarriedRow(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A row of a table without what another instance numbers otherwise: bytes as hex, what is packed as JSON."""


class CarriedAddress(CarriedRow, frozen=True, kw_only=True):
    """An address of a person."""

    address: str
    confirmed: bool


class CarriedPlayer(CarriedRow, frozen=True, kw_only=True):
    """A person who sits in the match, or sat there; one who was erased has neither address nor account."""

    name: str
    zone: str
    preferences: dict[str, Any] = {}
    addresses: tuple[CarriedAddress, ...] = ()
    accounts: tuple[CarriedAccount, ...] = ()


class CarriedAssignment(CarriedRow, frozen=True, kw_only=True):
    """Who sat where, and when; ``player`` counts in the list of players."""

    seat: Seat
    player: int | None
    bot: str
    key_number: int
    joined: datetime
    left: datetime | None
    missed: str = ""
    watches: bool = False


class CarriedRequest(CarriedRow, frozen=True, kw_only=True, rename={"proposals": "told"}):
    """A moment when orders were asked for, with both its seeds."""

    number: int
    record: int
    open_seed: str
    secret_seed: str
    sealed: str = ""
    prompts: Any
    proposals: Any = None
    opened: datetime
    closed: datetime | None


class CarriedOrderSet(CarriedRow, frozen=True, kw_only=True, rename={"request": "asking"}):
    """What a seat ordered."""

    request: int
    seat: Seat
    number: int
    arrived: datetime
    orders: Any
    salt: str
    receipt: str
    wait: bool
    current: bool
    complaints: str = "[]"
    spoken: str = "*"


class CarriedVote(CarriedRow, frozen=True, kw_only=True, rename={"request": "asking"}):
    """A vote to end the match."""

    request: int
    seat: Seat
    kind: str
    made: datetime


class CarriedOverride(CarriedRow, frozen=True, kw_only=True):
    """What the GM did, or was refused, by the ``id`` in the operator's file."""

    name: str
    text: str
    applied: datetime
    record: int
    refused: str = ""


class CarriedRecord(CarriedRow, frozen=True, kw_only=True, rename={"request": "asking"}):
    """What was resolved, and the position after it."""

    number: int
    request: int
    kind: RecordKind
    turn: int
    made: datetime
    digest: str
    body: Any
    position: Any


_STORED_AS = {"request": "asking", "assignments": "places", "requests": "askings", "order_sets": "sheets"}
"""The parts of a match that files have called by other names since the first release."""


class Carried(CarriedRow, frozen=True, kw_only=True, rename=_STORED_AS):
    """A match with everything that it is made of but its records; ``carried`` is when it was taken out."""

    format: int
    release: str
    carried: datetime
    name: str
    game: str
    rules: int
    formula: int = 1
    status: MatchStatus
    schedule: str
    secret: str
    number: int
    turn: int
    request: int
    created: datetime
    deadline: datetime | None
    ready_at: datetime | None
    reminded: datetime | None
    fault: str
    withdrawn: bool = False
    settings: MatchPlan
    players: tuple[CarriedPlayer, ...]
    assignments: tuple[CarriedAssignment, ...]
    requests: tuple[CarriedRequest, ...]
    order_sets: tuple[CarriedOrderSet, ...]
    votes: tuple[CarriedVote, ...]
    overrides: tuple[CarriedOverride, ...]
    threads: tuple[CarriedThread, ...] = ()
    forums: tuple[CarriedForum, ...] = ()

    @property
    def over(self) -> bool:
        """Whether nothing of it is secret any more."""
        return self.status is MatchStatus.OVER


def upgrade_layout(match: dict[str, Any]) -> dict[str, Any]:
    """Return a match, as JSON that any release wrote, in the layout that ``Carried`` has now."""
    if match.get("format") != 1:
        return match
    unknown = codec.encode([Complaint("", "")]).decode()
    order_sets = [
        {name: value for name, value in order_set.items() if name != "faulty"}
        | ({"complaints": unknown} if order_set.get("faulty") else {})
        for order_set in match.get("sheets", ())
    ]
    return {**match, "sheets": order_sets}
