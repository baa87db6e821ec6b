"""Seeds that are the same in every run, so that no test depends on luck; a conftest imports the fixtures."""

import hashlib
import itertools
from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@pytest.fixture(autouse=True)
def known_seeds() -> Iterator[None]:
    """Draw the seeds of a test from a counter; each is still another."""
    with counted("seed"):
        yield


@pytest.fixture(scope="module", autouse=True)
def known_seeds_of_what_a_module_shares() -> Iterator[None]:
    """Draw the seeds of a match that the tests of a module copy from a counter as well."""
    with counted("shared seed"):
        yield


@contextmanager
def counted(word: str) -> Iterator[None]:
    """Replace the source of seeds for a while; another word gives other seeds."""
    numbers = itertools.count()

    def token_bytes(size: int) -> bytes:
        return hashlib.sha256(f"{word} {next(numbers)}".encode()).digest()[:size]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("secrets.token_bytes", token_bytes)
        yield
