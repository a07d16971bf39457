"""One socket a client: it says hello, and from then on it is sent every change of the table as its seat may see it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from contextlib import suppress

import orjson
from pydantic import ValidationError
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from cutcard.core.errors import CutcardError, ParseError
from cutcard.core.languages import language, languages, speak, speaking
from cutcard.server.errors import HeldBack, NotReady, TooMuch
from cutcard.server.http.addresses import address
from cutcard.server.http.answers import in_words, of_coach
from cutcard.server.http.client_messages import (
    HELLO,
    MESSAGE,
    Hello,
    LiveHasten,
    LiveMessage,
    LiveMove,
    LivePing,
    LiveReact,
    LiveWish,
)  # fmt: skip
from cutcard.server.http.language import wanted_language
from cutcard.server.http.unreadable import unreadable
from cutcard.server.live.sockets import Socket, connection_of
from cutcard.server.operation.metrics import refused
from cutcard.server.tables.all_tables import AllTables
from cutcard.server.tables.open_table import OpenTable, need_seat
from cutcard.server.tables.state import hashed

PATIENCE = 15.0
"""How long a client may take to say hello."""
REFUSED = 1008
"""The socket's own code for what is against the rules of the house."""
NOT_NOW = 503
"""The status of an answer to who is to ask another node."""
COME_AGAIN = 1012
"""The socket's own code for a service that begins anew."""
HEARD = b'{"type":"pong"}'
MOST_MISTAKES = 20
"""A client that sends so much nonsense is let go."""

_numbers = itertools.count()
"""For each client another one, by which its messages are counted."""


class Live:
    """The socket of a table, as an app of its own: what is sent goes straight to the connection."""

    def __init__(self, tables: Callable[[], AllTables]) -> None:
        self._tables = tables
        self._round = Round()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await live(WebSocket(scope, receive, send), self._tables(), scope["path_params"]["code"], self._round)


class Round:
    """Those who are about to be told something. What comes in the same turn of the loop is told together, and one step
    after another for all tables: the processor is quickest at what it has just done."""

    def __init__(self) -> None:
        self._due: list[Client] = []

    def add(self, client: Client, loop: asyncio.AbstractEventLoop) -> None:
        if not self._due:
            loop.call_soon(self._tell)
        self._due.append(client)

    def _tell(self) -> None:
        due, self._due = self._due, []
        open_tables = list(dict.fromkeys(client.table for client in due))
        if len(open_tables) > 1:
            with suppress(Exception):  # whom it concerns meets it again
                for one in open_tables:
                    if one.state.table is not None:
                        one.state.table.glance(None)
                for one in open_tables:
                    one.look()
        for client in due:
            client.tell()


async def live(socket: WebSocket, tables: AllTables, code: str, together: Round) -> None:
    """Serve one client until it goes."""
    if tables.neighbours.is_cut_off:  # before it is accepted a web server in front can still ask another node
        await socket.send_denial_response(Response(status_code=NOT_NOW))
        return
    await socket.accept()
    speak(wanted_language(socket))
    where = address(socket.scope)
    try:
        tables.limits.requests.take(where)  # who tries codes by sockets is as slow as by requests
        tables.limits.connect(where)
    except TooMuch as error:
        await _end(socket, str(error))
        return
    try:
        await tables.find(code)  # if there is none, that is said at once
        if (said := await _said_first(socket)) is None:
            return
        hello = _hello(said)
        open_table = await tables.find(code, hello.since)  # it may have been put away meanwhile
        key_hash = hashed(hello.key) if hello.key else None
        if key_hash is not None and open_table.is_to_be_read_for(key_hash):
            await open_table.catch_up()
        if open_table.state.seat_of(key_hash) is not None:
            open_table.used_from = where
        if hello.language in languages():
            speak(hello.language)
        await Client(socket, tables, open_table, key_hash, hello.since, together).serve()
    except NotReady:
        with suppress(RuntimeError, WebSocketDisconnect):
            await socket.close(COME_AGAIN)
    except CutcardError as error:
        await _end(socket, str(error))
    except WebSocketDisconnect:
        pass
    finally:
        tables.limits.disconnect(where)


