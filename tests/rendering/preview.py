"""Writes a letter of every kind to a folder, to be looked at: ``python -m tests.rendering.preview OUT``."""

import sys
from pathlib import Path

from moderator.rendering.mail import MailRenderer
from tests.rendering.samples import Still, every_letter


def main(out: Path) -> None:
    """Write text, HTML with its pictures beside it, and files."""
    renderer = MailRenderer(Still())
    for name, letter in every_letter().items():
        folder = out / name
        folder.mkdir(parents=True, exist_ok=True)
        words = renderer.render(letter)
        html = words.html
        for picture in words.pictures:
            html = html.replace(f"cid:{picture.cid}", f"{picture.cid}.png")
            (folder / f"{picture.cid}.png").write_bytes(picture.png)
        (folder / "letter.txt").write_text(f"Subject: {words.subject}\n\n{words.text}", encoding="utf-8")
        (folder / "letter.html").write_text(html, encoding="utf-8")
        for file in words.attachments:
            (folder / file.name).write_bytes(file.data)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
