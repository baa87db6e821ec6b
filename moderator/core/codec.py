"""Canonical JSON both ways, and keyed fingerprints of it."""

import hmac
import re
import sys
from functools import cache
from threading import Lock
from typing import Any, TypeVar

import msgspec
from zlib_ng import zlib_ng

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="deterministic")
_decoder_lock = Lock()


def kebab(name: str) -> str:
    """Return a class name as its tag: ``"TroopsBuilt"`` → ``"troops-built"``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", name).lower()


def tag_of(kind: type[Any]) -> str:
    """Return the tag of a Struct type, by which its words are found."""
    return str(kind.__struct_config__.tag)


def declared_structs(module: str) -> tuple[type[msgspec.Struct], ...]:
    """Return the tagged Struct types that a module declares, in their order: its facts or events, none forgotten.

    Those whose name begins with an underscore are bases of others.
    """
    own = [kind for name, kind in vars(sys.modules[module]).items() if not name.startswith("_")]
    kinds = [kind for kind in own if getattr(kind, "__module__", "") == module]
    return tuple(kind for kind in kinds if getattr(kind, "__struct_config__", None) and kind.__struct_config__.tag)


def encode(value: object) -> bytes:
    """Return the canonical JSON of a value: keys of mappings sorted, fields of Structs as declared, no spaces."""
    return _encoder.encode(value)


def encode_once(value: object) -> msgspec.Raw:
    """Return what stands for a value that is to be packed and digested: it is encoded here, and not again."""
    return msgspec.Raw(encode(value))


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:  # noqa: ANN401 - as decode
    return msgspec.json.Decoder(kind)


def decode(data: bytes | str, kind: type[T] | Any) -> T:  # noqa: ANN401 - msgspec takes unions, which are no types
    """Read JSON strictly as ``kind`` (a type or a union of tagged Structs); raises ``msgspec.ValidationError``."""
    value: T = _decoder_of(kind).decode(data)
    return value


def convert(value: object, kind: type[T] | Any) -> T:  # noqa: ANN401 - as decode
    """Read plain values (dicts, lists, as from TOML) strictly as ``kind``; raises ``msgspec.ValidationError``."""
    _decoder_of(kind)
    converted: T = msgspec.convert(value, kind)
    return converted


def _decoder_of(kind: Any) -> msgspec.json.Decoder[Any]:  # noqa: ANN401 - as decode
    """Return the decoder of a type; msgspec crashes the process if two threads take the same generic type apart."""
    with _decoder_lock:
        return _decoder(kind)


def pack(value: object) -> bytes:
    """Return the canonical JSON compressed, for a database column."""
    return zlib_ng.compress(encode(value), 6)


def unpack(data: bytes, kind: type[T] | Any) -> T:  # noqa: ANN401 - as decode
    """Read what ``pack`` wrote."""
    value: T = decode(zlib_ng.decompress(data), kind)
    return value


def digest(key: bytes, value: object) -> str:
    """Return the fingerprint of a value under a key, as 32 lower-case hex digits.

    Keyed, because the unkeyed digest of a small hidden position can be searched.
    """
    return hmac.digest(key, encode(value), "sha256").hex()[:32]
