"""The image of ``Containerfile``: its steps are carried out, line for line, in a folder that holds Debian and no more.

No image can be built where there is no other container to build it in. So ``chroot`` stands for the builder here: it
runs what RUN says, as whom USER says, and then what HEALTHCHECK, ENTRYPOINT and CMD say.
"""

import os
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from moderator import __version__

pytestmark = [
    pytest.mark.proof,
    pytest.mark.long,
    pytest.mark.skipif(
        os.geteuid() != 0 or shutil.which("debootstrap") is None, reason="this needs root and debootstrap"
    ),
]
ROOT = Path(__file__).parents[2]
_BASE = "docker.io/library/debian:12-slim"
_SUITE = "bookworm"
_OF_NETWORK = (
    *("/etc/resolv.conf", "/etc/hosts", "/etc/ssl/certs/ca-certificates.crt"),
    *("/etc/pip.conf", "/etc/xdg/pip/pip.conf", "/etc/xdg/pip/constraints.txt"),
)
"""What this machine needs to reach what is installed."""
_ENV = ("PIP_", "HTTP", "http", "NO_PROXY", "no_proxy", "SSL_CERT", "REQUESTS_")
"""How the names of variables begin that it needs for that."""


class Image:
    """What a Containerfile makes: a folder with its own root, as whom its programs run, and where."""

    def __init__(self, root: Path) -> None:
        """Begin with the folder of a base image."""
        self.root, self.user, self.folder = root, "root", "/"
        self.env: dict[str, str] = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
        self.entry: list[str] = []
        self.command: list[str] = []
        self.health = ""

    def run(self, *words: str, env: Mapping[str, str] | None = None) -> "subprocess.Popen[str]":
        """Start a program inside."""
        into = [shutil.which("chroot") or "", f"--userspec={self.user}:{self.user}", str(self.root)]
        into += ["/usr/bin/env", f"--chdir={self.folder}", *words]
        full, out = {**self.env, **(env or {})}, subprocess.PIPE
        return subprocess.Popen(into, env=full, stdout=out, stderr=subprocess.STDOUT, text=True)  # noqa: S603 - what our own Containerfile says

    def call(self, *words: str, env: Mapping[str, str] | None = None) -> str:
        """Run a program inside and return what it says; it must succeed."""
        running = self.run(*words, env=env)
        said, _ = running.communicate(timeout=600)
        assert running.returncode == 0, (words, said)
        return said

    def copy_network(self) -> None:
        """Let programs inside reach what this machine reaches; what they install may have undone it."""
        for each in map(Path, _OF_NETWORK):
            if each.is_file():
                inside = self.root / each.relative_to("/")
                inside.parent.mkdir(parents=True, exist_ok=True)
                inside.unlink(missing_ok=True)
                shutil.copy(each, inside)

    def do(self, instruction: str, rest: str, files: Path) -> None:
        """Carry out an instruction; ``files`` is the folder that it copies from."""
        network = {name: value for name, value in os.environ.items() if name.startswith(_ENV)}
        if instruction == "RUN":
            self.copy_network()
            self.call("sh", "-c", rest, env=network)
        elif instruction == "COPY":
            *sources, goal = rest.split()
            for source in (found for each in sources for found in files.glob(each)):
                shutil.copy(source, self.root / goal.lstrip("/"))
        elif instruction == "ENV":
            self.env |= dict(pair.split("=", 1) for pair in shlex.split(rest))
        elif instruction in ("USER", "WORKDIR"):
            setattr(self, {"USER": "user", "WORKDIR": "folder"}[instruction], rest)
        elif instruction == "HEALTHCHECK":
            self.health = rest.partition(" CMD ")[2]
        elif instruction in ("ENTRYPOINT", "CMD"):
            words = re.findall(r'"([^"]*)"', rest)
            setattr(self, {"ENTRYPOINT": "entry", "CMD": "command"}[instruction], words)
        else:
            assert (instruction, rest) == ("VOLUME", self.folder), instruction


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """Give the instructions of a Containerfile: none goes over several lines in ours."""
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            yield word, rest.strip()


@pytest.fixture(scope="module")
def image(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Image:
    """Carry out the Containerfile."""
    root = tmp_path_factory.mktemp("image")
    root.chmod(0o755)  # as the root of a file system is
    subprocess.run(["debootstrap", "--variant=minbase", _SUITE, root], check=True, capture_output=True)  # noqa: S603, S607 - as above
    (root / "dev" / "shm").mkdir(exist_ok=True)
    (root / "dev" / "shm").chmod(0o1777)  # as every container has it
    files = tmp_path_factory.mktemp("context")
    for name in ("dist", "requirements"):
        (files / name).mkdir()
    shutil.copy(wheel, files / "dist")
    shutil.copy(ROOT / "requirements" / "image.txt", files / "requirements")
    made = Image(root)
    (base, *steps) = instructions((ROOT / "Containerfile").read_text(encoding="utf-8"))
    assert base == ("FROM", _BASE)
    for word, rest in steps:
        made.do(word, rest, files)
    return made


@contextmanager
def started(image: Image) -> "Iterator[subprocess.Popen[str]]":
    """Run what a container runs, and stop it as an engine does."""
    running = image.run(*image.entry, *image.command)
    try:
        yield running
    finally:
        running.terminate()
        running.wait(60)


def is_healthy(image: Image) -> bool:
    """Ask the check of the image."""
    checking = image.run("sh", "-c", image.health)
    checking.communicate(timeout=30)
    return checking.returncode == 0


def test_the_image_serves_and_is_found_healthy(image: Image) -> None:
    """The instance is made in the volume by the service's own user; nothing else there is writable."""
    assert __version__ in image.call(*image.entry, "--version")
    assert image.user == "moderator"
    image.call(*image.entry, "init", ".")
    file = image.root / "srv/battle/config.toml"
    text = file.read_text(encoding="utf-8")
    file.write_text(f"{text}\n[watch]\nport = 9464\n", encoding="utf-8")
    assert not is_healthy(image)
    with started(image) as serving:
        until = time.monotonic() + 120
        while not is_healthy(image):
            assert serving.poll() is None, serving.communicate()[0]
            assert time.monotonic() < until
            time.sleep(0.5)
    assert serving.returncode == 0
    assert "moderator.ready" in serving.communicate()[0]
    # compose.yaml runs the desk and a worker by command
    image.call("python", "-c", "import procrastinate, psycopg, starlette, uvicorn")
