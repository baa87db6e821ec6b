"""``INDEX.md``: what a demo left, what to open first, and how to check everything again."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from moderator.demo.world import PASSWORD_VARIABLE

if TYPE_CHECKING:
    from moderator.demo.story import Story


def text(told: "Story", out: Path, program: str, *, keep: bool) -> str:
    """Return the index of a demo that left its letters in ``out``; with ``keep`` its servers run on."""
    return "\n".join(("# What the demo left", "", *_files(told, out), "", *_checks(told, out, program, keep=keep), ""))


def _files(told: "Story", out: Path) -> Iterator[str]:
    for reason, path in told.highlights():
        yield f"- [{path.relative_to(out)}]({path.relative_to(out)}): {reason}"
    yield from ("", "All letters, each as `.eml` with its parts in the folder of the same name:")
    for user in sorted({kept.user for kept in told.kept}):
        yield f"- `{user}/`: {sum(kept.user == user for kept in told.kept)} letters"


def _checks(told: "Story", out: Path, program: str, *, keep: bool) -> Iterator[str]:
    here = f"--config {out}/instance/config.toml"
    yield "The instance is in `instance/`, with its settings, database and archive of orders. Its servers have"
    if keep:
        yield "the password that the demo has printed, and run until you end it; then any password will do. To check"
        yield "everything again, with that password:"
    else:
        yield "stopped, so any password will do. To check everything again:"
    yield from ("", f"    export {PASSWORD_VARIABLE}={'THE-PRINTED-PASSWORD' if keep else 'any'}")
    yield f"    {program} verify {told.finished} {here}"
    yield f"    {program} recap {told.finished} {here} --out {out}/{told.finished}-recap.pdf"
    yield f"    {program} verify --letter {out}/ann/*.eml"
    if keep and told.world.forum is not None:
        yield from ("", "What was posted is checked as letters are, as long as the forum runs:", "")
        yield from _threads(told, out, program, here)


def _threads(told: "Story", out: Path, program: str, here: str) -> Iterator[str]:
    """Yield the commands that save and check each private thread."""
    for person in told.world.people:
        if person not in told.world.by_mail:
            folder = out / f"thread-of-{person.user}"
            yield f"    {program} thread {told.finished} --seat {person.seat} {here} --out {folder}/"
            yield f"    {program} verify --letter {folder}/*.md"
