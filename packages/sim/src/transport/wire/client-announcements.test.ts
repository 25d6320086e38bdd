import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { Bus } from "../bus.ts";
import { memoryLinks } from "./memory-link.ts";
import { Node } from "../node.ts";
import { connectPeer } from "./peer.ts";

/** Returns a gateway whose clients learn of each other when the test says so. */
function gateway() {
  const waiting: (() => void)[] = [];
  const bus = new Bus({ codec: messages, name: "gateway", later: (work) => void waiting.push(work) });
  const join = (caller?: string): Node => {
    const [here, there] = memoryLinks();
    connectPeer(bus, here, caller === undefined ? {} : { caller });
    const own = new Bus({ codec: messages, name: caller ?? "host", onError: () => undefined });
    connectPeer(own, there);
    return new Node(own, { owner: caller ?? "host" });
  };
  const tick = async (): Promise<void> => {
    await settled();
    for (const work of waiting.splice(0)) work();
    await settled();
  };
  return { bus, join, tick, waiting };
}

/** Resolves when everything under way has arrived. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const names = (node: Node): string[] => node.topics().map(({ name }) => name);

test("[TR46] a client is notified of another one's topic a little later; the host, when it listens, at once", async () => {
  const { join, tick } = gateway();
  const [host, maker, other] = [join(), join("a"), join("b")];
  await settled();
  const heard: string[] = [];
  host.subscribe("/cmd", "gz.msgs.Empty", ({ caller }) => heard.push(caller));
  await settled();
  const publisher = maker.advertise("/cmd", "gz.msgs.Empty");
  maker.advertise("/made", "gz.msgs.Empty");
  await settled();
  publisher.publish({});
  await settled();
  expect([heard, names(other)]).toEqual([["a"], ["/cmd"]]);
  await tick();
  expect(names(other)).toEqual(["/cmd", "/made"]);
});

test("[TR46] what came and went meanwhile is told to nobody", async () => {
  const { bus, join, tick } = gateway();
  const [maker, other] = [join("a"), join("b")];
  await settled();
  let changes = 0;
  other.bus.changes.on(() => changes++);
  maker.advertise("/made", "gz.msgs.Empty")[Symbol.dispose]();
  await tick();
  expect([changes, names(other), bus.topicTable.size]).toEqual([0, [], 0]);
});

test("[TR46] names that come and go do not wait; one that a client has heard of is withdrawn", async () => {
  const { bus, join, tick } = gateway();
  const [maker, other] = [join("a"), join("b")];
  const heard = maker.advertise("/heard", "gz.msgs.Empty");
  await tick();
  heard[Symbol.dispose]();
  for (let i = 0; i < 100; i++) maker.advertise(`/made/${i}`, "gz.msgs.Empty")[Symbol.dispose]();
  await settled();
  expect([names(other), bus.topicTable.waitingAnnouncements]).toEqual([["/heard"], 1]);
  await tick();
  expect([names(other), bus.topicTable.waitingAnnouncements]).toEqual([[], 0]);
});

test("[TR46] a name that only a client knows that has gone is told to nobody", async () => {
  const { bus, join, tick } = gateway();
  const [maker, other] = [join("a"), join("b")];
  const publisher = maker.advertise("/made", "gz.msgs.Empty");
  await tick();
  other.bus[Symbol.dispose]();
  await settled();
  publisher[Symbol.dispose]();
  await settled();
  expect(bus.topicTable.waitingAnnouncements).toBe(0);
});

test("[TR46] a subscriber's topic is withdrawn when its publisher has gone, and forgotten", async () => {
  const { bus, join, tick } = gateway();
  const [maker, other] = [join("a"), join("b")];
  const publisher = maker.advertise("/made", "gz.msgs.Empty");
  await tick();
  const heard: object[] = [];
  const subscription = other.subscribe("/made", "gz.msgs.Empty", ({ value }) => heard.push(value));
  await settled();
  publisher.publish({});
  await settled();
  expect(heard).toEqual([{}]);
  publisher[Symbol.dispose]();
  subscription[Symbol.dispose]();
  while (bus.topicTable.size > 0) await tick();
  expect(names(other)).toEqual([]);
});

test("[TR46] many names are told some at a time, in the end all of them", async () => {
  const { join, tick, waiting } = gateway();
  const [maker, ...others] = Array.from({ length: 21 }, (_, i) => join(`c${i}`));
  await settled();
  maker!.bus.batch(() => {
    for (let i = 0; i < 900; i++) maker!.advertise(`/made/${i}`, "gz.msgs.Empty");
  });
  await tick();
  expect(names(others[0]!).length).toBeLessThan(200);
  while (waiting.length > 0) await tick();
  expect(others.map((other) => names(other).length)).toEqual(others.map(() => 900));
});
