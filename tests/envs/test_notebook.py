"""The notebook of the docs runs from its first cell to its last, and its saved outputs are those of today."""

from pathlib import Path

import nbformat
from nbclient import NotebookClient
from traitlets.config import Config

from tests.patience import PATIENCE

NOTEBOOK = Path(__file__).parents[2] / "docs" / "research.ipynb"


def test_the_notebook_runs(tmp_path: Path) -> None:
    saved, notebook = (nbformat.read(NOTEBOOK, as_version=4) for _ in range(2))
    # The kernel is talked to through sockets in a folder of its own: a port might be taken before it listens there.
    config = Config(KernelManager={"transport": "ipc", "connection_file": str(tmp_path / "kernel.json")})
    NotebookClient(notebook, timeout=int(PATIENCE), config=config, resources={"metadata": {"path": str(tmp_path)}}).execute()
    for cell, before in zip(notebook.cells, saved.cells, strict=True):
        assert cell.get("outputs") == before.get("outputs"), f"run the notebook again and save it: {cell.source}"
