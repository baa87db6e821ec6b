"""Draw how strong each seat was over time, from a folder with the reports (JSON) of a match.

python3 strength.py FOLDER > strength.svg
"""

import json
import sys
from html import escape
from pathlib import Path

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00")
WIDE, HIGH, EDGE = 640, 360, 40


def strength(game: str, view: dict) -> dict[str, int]:
    """Return how strong each seat is, as far as the reader knows."""
    if game == "rebel-commander":
        counted = [(each["seat"], each["troops"] + each["speeders"] + each["transports"]) for each in view["stacks"]]
    elif game == "space-genocide":
        counted = [(each["seat"], 1) for each in view["planets"]]
    elif game == "rayguns-and-rocketships":
        counted = zip(view["seats"], [side.get("points", 0) for side in view["position"]["sides"]], strict=False)
    else:  # Buck Rogers, by either rules
        counted = [(each["seat"], each["worth"]) for each in view["score"]]
    totals = dict.fromkeys(view["seats"], 0)
    for seat, number in counted:
        totals[seat] = totals.get(seat, 0) + number
    return totals


reports = [json.loads(path.read_text(encoding="utf-8")) for path in Path(sys.argv[1]).glob("*.json")]
reports.sort(key=lambda report: report["made"])
course = [(report["turn"], strength(report["game"], report["view"])) for report in reports]
across = (WIDE - 5 * EDGE) / max(1, course[-1][0])
up = (HIGH - 2 * EDGE) / max(1, *(number for _, totals in course for number in totals.values()))
print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="sans-serif">')
for (seat, last), colour in zip(course[-1][1].items(), COLOURS, strict=False):
    points = [(EDGE + turn * across, HIGH - EDGE - totals.get(seat, 0) * up) for turn, totals in course]
    line, (x, y) = " ".join(f"{x:.1f},{y:.1f}" for x, y in points), points[-1]
    print(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
    print(f'<text x="{x + 4:.1f}" y="{y + 4:.1f}" fill="{colour}">{escape(seat)}: {last}</text>')
print("</svg>")
