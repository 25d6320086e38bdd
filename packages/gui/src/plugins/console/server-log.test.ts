import { messages, type orrery } from "@orrery/msgs";
import { Bus, Node } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { LogLines } from "./log-lines.ts";
import { lineOf, ServerLog } from "./server-log.ts";

test("[PN8] a record of the server is a line; its fields fold out, texts as they are", () => {
  const record = {
    sequence: 3,
    time: { sec: 2, nsec: 500_000_000 },
    level: "warn",
    source: "runner.physics",
    message: "slow",
    fields: '{"steps":3,"stack":"a\\nb"}',
  };
  expect(lineOf(record)).toEqual({
    timeMs: 2500,
    level: "warn",
    source: "runner.physics",
    message: "slow",
    details: "steps: 3\nstack: a\nb",
  });
  expect(lineOf({ level: "loud", fields: "no JSON" })).toMatchObject({ level: "info", details: "no JSON" });
});

test("[PN8] what was said before and what comes are one line each, however often the log is followed", async () => {
  const bus = new Bus({ codec: messages });
  const server = new Node(bus, { owner: "server" });
  const said: orrery.LogRecord[] = [];
  const topic = server.advertise("/orrery/log", "orrery.msgs.LogRecord");
  server.service("/orrery/log", { request: "gz.msgs.Empty", response: "orrery.msgs.LogRecords" }, () => ({
    records: said,
  }));
  const say = (message: string): void => {
    said.push({ sequence: said.length + 1, time: { sec: said.length }, level: "info", message });
    topic.publish(said.at(-1)!);
  };
  const lines = new LogLines();
  const log = new ServerLog(lines);
  const page = new Node(bus, { owner: "page" });
  const failures: unknown[] = [];
  const heard = () => lines.list.current.map(({ message, count }) => `${message} ${count}`);
  say("before");
  const first = log.follow(page, (error) => failures.push(error));
  say("while asking");
  await expect.poll(heard).toEqual(["before 1", "while asking 1"]);
  first[Symbol.dispose]();
  say("unheard");
  expect(heard()).toEqual(["before 1", "while asking 1"]);
  using _again = log.follow(page, (error) => failures.push(error));
  await expect.poll(heard).toEqual(["before 1", "while asking 1", "unheard 1"]);
  say("after");
  expect(heard()).toEqual(["before 1", "while asking 1", "unheard 1", "after 1"]);
  expect(failures).toEqual([]);
});
