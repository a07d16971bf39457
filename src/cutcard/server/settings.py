"""How a server is run."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path


def usual_database() -> str:
    """An SQLite file in the user's data folder."""
    folder = user_data_path("cutcard", appauthor=False, ensure_exists=True)
    return f"sqlite:///{Path(folder) / 'tables.sqlite3'}"


@dataclass(frozen=True)
class Settings:
    """All that can be set. What is here by default is safe for a server that anybody may reach."""

    host: str = "127.0.0.1"
    port: int | None = None
    """None is the usual one, or the next that is free; 0 is any that is free."""
    database: str = field(default_factory=usual_database, repr=False)
    """Its address, which may have a password."""
    pace: float = 0.7
    """How long a bot waits before its move, in seconds: people want to see one thing after another."""
    grace: float = 20.0
    """How long somebody still counts as here after the line was cut, or after a request, in seconds."""
    waiting: float = 30.0
    """How long a table waits for people before bots take its free seats, where people wish that, in seconds."""
    workers: int = 2
    """Processes in which bots think."""
    thinking: float = 10.0
    """How long a bot may think; after that the rule of thumb chooses for it."""
    keep_days: int = 30
    """Tables at which nothing has happened for so long, while servers ran, are forgotten."""
    processes: int = 1
    """Processes that serve the tables; several need PostgreSQL."""
    bots: dict[str, str] = field(default_factory=dict)
    """Bots that people can choose beside the levels, by name: each is a player as `module:attribute`."""
    hosts: tuple[str, ...] = ()
    """Names by which people reach the server, beside addresses in numbers and the names of the machine."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses and networks of web servers in front, whose word is taken on where a request comes from."""
    metrics: str = ""
    """Where figures for Prometheus are answered: a port, or an address and a port. Empty is nowhere."""
    log_format: str = "lines"
    """Or `json`."""
    unlimited: bool = False
    """Without limits on how much one address may do: for measuring, never for the open network."""
