"""Tests of the kit play matches with known seeds."""

from tests.support.seeds import known_seeds, known_seeds_of_what_a_module_shares  # noqa: F401 - fixtures
