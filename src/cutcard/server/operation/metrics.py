"""What a server counts and measures, for Prometheus to read. Nothing in it tells of a person, a key or a card."""

from __future__ import annotations

from collections.abc import Callable
from wsgiref.simple_server import WSGIServer

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.process_collector import ProcessCollector

from cutcard.core.errors import CutcardError, ParseError
from cutcard.server.ports import HIGHEST

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
NUMBERS = (1, 2, 5, 10, 20, 50, 100, 200)
TRIES = 64
"""Ports that are tried, one after the other: each of several processes has its own."""

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)

TABLES = Gauge("cutcard_tables", "Tables in memory", registry=REGISTRY)
SOCKETS = Gauge("cutcard_sockets", "Sockets that are open", registry=REGISTRY)
MOVES = Counter("cutcard_moves", "Moves that were written, by who made them", ["by"], registry=REGISTRY)
MOVES_BY = {who: MOVES.labels(who) for who in ("person", "bot", "late")}
REQUESTS = Histogram(
    "cutcard_request_seconds", "From a request to its answer", ["route", "status"], buckets=SECONDS, registry=REGISTRY
)
WRITTEN = Histogram("cutcard_event_seconds", "From an event to its being on the disk", buckets=SECONDS, registry=REGISTRY)
COMMITS = Histogram("cutcard_commit_events", "Events written in one transaction", buckets=NUMBERS, registry=REGISTRY)
BOT_WAITS = Histogram(
    "cutcard_bot_wait_seconds", "How long a bot, or a hint, waited for a worker", buckets=SECONDS, registry=REGISTRY
)
BOT_THINKS = Histogram("cutcard_bot_think_seconds", "How long a worker took", buckets=SECONDS, registry=REGISTRY)
REFUSALS = Counter("cutcard_refusals", "What was refused, by the kind of reason", ["reason"], registry=REGISTRY)
LATE_LOOP = Histogram(
    "cutcard_loop_late_seconds", "How late the loop was, looked at every second", buckets=SECONDS, registry=REGISTRY
)


def refused(error: CutcardError) -> None:
    """Count a refusal."""
    REFUSALS.labels(type(error).__name__).inc()


def observe(tables: Callable[[], int], sockets: Callable[[], int]) -> None:
    """From now on these are asked for how many there are."""
    TABLES.set_function(tables)
    SOCKETS.set_function(sockets)


def checked_place(text: str) -> str:
    """Where metrics are answered: a port of this machine, or an address and a port."""
    port = text.rpartition(":")[2]
    if not port.isdecimal() or not 0 < int(port) <= HIGHEST:
        raise ParseError(f"--metrics takes a port such as 9377, or an address and a port such as 0.0.0.0:9377, not {text!r}")
    return text


def serve_metrics(place: str) -> tuple[WSGIServer, str]:
    """Answer at `/metrics`, on a port of its own, or the next one that is free; gives the server, and its address."""
    host, _, port = place.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    for number in range(int(port), min(int(port) + TRIES, HIGHEST + 1)):
        try:
            server, _ = start_http_server(number, host, REGISTRY)
        except OSError:
            continue
        shown = f"[{host}]" if ":" in host else host
        return server, f"http://{shown}:{number}/metrics"
    raise CutcardError(f"--metrics {place}: neither that port nor the next ones are free")
