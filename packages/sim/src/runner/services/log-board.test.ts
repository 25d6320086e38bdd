import { messages, type orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { logTo } from "../../base/log.ts";
import { Bus } from "../../transport/bus.ts";
import { Node } from "../../transport/node.ts";
import { LogBoard } from "./log-board.ts";

function board() {
  let nowMs = 1_700_000_000_000;
  const logBoard = new LogBoard({ nowMs: () => nowMs++ });
  const bus = new Bus({ codec: messages });
  logBoard.serve(new Node(bus, { owner: "host" }));
  const node = new Node(bus, { owner: "page" });
  const last = async () =>
    (await node.request("/orrery/log", {}, { response: "orrery.msgs.LogRecords" })).records ?? [];
  return { log: logTo((record) => logBoard.add(record)), node, last };
}

test("[RU41] what is logged is published, and the last 500 can be asked for", async () => {
  const { log, node, last } = board();
  const heard: orrery.LogRecord[] = [];
  node.subscribe("/orrery/log", "orrery.msgs.LogRecord", ({ value }) => heard.push(value));
  for (let i = 1; i <= 600; i++) log.child("runner").info(`line ${i}`);
  expect(heard).toHaveLength(600);
  expect(heard[0]).toMatchObject({
    sequence: 1,
    time: { sec: 1_700_000_000, nsec: 0 },
    level: "info",
    source: "runner",
    message: "line 1",
  });
  const kept = await last();
  expect(kept.map(({ sequence }) => sequence)).toEqual(heard.slice(-500).map(({ sequence }) => sequence));
});

test("[RU41] fields are JSON, whatever they hold; too long ones are cut", async () => {
  const { log, last } = board();
  const loop: Record<string, unknown> = {};
  loop["self"] = loop;
  log.warn("a", { count: 1, bad: NaN, error: new Error("why") });
  log.warn("b", loop);
  log.warn("c", { long: "x".repeat(50_000) });
  const [first, second, third] = (await last()).map(({ fields }) => fields!);
  expect(JSON.parse(first!)).toMatchObject({ count: 1, bad: "NaN", error: expect.stringContaining("why") as string });
  expect(() => JSON.parse(second!) as unknown).not.toThrow();
  expect(third!.length).toBeLessThan(20_000);
});

test("[RU41] a subscriber that logs does not start an endless round", async () => {
  const { log, node, last } = board();
  node.subscribe("/orrery/log", "orrery.msgs.LogRecord", () => log.info("heard"));
  log.info("first");
  expect((await last()).map(({ message }) => message)).toEqual(["first", "heard"]);
});
