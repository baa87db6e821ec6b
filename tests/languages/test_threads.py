"""Templates are shared by threads, which may ask for a language for the first time at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from moderator.rendering.environment import Templates
from moderator.rendering.words.catalogues import Catalogues


def test_nobody_gets_templates_that_are_half_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While a thread still makes those of a language, another that asks for them makes its own, or waits."""
    english, begun, looked = Templates(tmp_path), Event(), Event()
    made = Catalogues

    def slowly(*given: Any) -> Catalogues:  # noqa: ANN401 - handed on
        begun.set()
        looked.wait(5)
        return made(*given)

    monkeypatch.setattr("moderator.rendering.environment.Catalogues", slowly)
    with ThreadPoolExecutor(1) as other:
        first = other.submit(english.speaking, "de", "rebel-commander")
        assert begun.wait(5)
        monkeypatch.setattr("moderator.rendering.environment.Catalogues", made)
        second = english.speaking("de", "rebel-commander")
        looked.set()
    assert {first.result().language, second.language} == {"de"}
    assert second.text.from_string("{{ 0 | duration }}").render() == "0 Minuten"
