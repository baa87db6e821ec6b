"""Notes in wheels and source archives from which commit they are built, for ``moderator --version``."""

import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_NOTE = "moderator/commit.txt"


class CommitHook(BuildHookInterface):
    """Adds the note to what is built from a clone; a source archive holds it already."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the note beside what is built, and have it included."""
        root = Path(self.root)
        if version == "editable" or not (root / ".git").exists():
            return
        git = ["git", "-C", str(root), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
        said = subprocess.run(git, capture_output=True, text=True, check=False)  # noqa: S603 - no words of others
        if said.returncode != 0:
            return
        note = Path(self.directory) / "commit.txt"
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(said.stdout, encoding="utf-8")
        build_data["force_include"][str(note)] = _NOTE

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling's own
        """Take the note away again."""
        (Path(self.directory) / "commit.txt").unlink(missing_ok=True)
