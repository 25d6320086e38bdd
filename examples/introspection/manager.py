"""A program in Python whose values can be watched like those of a world, with the standard library alone.

Start a server (orrery run shapes), then this: python3 examples/introspection/manager.py [URL]
"""
import asyncio
import math
import sys
import time

import orrery_wire as wire
from orrery_socket import WebSocket

COLUMNS = {"double": 1, "int32": 1, "bool": 1, "vector3d": 3, "quaternion": 4, "pose3d": 7}
BATCH_SECONDS = 1 / 30
# A filter that nobody listens to ends after this long.
UNHEARD_SECONDS = 15
WINDOW = (256, 4 * 1024 * 1024)


class Filter:
    def __init__(self, id, caller, topic):
        self.id, self.caller, self.topic = id, caller, topic
        self.items, self.every, self.revision, self.sequence = [], 1, 0, 0
        # The number of the server's subscription; None while nobody listens.
        self.subscription = None
        self.heard_at = time.monotonic()
        self.rows = []


class Manager:
    """Offers items, which a function reads, as `/introspection/<id>/…`. Call `sample` at the end of each step."""

    def __init__(self, id, items):
        self.id = id
        # By name: type, units, note and a function that returns a tuple with a number for each column.
        self.items = items
        self._prefix = f"/introspection/{id}"
        self._filters = {}
        self._made = 0
        self._in_flight = [0, 0]
        self._window = WINDOW
        self._sent_at = 0.0
        self._socket = None

    @property
    def is_connected(self):
        return self._socket is not None

    async def serve(self, url):
        """Connects to a server, and answers until the connection ends."""
        self._socket = await WebSocket.connect(url)
        self._send(wire.HELLO, wire.varint(wire.PROTOCOL_VERSION), wire.text(self.id), *map(wire.varint, WINDOW))
        while (packet := await self._socket.receive()) is not None:
            for each in wire.frames_in(packet):
                self._handle(each.u8(), each)

    def sample(self, count, seconds):
        """Takes a sample for each filter that is listened to, and sends what is due."""
        now = time.monotonic()
        is_due = now - self._sent_at >= BATCH_SECONDS
        for filter in list(self._filters.values()):
            if filter.subscription is not None:
                filter.heard_at = now
                if count % filter.every == 0:
                    filter.rows.append((count, seconds, self._row(filter.items)))
                if is_due:
                    self._flush(filter)
            elif now - filter.heard_at > UNHEARD_SECONDS:
                self._remove(filter)
        if is_due:
            self._sent_at = now

    def _row(self, items):
        # What there is not has the column of a plain number, and no value.
        return [value for name in items for value in (self.items[name][3]() if name in self.items else (math.nan,))]

    def _flush(self, filter):
        # The server says how much may be in flight; what does not fit waits.
        if not filter.rows or self._in_flight[0] >= self._window[0] or self._in_flight[1] >= self._window[1]:
            return
        steps, times, rows = zip(*filter.rows)
        message = (
            wire.field(1, filter.id)
            + wire.field(2, filter.revision)
            + wire.packed(4, steps, "v")
            + wire.packed(5, times, "d")
            + wire.packed(6, [value for column in zip(*rows) for value in column], "d")
            + wire.field(7, filter.sequence)
        )
        filter.sequence += len(steps)
        filter.rows = []
        self._in_flight[0] += 1
        self._in_flight[1] += len(message)
        self._send(wire.PUBLISH, wire.varint(filter.subscription), wire.varint(0), message)

    def _handle(self, kind, reader):
        if kind == wire.HELLO:
            _version, _name = reader.varint(), reader.text()
            self._window = tuple(map(min, WINDOW, (reader.varint(), reader.varint())))
            self._send(wire.READY)
            self._offer()
        elif kind == wire.SUBSCRIBE:
            self._subscribed(reader.varint(), reader.text())
        elif kind == wire.UNSUBSCRIBE:
            self._subscribed(reader.varint(), None)
        elif kind == wire.ACK:
            self._in_flight = [self._in_flight[0] - reader.varint(), self._in_flight[1] - reader.varint()]
        elif kind == wire.REQUEST:
            self._answer(reader.varint(), reader.text(), reader.caller(), wire.fields_of(reader.rest))
        elif kind == wire.BYE:
            print(f"the server says goodbye: {reader.text()}", flush=True)

    def _offer(self):
        msgs = "orrery.msgs."
        for name, request, response in [
            ("items", msgs + "ItemQuery", msgs + "IntrospectionItems"),
            ("set_filter", msgs + "IntrospectionFilter", msgs + "IntrospectionFilter"),
            ("get_filter", msgs + "FilterId", msgs + "IntrospectionFilter"),
            ("remove_filter", msgs + "FilterId", "gz.msgs.Boolean"),
        ]:
            texts = map(wire.text, (f"{self._prefix}/{name}", request, response))
            self._send(wire.SERVICE, *texts, bytes([wire.VIEWER]))

    def _subscribed(self, id, topic):
        for filter in self._filters.values():
            if topic is None and filter.subscription == id:
                filter.subscription = None
            elif topic == filter.topic:
                filter.subscription = id

    def _answer(self, id, service, caller, fields):
        try:
            answer = getattr(self, f"_on_{service.removeprefix(self._prefix + '/')}")(fields, caller)
            self._send(wire.ANSWER, wire.varint(id), answer)
        except ValueError as error:
            self._send(wire.FAILURE, wire.varint(id), bytes([wire.REFUSED]), wire.text(str(error)))

    def _on_items(self, fields, _caller):
        words = [word.decode().lower() for word in fields.get(1, [])]
        of = fields[2][-1].decode() if 2 in fields else None
        names = [name for name in self.items if all(word in name.lower() for word in words)]
        names = [name for name in names if of is None or name.rpartition("::")[0] == of]
        below = "" if not of else f"{of}::"
        rests = [name.removeprefix(below) for name in self.items if name.startswith(below)]
        things = list(dict.fromkeys(below + rest.partition("::")[0] for rest in rests if "::" in rest))
        listed = [self._described(name) for name in names]
        return wire.field(1, self.id) + wire.field(2, listed) + wire.field(3, things) + wire.field(5, 1)

    def _on_set_filter(self, fields, caller):
        items = [name.decode() for name in fields.get(2, [])]
        if not items:
            raise ValueError("a filter needs at least one item")
        filter = self._own(fields, caller) if fields.get(1) else self._new(caller)
        self._flush(filter)
        filter.items, filter.rows = items, []
        filter.every = max(1, fields.get(3, [1])[-1])
        filter.revision += 1
        return self._on_get_filter({1: [filter.id.encode()]}, caller)

    def _on_get_filter(self, fields, caller):
        filter = self._own(fields, caller)
        described = [self._described(name) for name in filter.items]
        values = {1: filter.id, 2: filter.items, 3: filter.every, 5: filter.topic, 6: filter.revision, 7: described}
        return b"".join(wire.field(number, value) for number, value in values.items())

    def _on_remove_filter(self, fields, caller):
        self._remove(self._own(fields, caller))
        return wire.field(2, True)

    def _new(self, caller):
        self._made += 1
        filter = Filter(f"f{self._made}", caller, f"{self._prefix}/filter/f{self._made}/samples")
        self._filters[filter.id] = filter
        # Published by this side.
        self._send(wire.TOPIC, bytes([1]), wire.text(filter.topic), wire.text("orrery.msgs.ItemSamples"))
        return filter

    def _own(self, fields, caller):
        id = fields.get(1, [b""])[-1].decode()
        filter = self._filters.get(id)
        if filter is None or filter.caller != caller:
            raise ValueError(f'you have no filter "{id}"')
        return filter

    def _remove(self, filter):
        del self._filters[filter.id]
        self._send(wire.NO_TOPIC, wire.text(filter.topic))

    def _described(self, name):
        type, units, note, _ = self.items.get(name, ("double", [], "", None))
        missing = "" if name in self.items else "there is no such item now"
        values = {1: name, 2: type, 3: units, 4: missing, 5: note, 6: True}
        return b"".join(wire.field(number, value) for number, value in values.items())

    def _send(self, kind, *parts):
        self._socket.send(wire.frame(kind, *parts))


async def main(url):
    motor = {"speed": 0.0, "torque": (0.0, 0.0, 0.0)}
    manager = Manager(
        "motor",
        {
            "rotor::speed": ("double", ["rad/s"], "", lambda: (motor["speed"],)),
            "rotor::torque": ("vector3d", ["N·m"], "in axes of the housing", lambda: motor["torque"]),
        },
    )

    async def run():
        count, start = 0, time.monotonic()
        while True:
            await asyncio.sleep(0.01)
            # What late timers missed is made up for.
            while count * 0.01 < time.monotonic() - start:
                count += 1
                motor["torque"] = (0.0, 0.0, 0.2 * math.cos(count * 0.01))
                motor["speed"] += (motor["torque"][2] - 0.05 * motor["speed"]) / 0.02 * 0.01
                if manager.is_connected:
                    manager.sample(count, count * 0.01)

    running = asyncio.create_task(run())
    await manager.serve(url.replace("http", "ws", 1).rstrip("/") + "/ws?name=motor")
    running.cancel()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8460"))