class Client:
    """A client that has said hello."""

    def __init__(
        self,
        socket: WebSocket,
        tables: AllTables,
        open_table: OpenTable,
        key_hash: str | None,
        since: int,
        together: Round,
    ) -> None:
        self._socket = socket
        self._round = together
        self._connection = connection_of(socket.scope)
        self._tables = tables
        self.table = open_table
        self._key_hash = key_hash
        """The hash of the client's key; None is one who watches."""
        self._since = min(since, open_table.state.seq)
        self._language = language()
        self._loop = asyncio.get_running_loop()
        self._is_due = False
        """Whether there is something that it is about to be told."""
        self._ended: asyncio.Future[None] = self._loop.create_future()
        """Done when there is nothing more to be told."""

    async def serve(self) -> None:
        self.table.enter(self._key_hash, self._wake)
        self.table.hearers.append(self._hear)
        reading = asyncio.create_task(self._read())
        try:
            await asyncio.wait({reading, self._ended}, return_when=asyncio.FIRST_COMPLETED)
            if self._ended.done():
                self._ended.result()
                await self._socket.close(COME_AGAIN)
            else:
                reading.result()
        finally:
            self.table.hearers.remove(self._hear)
            self.table.go(self._key_hash, self._wake)
            self._ended.cancel()
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
            del reading  # what ended it leads back to here, and the two would keep each other

    def _wake(self) -> None:
        """There is something new. What comes in the same turn of the loop is told together."""
        if not self._is_due:
            self._is_due = True
            self._round.add(self, self._loop)

    def _hear(self, said: bytes) -> None:
        """Something for the moment: who is slow misses it."""
        if not self._ended.done() and self._connection.writable.is_set():
            self._connection.say(said)

    def tell(self) -> None:
        """All that the client has not been told, and the table as it is now. A client that is slow gets more at once, and
        nothing waits for it."""
        if self._ended.done():
            return
        if not self._connection.writable.is_set():
            self._connection.when_ready(self.tell)
            return
        self._is_due = False
        try:
            if self.table.is_lost:
                self._ended.set_result(None)
                return
            seat = self.table.state.seat_of(self._key_hash)
            with speaking(self._language):
                update = self.table.update(seat, self._since, is_counted=self._key_hash is None)
            self._connection.say(update)
            self._since = self.table.state.seq
        except Exception as error:  # it ends this client, and nobody else
            self._ended.set_exception(error)

    async def _read(self) -> None:
        mistakes = 0
        who = str(next(_numbers))
        while True:
            text = await _text(self._connection)
            identity = ""
            try:
                self._tables.limits.messages.take(who)
                sent = _message(text)
                if isinstance(sent, LivePing):
                    answer = HEARD
                else:
                    identity = sent.id
                    answer = orjson.dumps({"type": "done", "id": identity, "seq": await self._done(sent)})
            except CutcardError as error:
                mistakes += not isinstance(error, HeldBack)
                refused(error)
                reason, clause = in_words(error)
                seq = self.table.state.seq
                why = {"reason": reason, "clause": clause, **of_coach(error)}
                answer = orjson.dumps({"type": "refused", "id": identity, "seq": seq, **why})
                self._wake()  # the table as it is comes with it
            await self._connection.writable.wait()
            self._connection.say(answer)
            if mistakes >= MOST_MISTAKES:
                raise TooMuch("too much of what you sent could not be done")

    async def _done(self, sent: LiveWish) -> int:
        own = self.table.state.seat_of(self._key_hash)
        if isinstance(sent, LiveHasten):
            return self.table.hasten(own)
        seat = need_seat(self.table, own)
        by = self._key_hash
        assert by is not None
        if isinstance(sent, LiveMove):
            return await self.table.move_with_coach(
                by, sent.move, sent.seq, sent.id, despite_coach=sent.despite_coach
            )  # fmt: skip
        if isinstance(sent, LiveReact):
            self._tables.limits.reactions.take(f"{self.table.state.code} {seat}")
            return self.table.react(seat, sent.reaction)
        self._tables.limits.chat.take(f"{self.table.state.code} {seat}")
        return await self.table.chat(by, sent.text, sent.id)


async def _text(socket: WebSocket | Socket) -> str:
    message: Message = dict(await socket.receive())
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None:
        raise ParseError("a message is a text, not bytes")
    return str(text)


async def _said_first(socket: WebSocket) -> str | None:
    """What a client says first; None where that takes too long, and the client has been told so."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await _text(socket)
    except TimeoutError:
        await _end(socket, 'say hello first: {"type": "hello", "key": null, "since": 0}')
        return None


def _hello(text: str) -> Hello:
    try:
        return HELLO.validate_json(text)
    except ValidationError as error:
        raise ParseError("the first message is hello: {why}", why=plainly(error)) from None


def _message(text: str) -> LiveMessage:
    try:
        return MESSAGE.validate_json(text)
    except ValidationError as error:
        raise ParseError("this message cannot be read: {why}", why=plainly(error)) from None


def plainly(error: ValidationError) -> str:
    """The first thing that is wrong, in words."""
    first = error.errors(include_url=False, include_input=False)[0]
    return unreadable(first, first["loc"])


async def _end(socket: WebSocket, reason: str) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(orjson.dumps({"type": "error", "reason": reason, "seq": 0}).decode())
        await socket.close(REFUSED)
