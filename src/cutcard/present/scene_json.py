"""A scene as a browser gets it."""

from __future__ import annotations

from functools import cache
from typing import Any

from cutcard.core.declaration.appearance import Chart
from cutcard.core.declaration.phrases import as_json
from cutcard.present.scene import Offer, Pile, Scene


def scene_json(scene: Scene, step: int) -> dict[str, Any]:
    """A scene as everybody may see it, after so many moves."""
    outcome = scene.outcome
    return {
        "step": step,
        "to_act": scene.to_act,
        "target": scene.target,
        "seats": [
            {
                "score": seat.score,
                "status": as_json(seat.status),
                "is_out": seat.is_out,
                "chips": [{"worth": chip.worth, "count": chip.count} for chip in seat.chips],
            }
            for seat in scene.seats
        ],
        "marks": [
            {"seat": mark.seat, "word": mark.word, "zone": mark.zone, "is_best": mark.is_best} for mark in scene.marks
        ],
        "zones": {name: _zone_json(zone) for name, zone in scene.zones.items()},
        "showing": scene.showing,
        "captions": {zone: as_json(said) for zone, said in scene.captions.items()},
        "lines": [as_json(line) for line in scene.lines],
        "pots": [pot._asdict() for pot in scene.pots],
        "chart": scene.chart and _chart_json(scene.chart),
        "value_now": scene.value_now,
        "values": [
            {"name": name, "sentence": as_json(said), "is_now": scene.value_now == i}
            for i, (name, said) in enumerate(zip(scene.called, scene.values, strict=False))
        ],
        "outcome": outcome
        and {
            **outcome._asdict(),
            "sentence": as_json(outcome.sentence),
            "standings": [standing._asdict() for standing in outcome.standings],
        },
    }


def _zone_json(zone: Pile | tuple[Pile, ...]) -> Any:
    return pile_json(zone) if isinstance(zone, Pile) else [pile_json(one) for one in zone]


def pile_json(shown: Pile) -> dict[str, Any]:
    return {"cards": shown.cards, "hidden": shown.hidden}


@cache
def _chart_json(chart: Chart) -> dict[str, Any]:
    entries = [{"label": label, "cards": cards, "number": number} for label, cards, number in chart.entries]
    return {"title": chart.title, "note": chart.note, "entries": entries}


def offer_json(offer: Offer) -> dict[str, Any]:
    return {
        "move": offer.move,
        "verb": offer.verb,
        "cards": offer.cards,
        "owner": offer.owner,
        "number": offer.number,
        "words": as_json(offer.words),
        "odds": as_json(offer.odds),
        "chance": offer.chance,
    }
