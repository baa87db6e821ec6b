"""Templates reach for nothing private; that all has words, the laws in ``moderator/testing/laws/words.py`` say."""

from pathlib import Path

from jinja2 import Environment, nodes

ROOT = Path(__file__).parents[2]


def test_no_template_reaches_for_what_is_private() -> None:
    """An instance with templates of its own fills all in a sandbox, which refuses such attributes."""
    environment = Environment(
        extensions=["jinja2.ext.i18n", "jinja2.ext.do", "jinja2.ext.loopcontrols"], autoescape=True
    )
    paths = sorted((ROOT / "templates").rglob("*.j2"))
    assert paths
    for path in paths:
        parsed = environment.parse(path.read_text(encoding="utf-8"))
        private = [node.attr for node in parsed.find_all(nodes.Getattr) if node.attr.startswith("_")]
        assert private == [], path
