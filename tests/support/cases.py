"""Grids that prove one thing: every case is tried in one test, which fails once and names all cases that fail."""

import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest

Test = Callable[..., None]


def every_case(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Test], Test]:
    """Let a test try each case in turn, where ``pytest.mark.parametrize`` would make a test of each.

    ``names`` are arguments of the test, and a case is a value for each. The other arguments are fixtures, which all
    cases share: use it where no case changes what the next one finds.
    """
    fields = tuple(name.strip() for name in names.split(",")) if isinstance(names, str) else names
    given = [dict(zip(fields, case if len(fields) > 1 else (case,), strict=True)) for case in cases]

    def decorate(test: Test) -> Test:
        @wraps(test)
        def trying(**fixtures: Any) -> None:  # noqa: ANN401 - whatever fixtures give
            assert given, "there is no case"
            failed = [error for case in given if (error := _tried(test, case, fixtures))]
            if len(failed) == 1:
                raise failed[0]
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(given)} cases", failed)

        shared = [each for each in inspect.signature(test).parameters.values() if each.name not in fields]
        trying.__signature__ = inspect.Signature(shared)  # type: ignore[attr-defined]
        return trying

    return decorate


def _tried(test: Test, case: dict[str, Any], fixtures: dict[str, Any]) -> BaseException | None:
    """Return how a test fails in a case, with the case in a note."""
    try:
        test(**case, **fixtures)
    except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001 - whatever fails is told
        error.add_note(f"in the case {', '.join(f'{name}={value!r}' for name, value in case.items())}")
        return error
    return None
