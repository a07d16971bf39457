"""The server's own way to send a text, read by the library that others read it with."""

import pytest
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from cutcard.server.live.sockets import frame_end, framed


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_text_of_any_length_is_one_frame(size: int) -> None:
    reader = ClientProtocol(parse_uri("ws://127.0.0.1/"), state=State.OPEN, max_size=None)
    text = ("Ä" * size).encode()[:size]
    reader.receive_data(framed(text) + framed(b"and one more"))
    first, second = reader.events_received()
    assert isinstance(first, Frame)
    assert (first.opcode, first.fin, bytes(first.data)) == (Opcode.TEXT, True, text)
    assert isinstance(second, Frame)
    assert bytes(second.data) == b"and one more"


@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536])
def test_a_frame_is_not_taken_before_it_is_whole(size: int, masked: bool) -> None:
    """Whatever is here of it, and whatever follows it."""
    frame = Frame(Opcode.TEXT, b"x" * size).serialize(mask=masked)
    assert frame_end(frame) == frame_end(frame + b"more") == len(frame)
    for here in {1, 2, 3, 4, 9, 10, len(frame) - 1}:
        assert here >= len(frame) or frame_end(frame[:here]) > here
