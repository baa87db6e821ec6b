"""A letter to send."""

from datetime import UTC, datetime

import pytest

from moderator.ports import Dispatch, Words


@pytest.fixture
def dispatch() -> Dispatch:
    """Give a small letter to Ann."""
    return Dispatch(
        key="turn:5:Red",
        words=Words("[hoth] Turn 5", "Hello\n"),
        from_name="Battle Moderator",
        from_address="moderator@pbem.test",
        sender="moderator+b.17.abc@pbem.test",
        to=("ann@pbem.test",),
        reply_to="moderator+hoth.red.tag@pbem.test",
        message_id="<hoth.5.red@pbem.test>",
        date=datetime(2026, 11, 26, 19, tzinfo=UTC),
    )
