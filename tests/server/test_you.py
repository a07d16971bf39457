"""A person's own games, through the API: every number is worked out again from the records, by plain Python, and nobody else
gets to see any."""

import json
import secrets
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

import cutcard
from tests.patience import PATIENCE
from tests.server.client import Refused, Visitor, join, make_table, play_out
from tests.server.running import RunningServer

COINS = 20
PAIRS, EIGHTS, PORT = ("pairs", {"target": 11}), ("pairs", {"eights": True, "target": 11}), ("port", {"rounds": 1})
STARBOARD, MOON, CLEVER = (
    ("starboard", {"games": 1, "coins": COINS}),
    ("to-the-moon", {"rounds": 1}),
    ("clever-pickin", {"hands": 1}),
)
EASY, MEDIUM, ANN = "easy", "medium", None
EVENING: list[tuple[tuple[str, dict[str, Any]], int, str | None]] = [
    (PAIRS, 2, EASY), (PORT, 2, EASY), (STARBOARD, 2, EASY), (PAIRS, 3, MEDIUM), (EIGHTS, 2, EASY),
    (PORT, 2, ANN), (PAIRS, 2, ANN), (PORT, 3, EASY), (MOON, 2, EASY), (STARBOARD, 2, ANN),
    (PAIRS, 2, EASY), (PORT, 2, MEDIUM), (EIGHTS, 2, ANN), (CLEVER, 2, EASY), (PAIRS, 4, EASY),
    (PORT, 2, EASY), (STARBOARD, 3, EASY), (PORT, 2, ANN), (MOON, 2, EASY),
]  # fmt: skip
"""The game, the seats, and against whom; the twentieth is a rematch."""
ONE_LOSES = ("pairs",)
"""Games that have one loser and no winner; of all others those who do not win have lost."""
TITLES = {
    "pairs": "Pairs", "pieces-of-eight": "Pieces of Eight", "port": "Port", "starboard": "Starboard",
    "to-the-moon": "To the Moon", "clever-pickin": "Clever Pickin'",
}  # fmt: skip
FEWER_IS_BETTER = ("pairs", "pieces-of-eight")


def new_secret() -> str:
    return secrets.token_urlsafe(32)


def asked(url: str, secret: str, method: str = "GET", path: str = "/you", body: Any = None) -> Any:
    return Visitor(url, key=secret).ask(method, path, body)


def status(url: str, method: str, path: str, secret: str | None) -> int:
    headers = {"Authorization": f"Bearer {secret}"} if secret is not None else {}
    return httpx.request(method, f"{url}/api{path}", headers=headers, timeout=PATIENCE, trust_env=False).status_code


class Played(NamedTuple):
    """A person, another one, and the seats of the first at their games, the oldest first."""

    me: str
    ann: str
    mine: list[Visitor]


@pytest.fixture(scope="module")
def played(url: str) -> Played:
    """Twenty games of mixed kinds."""
    me, ann = new_secret(), new_secret()
    mine: list[Visitor] = []
    keys: dict[str, str | None] = {}
    for (game, options), seats, against in EVENING:
        host = make_table(url, game, seats=seats, options=options, level=against, person=me)
        people = [host] if against else [host, join(host, person=ann)]
        keys[host.code] = people[-1].key
        host.start()
        _play(people)
        mine.append(host)
    last = mine[-2]  # against Ann
    again = Visitor(url, last.at_table("rematch")["code"], last.key, last.seat)
    again.start()
    _play([again, Visitor(url, again.code, keys[last.code], 1)])
    return Played(me, ann, [*mine, again])


def _play(people: list[Visitor]) -> None:
    if len(people) > 1:
        play_out(people)
        return
    with people[0].live() as live:
        live.play_to_the_end()


# Worked out from what can be downloaded of each table


class Reckoned(NamedTuple):
    code: str
    game: str
    fate: str
    score: int
    bots: dict[str, list[int]]


def reckoned(seat: Visitor) -> Reckoned:
    """One game, from its record and its log."""
    record, log = (seat.ask("GET", f"/tables/{seat.code}/{what}") for what in ("record", "log"))
    result = cutcard.replay(record).result
    assert result is not None
    best, worst, own = set(result.places[0]), set(result.places[-1]), seat.seat
    assert own is not None
    is_tie, one_loses = len(result.places) == 1, record["game"] in ONE_LOSES
    lost = {at for at in range(record["seats"]) if not is_tie and (at in worst if one_loses else at not in best)}
    fate = "tied" if is_tie else "lost" if own in lost else "safe" if one_loses else "won" if best == {own} else "shared"
    score = result.scores[own] - (
        (record["options"].get("purses") or [COINS] * 9)[own] if record["game"] == "starboard" else 0
    )
    bots: dict[str, list[int]] = {}
    (made,) = (event["data"] for event in log["events"] if event["kind"] == "made")
    for at, chair in enumerate(made["chairs"]):
        if chair["kind"] == "bot":
            met = bots.setdefault(chair["level"], [0, 0])
            met[0] += 1
            met[1] += at in lost and own not in lost
    game = "pieces-of-eight" if record["options"].get("eights") else record["game"]
    return Reckoned(seat.code, game, fate, score, bots)


