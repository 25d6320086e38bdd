import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import type { Answer } from "../transport/wire/neighbour.ts";
import { askFor, reasonOf } from "../testing/commands.ts";
import { TestSim } from "../testing/test-sim.ts";
import type { Asker } from "./past-view.ts";

const me: Asker = { author: "a", authorName: "Ann" };
const box = `<model name="a"><pose>0 0 1 0 0 0</pose><link name="link"><collision name="c"><geometry><box>
  <size>0.4 0.4 0.4</size></box></geometry></collision></link></model>`;

const open = (history = {}): Promise<TestSim> =>
  TestSim.load(box, { history: { enabled: true, ...history }, defaultSystems: ["physics", "user-commands"] });

/** Sends a request in a pass of its own; returns why it was refused, or the contents of the answer. */
function ask({ runner }: TestSim, service: string, type: string, value: object): string {
  let told = "no answer";
  const reply = (answer: Answer): void => {
    if (!answer.ok) return void (told = answer.error.message);
    const { data, header } = answer.payload.value as gz.Boolean;
    told = data === true ? "done" : (header?.data?.[0]?.value?.[0] ?? "");
  };
  const bytes = runner.messages.encode(type, { ...value });
  const request = { kind: "request", id: 0, service: `/world/test/${service}`, type, bytes } as const;
  runner.bus.inbox.push(request, { origin: undefined, reply });
  runner.pass();
  return told;
}

function move(sim: TestSim, id: string, z: number): string {
  const header = { data: [{ key: "command_id", value: [id] }] };
  return ask(sim, "set_pose", "gz.msgs.Pose", { header, name: "a", position: { x: 0, y: 0, z } });
}

test("[HI14] a command under an id that was used is refused, and no way through the past does it", async () => {
  using sim = await open();
  const { runner } = sim;
  sim.run({ steps: 3 });
  expect(move(sim, "t:1", 3)).toBe("done");
  expect(move(sim, "t:1", 4)).toMatch(/t:1 was already performed/);
  sim.run({ steps: 5 });
  const before = runner.hash();
  expect(move(sim, "t:2", 5)).toBe("done");
  sim.run({ steps: 5 });
  const end = runner.hash();
  runner.timeline.goTo({ id: "t:2", timeNs: undefined }, me);
  expect(runner.hash()).toBe(before);
  // From the first keyframe on, as if those in between had been thinned out.
  for (const stretch of runner.timeline.stretches()) stretch.keyframes = stretch.keyframes.slice(0, 1);
  runner.timeline.redo("t:2", me);
  expect(runner.hash()).toBe(end);
  runner.timeline.undo("t:2", me);
  expect(runner.hash()).toBe(before);
});

test("[HI14] nor can an id be used again once its command has left the list, or the history is off", async () => {
  using sim = await open({ commandLimit: 2 });
  const { timeline } = sim.runner;
  for (const id of ["t:1", "t:2", "t:3"]) expect(move(sim, id, 3)).toBe("done");
  expect(timeline.undoable().map(({ id }) => id)).toEqual(["t:3", "t:2"]);
  expect(move(sim, "t:1", 5)).toMatch(/was already performed/);
  timeline.configure({ ...timeline.limits, enabled: false });
  expect(move(sim, "t:4", 5)).toBe("done");
  expect(move(sim, "t:4", 6)).toMatch(/was already performed/);
});

test("[HI36] a command that is sent again is answered as before, and not done again", async () => {
  using sim = await open();
  const { runner } = sim;
  sim.run({ steps: 3 });
  expect(move(sim, "t:1", 3)).toBe("done");
  sim.run({ steps: 10 });
  using other = await open();
  other.run({ steps: 3 });
  move(other, "t:1", 3);
  other.run({ steps: 11 });
  expect(move(sim, "t:1", 3)).toBe("done");
  expect(runner.hash()).toBe(other.runner.hash());
  expect(runner.timeline.undoable()).toHaveLength(1);
  const factory = { sdf: `<sdf version="1.9">${box.replace('"a"', '"b"')}</sdf>` };
  const create = { id: "t:2", edits: [{ create: { factory } }] };
  const both = [askFor(sim, "command", create), askFor(sim, "command", create)];
  expect((await Promise.all(both)).map(reasonOf)).toEqual(["", ""]);
  expect(runner.timeline.undoable().map(({ id }) => id)).toEqual(["t:2", "t:1"]);
});

test("[HI36] a command is the same whatever the order of its fields, which a log does not keep", async () => {
  using sim = await open();
  const edits = [{ pose: { position: { z: 3, y: 1 }, name: "a" } }];
  const released = sim.runner.inputs.push({ kind: "command", command: { edits, id: "t:1" }, scenes: [] });
  sim.run({ steps: 1 });
  await released;
  const again = { id: "t:1", edits: [{ pose: { name: "a", position: { y: 1, z: 3 } } }] };
  expect(reasonOf(await askFor(sim, "command", again))).toBe("");
  expect(sim.runner.timeline.undoable()).toHaveLength(1);
});

test("[HI37] ids of stretches are no ids of commands, and one that a world gives is nobody else's", async () => {
  using sim = await open();
  expect(move(sim, "s1", 3)).toMatch(/stretches of the past/);
  expect(move(sim, "x".repeat(300), 3)).toMatch(/300 characters/);
  expect(move(sim, "server:1", 3)).toBe("done");
  expect(move(sim, "", 4)).toBe("done");
  expect(sim.runner.timeline.undoable().map(({ id }) => id)).toEqual(["server:2", "server:1"]);
});
