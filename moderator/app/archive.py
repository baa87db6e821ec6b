"""The order desk on disk: every accepted sheet in canonical words, for a GM's eyes."""

from pathlib import Path

from moderator.service import tags
from moderator.service.desk import Archive


def write(root: Path, sheet: Archive) -> Path:
    """Write a sheet to ``orders/archive/<match>/<turn>/<seat>.txt`` whole, in place of the one before."""
    folder = root / "orders" / "archive" / tags.slug(sheet.match) / f"{sheet.turn:03d}"
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{tags.slug(sheet.seat)}.txt"
    draft = target.with_suffix(".new")
    draft.write_text("".join(f"{line}\n" for line in sheet.lines), encoding="utf-8")
    draft.replace(target)
    return target
