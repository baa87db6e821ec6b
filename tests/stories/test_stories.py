"""Every story goes as it is written: letters in, the clock moved, letters out."""

from pathlib import Path

import pytest

from moderator.store.session import Store
from tests.support.story import Teller, chance, parse

STORIES = sorted(Path(__file__).parent.glob("*.txt"))


@pytest.mark.parametrize("path", STORIES, ids=[path.stem for path in STORIES])
def test_story(path: Path, store: Store, monkeypatch: pytest.MonkeyPatch, *, regen: bool) -> None:
    """The letters that go out are the ones that the story tells of, in the same order."""
    chance(monkeypatch, path.stem)
    written = path.read_text(encoding="utf-8")
    told = Teller(store).tell(parse(written))
    if regen:
        path.write_text(told, encoding="utf-8")
    else:
        assert told == written
