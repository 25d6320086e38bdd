"""A WebSocket client (RFC 6455) of nothing but the standard library: binary messages, no extensions."""
import asyncio
import base64
import hashlib
import os
import struct
from urllib.parse import urlsplit

BINARY, CLOSE, PING, PONG = 2, 8, 9, 10


class WebSocket:
    def __init__(self, reader, writer):
        self._reader = reader
        self._writer = writer

    @classmethod
    async def connect(cls, url):
        """Opens a ws: address. Raises ConnectionError with the server's reason when it refuses."""
        parts = urlsplit(url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port or 80)
        key = base64.b64encode(os.urandom(16)).decode()
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {parts.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        status, *headers = head.split("\r\n")
        if not status.startswith("HTTP/1.1 101 "):
            raise ConnectionError(f"the server refuses: {status}")
        accepted = {line.partition(":")[0].lower(): line.partition(":")[2].strip() for line in headers}
        digest = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        if accepted.get("sec-websocket-accept") != base64.b64encode(digest).decode():
            raise ConnectionError("what answers is no WebSocket")
        return cls(reader, writer)

    def send(self, data, kind=BINARY):
        """Sends one message. What a client sends is masked."""
        size = len(data)
        if size < 126:
            head = struct.pack("!BB", 0x80 | kind, 0x80 | size)
        elif size < 0x10000:
            head = struct.pack("!BBH", 0x80 | kind, 0xFE, size)
        else:
            head = struct.pack("!BBQ", 0x80 | kind, 0xFF, size)
        mask = os.urandom(4)
        pad = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(pad, "big")).to_bytes(size, "big")
        self._writer.write(head + mask + masked)

    async def receive(self):
        """Returns the next message; None when the connection has ended."""
        message = b""
        while True:
            try:
                first, second = await self._reader.readexactly(2)
                size = second & 0x7F
                if size == 126:
                    (size,) = struct.unpack("!H", await self._reader.readexactly(2))
                elif size == 127:
                    (size,) = struct.unpack("!Q", await self._reader.readexactly(8))
                data = await self._reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError):
                return None
            kind = first & 0x0F
            if kind == CLOSE:
                return None
            if kind == PING:
                self.send(data, PONG)
            elif kind != PONG:
                message += data
                if first & 0x80:
                    return message
