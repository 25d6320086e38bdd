import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { messages } from "@orrery/msgs";
import { Bus, connectNode, connectPeer, Node, type Link, type Peer } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { connectWs, MAX_PACKET_BYTES, wsLink } from "./ws-link.ts";

const STRING = "gz.msgs.StringMsg";

test("[TR32] a WebSocket link carries packets whole and in order, in both directions", async () => {
  const { a, b } = await openPair();
  const sizes = [1, 0, 70_000, 3, 1_000_000, 2];
  const [atA, atB] = [collect(a, sizes.length), collect(b, sizes.length)];
  for (const [index, size] of sizes.entries()) {
    a.send(new Uint8Array(size).fill(index));
    b.send(new Uint8Array(size).fill(100 + index));
  }
  const sent = (first: number) => sizes.map((size, index) => ({ size, fill: size === 0 ? undefined : first + index }));
  expect(await atB).toEqual(sent(0));
  expect(await atA).toEqual(sent(100));
  a.close("done");
});

test("[TR32] packets of which others read the end arrive whole and in order, and leave it as it was", async () => {
  const { a, b } = await openPair();
  const rest = new Uint8Array(70_000).fill(7);
  const sizes = [20_000, 65_400, 65_535, 65_536, 70_000];
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    const got = new Promise<Uint8Array[]>((resolve) => {
      const packets: Uint8Array[] = [];
      to.onFrame = (packet) => packets.push(packet) === 2 * sizes.length && resolve(packets);
    });
    for (const [index, size] of sizes.entries()) {
      from.send(Uint8Array.of(1, index), rest.subarray(0, size - 2));
      from.send(Uint8Array.of(2, index));
    }
    const expected = sizes.flatMap((size, index) => [
      Uint8Array.of(1, index, ...rest.subarray(0, size - 2)),
      Uint8Array.of(2, index),
    ]);
    expect((await got).map((packet) => Buffer.compare(packet, expected.shift()!))).toEqual(sizes.flatMap(() => [0, 0]));
  }
  expect(rest.every((byte) => byte === 7)).toBe(true);
  a.close("done");
});

test("[TR32] a WebSocket link keeps what comes before somebody listens", async () => {
  const { a, b } = await openPair();
  const ready = collect(a, 1);
  a.send(Uint8Array.of(1));
  a.send(Uint8Array.of(2));
  b.send(Uint8Array.of(9));
  await ready;
  expect(await collect(b, 2)).toEqual([
    { size: 1, fill: 1 },
    { size: 1, fill: 2 },
  ]);
  a.close("done");
});

test("[TR32] the end of a WebSocket link is told once, also to those who come later", async () => {
  const { a, b } = await openPair();
  let told = 0;
  const ends = [a, b].map(
    (link) =>
      new Promise<string>((resolve) => {
        link.onClose = (reason) => {
          told++;
          resolve(reason);
        };
      }),
  );
  a.close("good night");
  a.close("twice");
  expect((await Promise.all(ends))[0]).toBe("good night");
  expect(told).toBe(2);
  a.send(Uint8Array.of(1));
  expect(await new Promise<string>((resolve) => (a.onClose = resolve))).toBe("good night");
});

test("[TR35] several clients share a server's topics and services over WebSockets", async () => {
  const { url, bus } = await serve();
  const server = new Node(bus, { owner: "server" });
  server.service("/echo", { request: STRING, response: STRING }, async (request) => request);
  const clients = await Promise.all(
    [1, 2, 3].map(async (n) => connectNode(await connectWs(url), messages, { name: `${n}` })),
  );
  const heard = clients.map(
    (client) =>
      new Promise<string | undefined>((resolve) =>
        client.subscribe("/chat", STRING, ({ value }) => resolve(value.data)),
      ),
  );
  const publisher = clients[0]!.advertise("/chat", STRING);
  await server.until(() => bus.topicTable.get("/chat")?.outlets.length === 2);
  await clients[0]!.until(() => clients[0]!.bus.topicTable.get("/chat")?.outlets.length === 1);
  publisher.publish({ data: "hello" });
  expect(await Promise.all(heard)).toEqual(["hello", "hello", "hello"]);
  const data = "x".repeat(3_000_000);
  const answers = await Promise.all(clients.map((client) => client.request("/echo", { data }, { response: STRING })));
  expect(answers.map((answer) => answer.data?.length)).toEqual([3_000_000, 3_000_000, 3_000_000]);
  for (const client of clients) client[Symbol.dispose]();
  await server.until(() => bus.neighbours.size === 0);
  expect(bus.topicTable.size).toBe(0);
});

