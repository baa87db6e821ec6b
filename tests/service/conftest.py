"""Seeds that are the same in every run, so that no test depends on luck."""

import hashlib
import itertools

import pytest


@pytest.fixture(autouse=True)
def known_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw seeds from a counter; each is still another."""
    numbers = itertools.count()

    def token_bytes(size: int) -> bytes:
        return hashlib.sha256(f"seed {next(numbers)}".encode()).digest()[:size]

    monkeypatch.setattr("secrets.token_bytes", token_bytes)
