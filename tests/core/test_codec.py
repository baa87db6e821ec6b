"""Canonical JSON: one value, one text, in every process."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from moderator.core.codec import declared_structs, decode, digest, encode, kebab, pack, unpack
from tests.support.cases import every_case


class Box(msgspec.Struct, frozen=True, kw_only=True, tag=kebab):
    """A value as games have them."""

    name: str
    units: dict[str, int] = {}
    places: tuple[str, ...] = ()


class HeavyBox(msgspec.Struct, frozen=True, kw_only=True, tag=kebab):
    """A value of another kind."""

    name: str
    weight: int


class Lid(msgspec.Struct, frozen=True):
    """A part of a value, without a tag."""


boxes = st.builds(
    Box,
    name=st.text(),
    units=st.dictionaries(st.text(), st.integers(-(2**63), 2**63 - 1)),
    places=st.lists(st.text()).map(tuple),
)


@given(boxes)
def test_whatever_is_packed_comes_back_as_it_was(box: Box) -> None:
    """Through JSON and through compression, a value is itself again."""
    again: tuple[Box, Box] = decode(encode(box), Box), unpack(pack(box), Box)
    assert again == (box, box)


def test_keys_are_sorted() -> None:
    """Two mappings that are equal are the same text, however they were filled."""
    assert encode({"b": 1, "a": 2}) == encode({"a": 2, "b": 1}) == b'{"a":2,"b":1}'


def test_unions_are_told_apart_by_tag() -> None:
    """The class name in kebab case says which struct a text is."""
    text = encode(HeavyBox(name="x", weight=3))
    assert b'"type":"heavy-box"' in text
    assert decode(text, Box | HeavyBox) == HeavyBox(name="x", weight=3)


def test_reading_is_strict() -> None:
    """A number where a name should be is refused, not bent."""
    with pytest.raises(msgspec.ValidationError):
        decode(b'{"type":"box","name":3}', Box)


@every_case(("name", "tag"), [("Go", "go"), ("TroopsBuilt", "troops-built"), ("Phase2Began", "phase2-began")])
def test_a_tag_is_the_class_name_in_small_letters(name: str, tag: str) -> None:
    """Words start where a capital does."""
    assert kebab(name) == tag


def test_a_digest_needs_its_key() -> None:
    """Equal values have equal digests under one key, and nobody can search them without it."""
    box = Box(name="x")
    assert digest(b"k", box) == digest(b"k", Box(name="x"))
    assert len({digest(b"k", box), digest(b"other", box), digest(b"k", Box(name="y"))}) == 3


def test_a_module_declares_its_tagged_types_and_no_others() -> None:
    """In their order; neither parts of them nor what it imports."""
    assert declared_structs(__name__) == (Box, HeavyBox)
