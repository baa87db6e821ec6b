"""Builds the pages of the documentation as a site with search: ``make docs``, into ``build/site/``.

The Markdown is used as it stands. It is put together in ``build/pages/`` with the paths that it has here, since pages
lead to each other across folders, and Zensical reads one folder only.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
_PAGES = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/**/*.md"),
    *("moderator/games/*/page*.md", "contrib/hex-duel/**/*.md"),
)
_LINK = re.compile(r"\]\(([^)\s#]+)")
_ELSEWHERE = re.compile(r"[a-z]+:")


def files() -> Iterator[Path]:
    """Give all pages, and the files beside them that they lead to or show."""
    for pattern in _PAGES:
        for page in sorted(ROOT.glob(pattern)):
            yield page
            for link in _LINK.findall(page.read_text(encoding="utf-8")):
                target = (page.parent / link).resolve()
                if not _ELSEWHERE.match(link) and target.is_file():
                    yield target


def gather(folder: Path) -> None:
    """Copy everything that the site is made of into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    for file in dict.fromkeys(files()):
        there = folder / file.relative_to(ROOT)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, there)


def main() -> int:
    """Gather the pages and build the site; every warning, such as a link that leads nowhere, is an error."""
    gather(BUILD / "pages")
    shutil.copy(Path(__file__).with_name("zensical.toml"), BUILD)
    zensical = [sys.executable, "-m", "zensical", "build", "--clean", "--strict"]
    return subprocess.run(zensical, check=False, cwd=BUILD).returncode  # noqa: S603 - our own


if __name__ == "__main__":
    sys.exit(main())
