"""The moderator as a process, and what it and its workers cost; by /proc, so on Linux alone."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.waiting import eventually


class Daemon:
    """A running ``moderator serve``, or another command of the moderator that goes on until it is stopped."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        """Take a process that has begun."""
        self._process = process

    @property
    def cpu(self) -> float:
        """The CPU seconds of the moderator alone."""
        return cpu(self._process.pid)

    @property
    def workers_cpu(self) -> float:
        """The CPU seconds of its worker processes that live."""
        return sum(cpu(child) for child in _children(self._process.pid))

    def stop(self) -> float:
        """Send SIGTERM, and return the seconds until the process is gone."""
        began = time.perf_counter()
        self._process.terminate()
        self._process.wait()
        return time.perf_counter() - began


@contextmanager
def serving(config: Path, *, patience: float = 60.0) -> Iterator[Daemon]:
    """Give the moderator of an instance once it is ready; it is killed at the end if it still lives."""
    with running("serve", config) as moderator:
        said = config.with_name("serve.txt")
        assert eventually(lambda: b"moderator.ready" in said.read_bytes(), patience), said.read_text()
        yield moderator


@contextmanager
def running(command: str, config: Path) -> Iterator[Daemon]:
    """Give a command of the moderator as a process that logs into a file of its name, and is killed at the end."""
    said = config.with_name(f"{command}.txt")
    said.unlink(missing_ok=True)
    call = [sys.executable, "-m", "moderator", command, "--config", str(config)]
    with said.open("ab") as log, subprocess.Popen(call, stdout=log, stderr=log) as process:  # noqa: S603 - ourselves
        try:
            yield Daemon(process)
        finally:
            process.kill()


def cpu(process: int) -> float:
    """Return the CPU seconds of a process."""
    fields = _stat(process)
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def idle() -> float:
    """Return the seconds that all cores of the machine had nothing to do."""
    fields = Path("/proc/stat").read_text(encoding="ascii").split(maxsplit=6)
    return (int(fields[4]) + int(fields[5])) / os.sysconf("SC_CLK_TCK")


def _children(parent: int) -> list[int]:
    found = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()]
    return [process for process in found if (fields := _stat(process)) and int(fields[1]) == parent]


def _stat(process: int) -> list[str]:
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:  # it has ended
        return []
