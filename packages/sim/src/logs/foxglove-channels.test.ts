import { messages } from "@orrery/msgs";
import { expect, test } from "vitest";
import { zstd } from "../../../../tests/zstd.ts";
import { MILLISECOND } from "../base/time.ts";
import { MemoryLog, MemoryStorage, memorySource, playback } from "../testing/recorded.ts";
import { TestSim } from "../testing/test-sim.ts";
import { exportMessages } from "./export-log.ts";
import { mergeLogs } from "./copy-log.ts";
import { writeFoxglove } from "./foxglove-channels.ts";
import { LogFile } from "./log-file.ts";
import { LogWriter } from "./log-writer.ts";

const visual = (name: string, shape: string, pose = "0 0 0 0 0 0"): string =>
  `<visual name="${name}"><pose>${pose}</pose><geometry>${shape}</geometry></visual>`;
const arm = `<model name="arm"><pose>1 0 2 0 0 0</pose><link name="base">
  ${visual("a", "<box><size>1 2 3</size></box>", "0 0 1 0 0 0")}${visual("b", "<cone><radius>1</radius><length>2</length></cone>")}
  </link><link name="tip"><pose>0 0 1 0 0 0</pose>${visual("c", "<capsule><radius>0.5</radius><length>2</length></capsule>")}</link>
  <joint name="fixed" type="fixed"><parent>world</parent><child>base</child></joint>
  <joint name="elbow" type="revolute"><parent>base</parent><child>tip</child><axis><xyz>0 1 0</xyz></axis></joint></model>`;

interface Line {
  readonly topic?: string;
  readonly type?: string;
  readonly log_time: number;
  readonly message: Record<string, unknown>;
}

test("[LG29] a log with channels for Foxglove has the pose of each link, its visuals and the joints, and is still a log", async () => {
  using sim = await TestSim.load(arm);
  const recorded = new MemoryLog(sim.runner, zstd, { rateHz: 100 });
  sim.run({ steps: 50 });
  const log = await LogFile.open(memorySource(await recorded.bytes(), zstd));
  const storage = new MemoryStorage(zstd.pack);
  const writer = new LogWriter(storage, messages, { world: "test" });
  await mergeLogs([log], writer);
  await writeFoxglove(log, writer);
  await writer.finish();
  const copy = await LogFile.open(memorySource(storage.bytes, zstd));
  const lines = [...exportMessages(copy, () => {})].map((line) => JSON.parse(line) as Line);
  const of = (name: string): Line[] => lines.filter(({ topic }) => topic === name);
  const transforms = of("/tf");
  expect([transforms.length, transforms[0]!.type]).toEqual([6, "foxglove.FrameTransforms"]);
  expect(transforms[0]!.message["transforms"]).toMatchObject([
    { parent_frame_id: "world", child_frame_id: "arm::base", translation: { x: 1, y: 0, z: 2 } },
    { child_frame_id: "arm::tip", translation: { x: 1, y: 0, z: 3 }, rotation: { w: 1 } },
  ]);
  const scenes = of("/scene");
  expect([scenes.length, scenes[0]!.type]).toEqual([1, "foxglove.SceneUpdate"]);
  expect(scenes[0]!.message["entities"]).toMatchObject([
    {
      frame_id: "arm::base",
      cubes: [{ pose: { position: { z: 1 } }, size: { x: 1, y: 2, z: 3 } }],
      cylinders: [{ size: { x: 2, y: 2, z: 2 }, top_scale: 0 }],
    },
    {
      frame_id: "arm::tip",
      cylinders: [{ top_scale: 1 }],
      spheres: [{ pose: { position: { z: -1 } } }, { pose: { position: { z: 1 } } }],
    },
  ]);
  const joints = of("/joint_states").map(({ message }) => message["joints"]);
  expect(joints.length).toBe(6);
  expect(joints[0]).toContainEqual({ name: "arm::elbow", position: 0, velocity: 0 });
  using runner = await playback(storage.bytes, zstd);
  runner.past.goTo({ id: "", timeNs: 50 * MILLISECOND }, { author: "", authorName: "" });
  expect(runner.now().timeNs).toBe(50 * MILLISECOND);
});
