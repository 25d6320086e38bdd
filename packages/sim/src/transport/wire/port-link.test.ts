import { MessageChannel, Worker, type MessagePort } from "node:worker_threads";
import { messages } from "@orrery/msgs";
import { expect, onTestFinished, test } from "vitest";
import { connectNode } from "./client.ts";
import type { Link } from "./link.ts";
import type { Node } from "../node.ts";
import { PortLink } from "./port-link.ts";
import { INT, STRING, type Text } from "./wire.fixture.ts";

test("[TR32] a port link carries packets whole and in order, in both directions", async () => {
  const { a, b } = openPair();
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

test("[TR32] a port link keeps what comes before somebody listens", async () => {
  const { a, b } = openPair();
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

test("[TR32] the end of a port link is told once, also to those who come later", async () => {
  const { a, b } = openPair();
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

test("[TR32] something else than bytes ends a port link", () => {
  const { port1 } = new MessageChannel();
  const link = new PortLink(port1);
  const reasons: string[] = [];
  link.onClose = (reason) => reasons.push(reason);
  link.receive({ hello: "world" });
  expect(reasons).toEqual(["something else than bytes came through the port"]);
});

test("[TR33] topics and services work between threads", async () => {
  const { node } = await thread();
  expect(node.services().map(({ name }) => name)).toEqual(["/block", "/echo", "/received"]);
  expect(await node.request("/echo", { data: "x" })).toEqual({ data: "x" });
  const publisher = node.advertise("/in", STRING);
  await node.until(() => publisher.hasSubscribers);
  const big = "ä".repeat(1_000_000);
  const back = new Promise<Text>((resolve) => node.subscribe("/out", STRING, ({ value }) => resolve(value)));
  await node.until(() => node.bus.topicTable.get("/out")?.announcements.size === 1);
  publisher.publish({ data: big });
  expect((await back).data).toBe(big);
});

test("[TR33] a thread that blocks costs its publisher no memory and no waiting: only the counter moves", async () => {
  const { node, blocked, wake } = await thread();
  const publisher = node.advertise("/in", STRING);
  await node.until(() => publisher.hasSubscribers);
  const release = node.request("/block", {}, { timeoutMs: 60_000 });
  await blocked();

  const data = "x".repeat(10_000);
  const count = 50_000;
  const before = process.memoryUsage();
  for (let index = 0; index < count - 1; index++) publisher.publish({ data });
  publisher.publish({ data: "last" });
  const after = process.memoryUsage();
  // Half a gigabyte was published; a window of 4 MiB is in the port, and one message waits.
  expect(after.external + after.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(50e6);
  const { dropped } = node.topics().find(({ name }) => name === "/in")!;
  expect(dropped).toBe(count - 256 - 1);

  wake();
  await release;
  let received: { data?: number } = {};
  while (received.data !== 257) received = await node.request("/received", {});
  expect(await node.request("/received", {})).toEqual({ data: 257 });
});

function openPair(): { a: Link; b: Link } {
  const { port1, port2 } = new MessageChannel();
  return { a: listening(port1), b: listening(port2) };
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

function listening(port: MessagePort): PortLink {
  const link = new PortLink(port);
  port.on("message", (data) => link.receive(data));
  port.on("close", () => link.ended("the port closed"));
  return link;
}

/** Returns a node of this thread, connected to a bus in a worker that echoes, counts and blocks. */
async function thread(): Promise<{ node: Node; blocked: () => Promise<void>; wake: () => void }> {
  const flags = new Int32Array(new SharedArrayBuffer(8));
  const worker = new Worker(new URL("data:text/javascript," + encodeURIComponent(WORKER)), {
    workerData: { flags, urls: URLS },
  });
  onTestFinished(async () => {
    await worker.terminate();
  });
  const link = new PortLink({
    postMessage: (value) => worker.postMessage(value),
    close: () => void worker.terminate(),
  });
  worker.on("message", (data) => link.receive(data));
  worker.on("error", (error) => link.ended(error.message));
  const node = await connectNode(link, messages);
  return {
    node,
    blocked: async () => {
      while (Atomics.load(flags, 0) === 0) await new Promise((resolve) => setImmediate(resolve));
    },
    wake: () => {
      Atomics.store(flags, 1, 1);
      Atomics.notify(flags, 1);
    },
  };
}

const URLS = ["@orrery/msgs", "../bus.ts", "../node.ts", "./peer.ts", "./port-link.ts"].map((name) =>
  import.meta.resolve(name),
);

const WORKER = `
  import { parentPort, workerData } from "node:worker_threads";
  const [{ messages }, { Bus }, { Node }, { connectPeer }, { PortLink }] =
    await Promise.all(workerData.urls.map((url) => import(url)));
  const { flags } = workerData;
  const bus = new Bus({ codec: messages, name: "worker" });
  const node = new Node(bus, { owner: "worker" });
  const out = node.advertise("/out", "${STRING}");
  let received = 0;
  node.subscribe("/in", "gz.msgs.StringMsg", ({ value }) => { received++; out.publish(value); }, { queue: "latest" });
  node.service("/echo", { request: "${STRING}", response: "${STRING}" }, (request) => request);
  node.service("/received", { request: "${STRING}", response: "${INT}" }, () => ({ data: received }));
  node.service("/block", { request: "${STRING}", response: "${STRING}" }, () => {
    Atomics.store(flags, 0, 1);
    Atomics.wait(flags, 1, 0);
    return {};
  });
  const link = new PortLink(parentPort);
  parentPort.on("message", (data) => link.receive(data));
  connectPeer(bus, link);
`;
