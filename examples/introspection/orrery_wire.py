"""What two buses say to each other, as far as a manager needs it, and messages as protobuf encodes them.

The frames are those of packages/sim/src/transport/wire/frame.ts, the messages those of
packages/msgs/proto/orrery/msgs/introspection.proto.
"""
import struct

PROTOCOL_VERSION = 4
HELLO, READY, TOPIC, NO_TOPIC, SERVICE, NO_SERVICE = 0, 1, 2, 3, 4, 5
SUBSCRIBE, UNSUBSCRIBE, PUBLISH, ACK, REQUEST, ANSWER, FAILURE = 6, 7, 8, 9, 10, 11, 12
BYE = 15
VIEWER = 1
REFUSED = 2


def varint(value):
    out = bytearray()
    while value >= 128:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def text(value):
    data = value.encode()
    return varint(len(data)) + data


def frame(kind, *parts):
    """Returns a frame with its length before it: a packet has any number of them."""
    body = bytes([kind]) + b"".join(parts)
    return struct.pack("<I", len(body)) + body


class Reader:
    def __init__(self, data):
        self._data = data
        self._at = 0

    @property
    def rest(self):
        return self.take(len(self._data) - self._at)

    @property
    def is_done(self):
        return self._at >= len(self._data)

    def take(self, size):
        taken = self._data[self._at : self._at + size]
        if len(taken) < size:
            raise ValueError("the data end too early")
        self._at += size
        return taken

    def u8(self):
        return self.take(1)[0]

    def varint(self):
        value, shift = 0, 0
        while True:
            byte = self.u8()
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7

    def text(self):
        return self.take(self.varint()).decode()

    def caller(self):
        """Reads who asks: the public id of a session; empty for the host."""
        caller = self.text()
        if caller != "":
            self.text()
            self.u8()
        return caller


def frames_in(packet):
    reader = Reader(packet)
    while not reader.is_done:
        (size,) = struct.unpack("<I", reader.take(4))
        yield Reader(reader.take(size))


def field(number, value):
    """Encodes a field of a message by the kind of its value; nothing for what is at its default, as in proto3."""
    if isinstance(value, list):
        return b"".join(field(number, each) or _field(number, each) for each in value)
    return b"" if value in ("", b"", 0, False) else _field(number, value)


def packed(number, values, code):
    """Encodes a repeated field of numbers: "d" for doubles, "v" for whole numbers."""
    data = struct.pack(f"<{len(values)}d", *values) if code == "d" else b"".join(map(varint, values))
    return varint(number << 3 | 2) + varint(len(data)) + data


def _field(number, value):
    if isinstance(value, (bool, int)):
        return varint(number << 3) + varint(int(value))
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def fields_of(data):
    """Decodes a message of texts and whole numbers: a list of values for each number of a field."""
    found = {}
    reader = Reader(data)
    while not reader.is_done:
        key = reader.varint()
        if key & 7 == 0:
            value = reader.varint()
        elif key & 7 == 2:
            value = reader.take(reader.varint())
        else:
            value = reader.take(8 if key & 7 == 1 else 4)
        found.setdefault(key >> 3, []).append(value)
    return found
