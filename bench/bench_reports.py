"""Reports rendered per second (text, HTML, PNG, PDF, calendar), beside typst alone on the same maps."""

import typst

from bench.common import SEATINGS, figure, instance, make, seconds
from moderator.core.game import Drawing
from moderator.rendering.mail import MailRenderer
from moderator.rendering.raster import FONTS
from moderator.scheduling.clock import SystemClock
from moderator.service.facts import TurnReport
from moderator.service.matches import asking, matches, reports
from moderator.service.turns import due

MATCHES = 20


def gather(key: str) -> list[TurnReport]:
    """Return the facts of the reports on one turn of many matches, each with its own map."""
    with instance() as (store, ctx):
        make(store, ctx, MATCHES, key, bots="")
        with store.read() as session:
            names = [f"m{number}" for number in range(MATCHES)]
            found = [match.id for name in names if (match := matches.find(session, name)) and match.id]
        for match_id in found:
            assert due.run_if_due(store, ctx, match_id, force=True) is due.RunResult.RULED
        out = []
        with store.read() as session:
            for name in names:
                match = matches.find(session, name)
                assert match is not None
                place = asking.places(session, match)[SEATINGS[key].seats[0]]
                out.append(reports.turn(session, ctx, match, match.number, reports.reader(session, ctx, match, place)))
        return out


def bare(drawings: list[Drawing]) -> float:
    """Return the rate at which typst alone sets each map once as PNG and once as PDF."""
    source = (
        b"#set page(width: auto, height: auto, margin: 0pt)\n"
        b'#image(bytes(sys.inputs.svg), format: "svg", width: 480pt)\n'
    )
    compiler = typst.Compiler(font_paths=[str(FONTS)], ignore_system_fonts=True)

    def loop() -> None:
        for drawing in drawings:
            assert compiler.compile(source, format="png", ppi=144, sys_inputs={"svg": drawing.svg})
            assert compiler.compile(source, format="pdf", sys_inputs={"svg": drawing.svg})

    return len(drawings) / seconds(loop)


def main() -> None:
    """Measure the reports of every game."""
    for key in SEATINGS:
        _measure(key)


def _measure(key: str) -> None:
    letters = gather(key)
    renderer = MailRenderer(SystemClock())
    renderer.warm()
    renderer.render(letters[0])
    drawings = [letter.drawings[0] for letter in letters[1:]]

    def work() -> None:
        for letter in letters[1:]:
            assert renderer.render(letter).attachments

    took = seconds(work)
    figure(f"reports of {key}", len(drawings) / took, "typst alone: map as PNG and PDF", bare(drawings))


if __name__ == "__main__":
    main()