def counts(games: list[Reckoned]) -> dict[str, int]:
    fates = [one.fate for one in games]
    streaks = [len(run) for run in "".join("x" if fate == "lost" else "o" for fate in fates).split("x")]
    own = {name: fates.count(name) for name in ("shared", "lost", "safe", "tied", "aside")}
    won = fates.count("won") + fates.count("shared")
    return {"played": len(games), "won": won, **own, "streak": streaks[-1], "best_streak": max(streaks)}


def bots(games: list[Reckoned]) -> list[dict[str, Any]]:
    levels = sorted({level for one in games for level in one.bots})
    met = [(level, [one.bots[level] for one in games if level in one.bots]) for level in levels]
    return [
        {"level": level, "met": sum(a for a, _ in all_met), "beaten": sum(b for _, b in all_met)} for level, all_met in met
    ]


def test_every_number_is_that_of_the_records(url: str, played: Played) -> None:
    told = asked(url, played.me)
    games = [reckoned(seat) for seat in played.mine]
    assert len(games) == 20
    assert {name: told[name] for name in counts(games)} == counts(games)
    assert told["bots"] == bots(games)
    order = list(dict.fromkeys(one.game for one in reversed(games)))
    assert [(one["game"], one["title"]) for one in told["games"]] == [(game, TITLES[game]) for game in order]
    for one in told["games"]:
        own = [game for game in games if game.game == one["game"]]
        assert {name: one[name] for name in counts(own)} == counts(own), one["game"]
        assert one["bots"] == bots(own)
        assert one["best"] == (min if one["game"] in FEWER_IS_BETTER else max)(game.score for game in own)
        last = [(game["code"], game["fate"], game["score"], game["has_replay"]) for game in one["last"]]
        assert last == [(game.code, game.fate, game.score, True) for game in reversed(own)]


def test_who_plays_against_you_has_numbers_of_their_own(url: str, played: Played) -> None:
    theirs = [Visitor(url, seat.code, None, 1) for seat in played.mine]
    games = [reckoned(seat) for seat in theirs if _is_against_ann(seat)]
    told = asked(url, played.ann)
    assert len(games) == 6
    assert {name: told[name] for name in counts(games)} == counts(games)
    assert told["bots"] == []


def _is_against_ann(seat: Visitor) -> bool:
    return all(one["kind"] == "person" for one in seat.look()["table"]["seats"])


def test_the_export_has_all_of_it_with_links_to_the_replays(url: str, played: Played) -> None:
    answer = httpx.get(
        f"{url}/api/you/export", headers={"Authorization": f"Bearer {played.me}"}, timeout=PATIENCE, trust_env=False
    )  # fmt: skip
    assert answer.headers["content-disposition"] == 'attachment; filename="cutcard-games.json"'
    exported = answer.json()
    assert exported["numbers"] == asked(url, played.me)
    games = [reckoned(seat) for seat in reversed(played.mine)]
    found = [(one["code"], one["game"], one["fate"], one["score"]) for one in exported["played"]]
    assert found == [(one.code, one.game, one.fate, one.score) for one in games]
    assert [one["replay"] for one in exported["played"]] == [f"{url}/r/{one.code}" for one in games]
    assert played.me not in answer.text


def test_nobody_else_sees_anything_of_it(url: str, played: Played) -> None:
    """Not without a secret, nor with half of one, nor by the key of a seat, nor at the table; and it cannot be deleted or
    taken over so."""
    key, mine = str(played.mine[0].key), asked(url, played.me)
    for nothing in (None, "x", played.me[:-1], played.me + "'", "*" * 43):
        for method, path in (("GET", "/you"), ("GET", "/you/export"), ("DELETE", "/you"), ("POST", "/you/merge")):
            assert status(url, method, path, nothing) in (403, 422), (nothing, method, path)
    for other in (key, new_secret(), played.me[:-1] + ("A" if played.me[-1] != "A" else "B")):
        assert asked(url, other)["played"] == 0
        assert asked(url, other, path="/you/export")["played"] == []
        assert asked(url, other, "DELETE")["games"] == 0
    for seat in (None, key):
        whole = json.dumps(Visitor(url, played.mine[0].code, seat).look())
        for known_by in (played.me, "streak", "beaten"):
            assert known_by not in whole
    log = json.dumps(played.mine[0].ask("GET", f"/tables/{played.mine[0].code}/log"))
    assert played.me not in log
    assert asked(url, played.me) == mine


