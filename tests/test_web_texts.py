"""Texts of the page are in its catalogues: `web/texts.js` finds one that is not, and one that nobody shows."""

import subprocess
from pathlib import Path

from scripts.web import find_node

WEB = Path(__file__).parents[1] / "web"
EN = "export const en = { play: 'Play', states: { over: 'over' }, pile: (n: number) => `${n} cards` }\n"


def looked(folder: Path) -> tuple[int, str]:
    node = find_node().folder / "node"
    done = subprocess.run(
        [str(node), str(WEB / "texts.js"), f"{folder}/"], cwd=WEB, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


def test_the_page_has_no_text_outside_its_catalogues() -> None:
    assert looked(WEB) == (0, "")


PLANTED = [
    ("A.svelte", "<p>Play it</p>", '"Play it"'),
    ("B.svelte", '<button aria-label="Play">{texts.play}</button>', '"Play"'),
    ("C.svelte", '<input placeholder="Your name" />', '"Your name"'),
    ("D.svelte", '<b title={isBusy ? "Dealing" : texts.play}></b>', '"Dealing"'),
    ("E.svelte", "<p>{isOver ? 'over' : ''}</p>", '"over"'),
    ("F.svelte", "<p>{`${count} more`}</p>", '"more"'),
    ("G.svelte", "<script lang='ts'>let said = 'That went wrong.'</script>{said}", '"That went wrong."'),
    ("h.ts", "export const why = (name: string) => `${name} is away, you can start.`", '"is away, you can start."'),
    ("i.ts", "throw new Error('Nothing here')", '"Nothing here"'),
    ("../j.html", "<body><noscript>No script, no cards.</noscript></body>", '"No script, no cards."'),
    ("../k.html", '<meta name="viewport" content="a b" /><meta name="description" content="Card games" />', '"Card games"'),
    ("../l.html", '<meta property="og:title" content="Card games" />', '"Card games"'),
    ("../m.html", "<!doctype html><title>Cards</title>", '"Cards"'),
    ("../n.webmanifest", '{ "name": "{play}", "shortcuts": [{ "short_name": "Find a table" }] }', '"Find a table"'),
]
"""Texts outside the catalogues, and how they are told."""


def test_texts_outside_the_catalogues_are_found(tmp_path: Path) -> None:
    folder = pages(tmp_path)
    for name, source, _ in PLANTED:
        (folder / name).write_text(source)
    status, said = looked(tmp_path)
    told = {line.split(":")[0]: line for line in said.splitlines()}
    assert status == 1
    for name, _, found in PLANTED:
        line = told[f"src/{name}".removeprefix("src/../")]
        assert found in line
        assert line.partition(":")[2].startswith("1:")


def test_a_text_that_nobody_shows_is_found_and_one_by_its_key_is_shown(tmp_path: Path) -> None:
    folder = pages(tmp_path)
    (folder / "B.svelte").write_text("<p class='row big'>{texts.play} {texts.states[state]} {texts.pile(2)}</p>")
    assert looked(tmp_path) == (0, "")
    (folder / "B.svelte").write_text("<p>{texts.play} {texts.pile(2)}</p>")
    assert looked(tmp_path) == (1, "src/languages/en.ts: states.over is shown nowhere\n")


def test_a_text_that_only_the_page_before_its_script_shows_is_shown(tmp_path: Path) -> None:
    folder = pages(tmp_path)
    (folder / "B.svelte").write_text("<p>{texts.states[state]} {texts.pile(2)}</p>")
    assert looked(tmp_path) == (1, "src/languages/en.ts: play is shown nowhere\n")
    (tmp_path / "index.html").write_text('<html lang="{language}"><title>{play}</title><script src="/a.ts"></script></html>')
    assert looked(tmp_path) == (0, "")


def pages(root: Path) -> Path:
    (root / "src" / "languages").mkdir(parents=True)
    (root / "src" / "languages" / "en.ts").write_text(EN)
    return root / "src"
