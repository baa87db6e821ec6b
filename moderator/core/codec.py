"""Canonical JSON both ways, and keyed fingerprints of it."""

import hashlib
import hmac
import re
import zlib
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="deterministic")


def kebab(name: str) -> str:
    """Return a class name as its tag: ``"TroopsBuilt"`` → ``"troops-built"``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def encode(value: object) -> bytes:
    """Return the canonical JSON of a value: keys sorted, no spaces, the same bytes in every process."""
    return _encoder.encode(value)


def decode(data: bytes | str, kind: type[T] | Any) -> T:  # noqa: ANN401 - msgspec takes unions, which are no types
    """Read JSON strictly as ``kind`` (a type or a union of tagged Structs); raises ``msgspec.ValidationError``."""
    value: T = msgspec.json.decode(data, type=kind)
    return value


def pack(value: object) -> bytes:
    """Return the canonical JSON compressed, for a database column."""
    return zlib.compress(encode(value), 6)


def unpack(data: bytes, kind: type[T] | Any) -> T:  # noqa: ANN401 - as decode
    """Read what ``pack`` wrote."""
    value: T = decode(zlib.decompress(data), kind)
    return value


def digest(key: bytes, value: object) -> str:
    """Return the fingerprint of a value under a key, as 32 lower-case hex digits.

    Keyed, because the unkeyed digest of a small hidden position can be searched.
    """
    return hmac.new(key, encode(value), hashlib.sha256).hexdigest()[:32]
