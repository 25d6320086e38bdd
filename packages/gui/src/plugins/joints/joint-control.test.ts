import { messages } from "@orrery/msgs";
import { World, type Entity } from "@orrery/sim";
import { Bus, Node } from "@orrery/sim/host";
import { expect, test } from "vitest";
import type { WorldApp } from "../../shell/app.ts";
import { Notices } from "../../ui/notices.ts";
import { JointControl } from "./joint-control.ts";
import type { JointRow } from "./joint-rows.ts";

const joint = 7 as Entity;
const row: JointRow = {
  key: "elbow",
  joint,
  axis: 0,
  name: "elbow",
  type: "revolute",
  limits: { motion: "turns", lower: -1, upper: 1, speed: 1 },
  drive: { joint, axis: 0, quantity: "position", topic: "/go", via: "number", place: 0, leader: joint, initial: 0 },
  obstacle: undefined,
};

test("[JN6] targets are sent; one that cannot be sent is reported, and none is without a connection", () => {
  using bus = new Bus({ codec: messages, name: "test", nowMs: () => performance.now(), onError: () => undefined });
  const node = new Node(bus, { owner: "page" });
  const notices = new Notices();
  const view = { namespace: "", client: { current: { node } }, mirror: { world: new World(), root: undefined } };
  using control = new JointControl({ view, notices } as unknown as WorldApp);
  const heard: (number | undefined)[] = [];
  using other = new Node(bus, { owner: "controller" });
  const listening = other.subscribe("/go", "gz.msgs.Double", ({ value }) => heard.push(value.data));
  control.aim(row, 0.5);
  expect(heard).toEqual([0.5]);

  listening[Symbol.dispose]();
  other.advertise("/words", "gz.msgs.StringMsg");
  const told = (): string[] => notices.list.current.map(({ text }) => text);
  control.aim({ ...row, key: "wrist", name: "wrist", drive: { ...row.drive!, topic: "/words" } }, 0.5);
  expect(told()).toEqual([
    'Cannot send a target to wrist: topic "/words" has type gz.msgs.StringMsg, not gz.msgs.Double',
  ]);

  node[Symbol.dispose]();
  control.aim({ ...row, key: "hand" }, 0.5);
  expect(told()).toHaveLength(1);
});
