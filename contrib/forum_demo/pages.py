"""Threads of a Misago as one of its members sees them: whole pages in files, and pictures of them by Chromium."""

import base64
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from moderator.core.errors import ModeratorError
from moderator.demo.world import ForumSite

_WIDTH, _TALLEST = 1000, 8000
"""Pixels of a picture: Chromium leaves empty what is farther down."""
_PATIENCE = 60.0
_CHROMIUM = "--headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --disable-background-networking"
_MEASURE = '<script>document.title = "height " + document.body.scrollHeight</script>'
_SCRIPT = re.compile(r"<script\b.*?</script>", re.DOTALL)
_STYLE = re.compile(r'<link href="([^"]+)" rel="stylesheet">')
_IMAGE = re.compile(r'(<img\b[^>]*?\bsrc=")(/[^"]+)')
_STILL = "<style>.material-icon, .navbar { display: none } .btn[disabled] { opacity: 1 }</style>"
"""Icons come by a font that no page carries along, and without scripts buttons stay pale."""


class PageError(ModeratorError):
    """There is no picture of a page; the text says why."""


def save(forum: ForumSite, user: str, thread: str, path: Path) -> None:
    """Save a thread's page as the forum shows it to a member, with its pictures and its style in the same file."""
    with httpx.Client(base_url=forum.url, follow_redirects=True, timeout=_PATIENCE) as client:
        client.get("/")
        proof = {"X-CSRFToken": client.cookies["csrftoken"]}
        login = {"username": user, "password": forum.password}
        client.post("/api/auth/", json=login, headers=proof).raise_for_status()
        page = client.get(f"/{thread[0]}/thread/{thread[1:]}/").raise_for_status().text
        page = _STYLE.sub(lambda link: f"<style>{client.get(link[1]).text}</style>{_STILL}", _SCRIPT.sub("", page))
        page = _IMAGE.sub(lambda image: image[1] + _inline(client.get(unescape(image[2]))), page)
    path.parent.mkdir(exist_ok=True)
    path.write_text(page, encoding="utf-8")


def _inline(answer: httpx.Response) -> str:
    return f"data:{answer.headers['Content-Type']};base64,{base64.b64encode(answer.content).decode()}"


def picture(page: Path, *, first: int = 1) -> Path:
    """Make a picture of a saved page beside it, from its ``first`` post on as far as it goes; return its path.

    Raises PageError if Chromium makes none.
    """
    shown = page.with_suffix(".png")
    hidden = f"<style>.posts-list > li:nth-child(-n+{first - 1}) {{ display: none }}</style>"
    with TemporaryDirectory(prefix="pbem-chromium-") as folder:
        part = Path(folder) / "part.html"
        part.write_text(page.read_text(encoding="utf-8") + hidden + _MEASURE, encoding="utf-8")
        found = re.search(r"<title>height (\d+)", _run(folder, 800, "--dump-dom", part.as_uri()))
        height = min(int(found[1]), _TALLEST) if found else _TALLEST
        _run(folder, height, f"--screenshot={shown.resolve()}", part.as_uri())
    if not shown.is_file():
        raise PageError("Chromium wrote no file")
    return shown


def _run(folder: str, height: int, *words: str) -> str:
    """Run Chromium with a window of a height, and return what it prints."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        raise PageError("Chromium is not installed (apt install chromium)")
    size = (f"--window-size={_WIDTH},{height}", f"--user-data-dir={folder}/profile")
    try:
        done = subprocess.run(  # noqa: S603 - our own page
            [program, *_CHROMIUM.split(), *size, *words],
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=True,
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise PageError(f"Chromium failed: {error}") from None
    return done.stdout