def test_no_one_learns_the_secret_from_the_server(shared_server: RunningServer, played: Played) -> None:
    """It is kept as a hash, and is in no log."""
    folder = Path(shared_server.log).parent
    assert all(played.me.encode() not in file.read_bytes() for file in folder.iterdir() if file.is_file())


# A story on each kind of database


def test_counted_once_moved_and_deleted(server: RunningServer) -> None:
    me, phone, ann = new_secret(), new_secret(), new_secret()
    host = make_table(server.url, "port", seats=2, options={"rounds": 1}, person=me)
    guest = join(host, person=ann)
    host.start()
    server.restart()  # as by a loss of power
    play_out([host, guest])
    server.restart()
    once = asked(server.url, me)
    assert (once["played"], asked(server.url, ann)["played"]) == (1, 1)
    assert once["games"][0]["last"][0]["code"] == host.code

    bots = make_table(server.url, "port", seats=2, level="easy", options={"rounds": 1}, person=phone)
    bots.start()
    with bots.live() as live:
        live.play_to_the_end()
    exported = asked(server.url, phone, path="/you/export")["played"]
    assert asked(server.url, me, "POST", "/you/merge", {"other": phone}) == {"games": 1}
    assert asked(server.url, phone)["played"] == 0
    moved = asked(server.url, me)
    assert (moved["played"], moved["bots"][0]["met"]) == (2, 1)
    assert asked(server.url, me, path="/you/export")["played"][0] == exported[0]
    assert asked(server.url, me, "POST", "/you/merge", {"other": me}) == {"games": 0}

    going = make_table(server.url, "port", seats=2, options={"rounds": 1}, person=me)
    friend = join(going, person=ann)
    going.start()
    assert asked(server.url, me, "DELETE") == {"games": 2}
    assert asked(server.url, me, "DELETE") == {"games": 0}
    play_out([going, friend])
    assert asked(server.url, me)["played"] == 0
    assert asked(server.url, ann)["played"] == 2


def test_by_two_nodes_it_counts_once(postgresql_database: str, tmp_path: Path) -> None:
    me, ann = new_secret(), new_secret()
    with (
        RunningServer(postgresql_database, tmp_path / "one") as one,
        RunningServer(postgresql_database, tmp_path / "two") as two,
    ):
        host = make_table(one.url, "port", seats=2, options={"rounds": 1}, person=me)
        guest = join(Visitor(two.url, host.code), person=ann)
        host.start()
        play_out([host, guest])
        again = host.at_table("rematch")["code"]
        people = [Visitor(two.url, again, host.key, 0), Visitor(one.url, again, guest.key, 1)]
        people[0].start()
        play_out(people)
        for node in (one, two):
            for person in (me, ann):
                told = asked(node.url, person)
                assert [game["code"] for game in told["games"][0]["last"]] == [again, host.code]


# What does not count


def test_a_game_that_is_not_yours_to_the_end_stands_aside(url: str) -> None:
    """A bot plays it on; or both seats are yours. One that is not finished is not there at all."""
    me, ann = new_secret(), new_secret()
    host = make_table(url, "port", seats=2, options={"rounds": 1}, person=me)
    guest = join(host, person=ann)
    host.start()
    guest.at_table("leave")
    host.at_table("seats", seat=1, to="bot", level="easy")
    play_out([host])
    assert [asked(url, ann)[name] for name in ("played", "aside", "won", "lost", "streak")] == [0, 1, 0, 0, 0]
    told = asked(url, me)
    assert (told["played"], told["bots"]) == (1, [])  # that bot was not met from the beginning

    host = make_table(url, "port", seats=2, options={"rounds": 1}, person=me)
    both = [host, join(host, person=me)]
    host.start()
    assert asked(url, me)["aside"] == 0
    play_out(both)
    after = asked(url, me)
    assert (after["played"], after["aside"], after["streak"]) == (1, 1, told["streak"])
    assert after["games"][0]["last"][0]["fate"] == "aside"


def test_without_a_secret_nothing_is_kept_and_all_goes_as_before(url: str) -> None:
    host = make_table(url, "port", seats=2, options={"rounds": 1}, level="easy")
    host.start()
    play_out([host])
    assert asked(url, str(host.key))["played"] == 0
    with pytest.raises(Refused, match="422"):
        make_table(url, person="short")
