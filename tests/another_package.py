"""The example of CONTRIBUTING.md as somebody else would have it: in a package of its own, installed beside this one."""

import os
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAME, TITLE = "high-hand", "High hand"
RULES = """# High hand

## Your turn

**HIGH-2.** `keep`, or `swap R`: put a card of rank R aside and take the top one.
"""


def install(folder: Path) -> Path:
    """Into this folder, as pip would. Whoever has it on the path finds the game by its entry point."""
    page = (ROOT / "CONTRIBUTING.md").read_text()
    game = re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0]
    points, lesson = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    (folder / "highhand").mkdir(parents=True)
    (folder / "highhand" / "__init__.py").write_text(game)
    (folder / "highhand" / f"{NAME}.md").write_text(RULES)
    (folder / "highhand" / f"{NAME}.lesson.toml").write_text(lesson)
    info = folder / "highhand-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: highhand\nVersion: 1\n")
    group, point = re.fullmatch(r'\[project\.entry-points\."(.+)"\]\n(.+)\n', points).groups()  # type: ignore[union-attr]
    (info / "entry_points.txt").write_text(f"[{group}]\n{point.replace(chr(34), '')}\n")
    return folder


def found_in(folder: Path) -> dict[str, str]:
    """The environment of a process that finds it."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])}