test("[TR35] a client that does not read is bounded by the window, and catches up with the newest", async () => {
  const { url, bus, peers } = await serve();
  const server = new Node(bus, { owner: "server" });
  const publisher = server.advertise("/a", STRING);
  const socket = new WebSocket(url);
  const link = wsLink(socket);
  await once(socket, "open");
  const client = await connectNode(link, messages);
  const got: (string | undefined)[] = [];
  const subscription = client.subscribe("/a", STRING, ({ value }) => got.push(value.data), { queue: "latest" });
  await server.until(() => publisher.hasSubscribers);

  socket.pause();
  const filler = "x".repeat(100_000);
  for (let count = 0; count < 1000; count++) publisher.publish({ data: `${count} ${filler}` });
  publisher.publish({ data: "last" });
  expect(peers[0]!.waiting).toBe(1);
  const { dropped } = server.topics()[0]!;
  // Four mebibytes hold this many messages of 100 kB.
  expect(dropped).toBe(1001 - Math.ceil((4 * 1024 * 1024) / 100_006) - 1);

  socket.resume();
  await expect.poll(() => got.at(-1)).toBe("last");
  expect(got.length + subscription.dropped).toBe(1001);
});

test("[TR35] a server that goes away fails what it was asked", async () => {
  const { url, bus } = await serve();
  new Node(bus, { owner: "server" }).service(
    "/slow",
    { request: STRING, response: STRING },
    () => new Promise(() => undefined),
  );
  const client = await connectNode(await connectWs(url), messages);
  const asked = client.request("/slow", {});
  const failure = asked.catch((error: unknown) => error);
  bus[Symbol.dispose]();
  expect(await failure).toMatchObject({ code: "link-closed" });
});

test("[TR35] text instead of bytes ends the link", async () => {
  const { url, bus } = await serve();
  const socket = new WebSocket(url);
  await once(socket, "open");
  socket.send("hello");
  const [code, reason] = (await once(socket, "close")) as [number, Buffer];
  expect([code, reason.toString()]).toEqual([1000, "text came where only bytes are spoken"]);
  expect(bus.neighbours.size).toBe(0);
});

test("[TR35] a connection that nobody accepts is an error with the address", async () => {
  await expect(connectWs("ws://127.0.0.1:1/ws")).rejects.toThrow("cannot connect to ws://127.0.0.1:1/ws");
});

async function openPair(): Promise<{ a: Link; b: Link }> {
  const { url, accepted } = await listen();
  const [a, b] = await Promise.all([connectWs(url), accepted()]);
  return { a, b };
}

function collect(link: Link, count: number): Promise<{ size: number; fill: number | undefined }[]> {
  const got: { size: number; fill: number | undefined }[] = [];
  return new Promise((resolve) => {
    link.onFrame = (packet) => {
      got.push({ size: packet.length, fill: packet[0] });
      if (got.length === count) resolve(got);
    };
  });
}

/** Starts a socket server that returns the links of its clients. */
async function listen(): Promise<{ url: string; server: WebSocketServer; accepted: () => Promise<Link> }> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, maxPayload: MAX_PACKET_BYTES });
  onTestFinished(() => {
    for (const socket of server.clients) socket.terminate();
    server.close();
  });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const accepted = () =>
    new Promise<Link>((resolve) =>
      server.once("connection", (webSocket, { socket }) => resolve(wsLink(webSocket, socket))),
    );
  return { url: `ws://127.0.0.1:${port}`, server, accepted };
}

/** Returns a bus with all clients that connect. */
async function serve(): Promise<{ url: string; bus: Bus; peers: Peer[] }> {
  const { url, server } = await listen();
  const bus = new Bus({ codec: messages, name: "server", onError: () => undefined });
  const peers: Peer[] = [];
  server.on("connection", (socket) => peers.push(connectPeer(bus, wsLink(socket))));
  return { url, bus, peers };
}
