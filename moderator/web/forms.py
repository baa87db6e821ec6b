"""What a browser sends with a form."""

import asyncio
from urllib.parse import parse_qsl

from starlette.requests import Request

_MOST_FIELDS = 40
_PATIENCE = 10
"""Seconds that a form may take to come; a browser that sends none would keep a place of others."""


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields of a form, the last of each name; a body that is none has no fields.

    The guard has seen to it that the body is not long. Raises TimeoutError if it does not come within some seconds.
    """
    async with asyncio.timeout(_PATIENCE):
        body = await request.body()
    try:
        return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS))
    except ValueError:
        return {}
