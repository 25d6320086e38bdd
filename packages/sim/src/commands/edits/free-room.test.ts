import type { gz, orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { MemoryResources } from "../../formats/memory-resources.ts";
import { parseSdf } from "../../formats/sdf/load-sdf.ts";
import { worldPose } from "../../entities/find.ts";
import { TestSim } from "../../testing/test-sim.ts";
import { applyCommand } from "../apply-command.ts";
import { createEdit } from "../make-edit.ts";
import { nearestFree } from "./free-room.ts";
import { around } from "./shape-bounds.ts";

const half = (x: number, y = x, z = x) => ({ x, y, z });
const room = around({ x: 0, y: 0, z: 0.5 }, half(0.5));

const crate = (name: string, pose = "0 0 0.5 0 0 0", shape = "<box><size>1 1 1</size></box>"): string =>
  `<model name="${name}"><static>true</static><pose>${pose}</pose><link name="l">
    <collision name="c"><geometry>${shape}</geometry></collision></link></model>`;

const floor = `<plane><normal>0 0 1</normal><size>9 9</size></plane>`;

async function insert(
  sim: TestSim,
  names: readonly string[],
  given?: orrery.Room,
  pose: gz.Pose = { position: { z: 0.5 } },
) {
  const { scene } = await parseSdf(`<sdf version="1.9">${crate("new")}</sdf>`, "a.sdf", new MemoryResources({}));
  const edits = names.map((name, i) =>
    createEdit({ name, pose: { ...pose, position: { ...pose.position, x: (pose.position?.x ?? 0) + 2 * i } } }),
  );
  const { world, root } = sim.runner;
  const scenes = names.map(() => scene);
  const made = applyCommand(world, root, { edits, ...(given && { room: given }) }, scenes);
  return made.entities.map((entity) => {
    const { x, y, z } = worldPose(world, entity);
    return [x, y, z];
  });
}

test("[CD27] the nearest free place is of a grid, and things that only touch are not in the way", () => {
  expect(nearestFree(room, [])).toEqual({ x: 0, y: 0 });
  // Touches the room: their distance is the sum of their half widths.
  const taken = [around({ x: 0, y: 0, z: 0.5 }, half(0.5))];
  const { x, y } = nearestFree(room, taken);
  expect(Math.hypot(x, y)).toBe(1);
  expect(
    nearestFree(room, [around({ x: 0, y: 0, z: -0.5 }, half(9, 9, 0.5)), around({ x: 0, y: 0, z: 1.5 }, half(0.5))]),
  ).toEqual({ x: 0, y: 0 });
  expect(nearestFree(room, [around({ x: 1, y: 0, z: 0.5 }, half(1, 9, 1))])).toEqual({ x: -0.5, y: 0 });
});

test("[CD27] where everything near is taken, it stays", () => {
  expect(nearestFree(room, [around({ x: 0, y: 0, z: 0.5 }, half(100))])).toEqual({ x: 0, y: 0 });
});

test("[CD27] what is created is put beside what is in its room, and together", async () => {
  using sim = await TestSim.load(crate("ground", "0 0 0 0 0 0", floor) + crate("there", "0 0 0.5 0 0 0.7"));
  const wide = around({ x: 1, y: 0, z: 0.5 }, half(1.5, 0.5, 0.5));
  const [[ax, ay, az], [bx, by, bz]] = (await insert(sim, ["a", "b"], wide)) as [number[], number[]];
  expect([az, bz, bx! - ax!, by! - ay!]).toEqual([0.5, 0.5, 2, 0]);
  expect([ax, ay]).not.toEqual([0, 0]);
  // The second time, the first two things are in the way.
  const [again] = (await insert(sim, ["c", "d"], wide)) as [number[]];
  expect([again[0], again[1]]).not.toEqual([ax, ay]);
  expect(await insert(sim, ["e"])).toEqual([[0, 0, 0.5]]);
});

test("[CD27] a room that is none, and one of things without a place, are refused, and nothing has changed", async () => {
  using sim = await TestSim.load(crate("there"));
  const upsideDown = { low: { x: 1, y: 0, z: 0 }, high: { x: 0, y: 1, z: 1 } };
  await expect(insert(sim, ["a"], upsideDown)).rejects.toThrow("the room's low corner is above its high one");
  await expect(insert(sim, ["a"], { low: { x: Number.NaN } })).rejects.toThrow("the room's low corner");
  const { world, root } = sim.runner;
  const light = createEdit({ name: "a", light: { type: 0 } });
  const scene = { worlds: [], models: [], lights: [], actors: [] };
  expect(() => applyCommand(world, root, { edits: [light], room }, [scene])).toThrow("needs a pose of its own");
});
