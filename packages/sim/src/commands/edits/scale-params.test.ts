import { expect, test } from "vitest";
import { Plugins } from "../../components/simulation.ts";
import { TestSim } from "../../testing/test-sim.ts";
import { floor, twoWheeler } from "../../testing/vehicles.ts";
import { scaleEdit } from "../make-edit.ts";
import { scaledXml } from "./scale-params.ts";

const lengths = [
  { element: "radius", initial: "0.2" },
  { element: "offset", initial: "0 0 0" },
];

test("[CD28] given lengths are multiplied where they stand, defaults are written out, all else stays", () => {
  expect(scaledXml("<radius> 0.2 </radius><gain>2</gain>", lengths, 3)).toBe("<radius> 0.6 </radius><gain>2</gain>");
  expect(scaledXml("<offset>1\n -2 0.5</offset>", lengths, 2)).toBe("<offset>2 -4 1</offset><radius>0.4</radius>");
  expect(scaledXml("<!-- <radius>1</radius> --><gain/>", lengths, 2)).toBe(
    "<!-- <radius>1</radius> --><gain/><radius>0.4</radius>",
  );
  expect(scaledXml("<radius>wide</radius>", lengths, 2)).toBe("<radius>wide</radius>");
});

const drive = `<plugin filename="gz-sim-diff-drive-system" name="gz::sim::systems::DiffDrive">
  <left_joint>left</left_joint><right_joint>right</right_joint>
  <wheel_separation>0.5</wheel_separation><wheel_radius>0.15</wheel_radius></plugin>`;

test("[CD28] a vehicle that is scaled while it drives continues at its speed, and undo gives the parameters back", async () => {
  using sim = await TestSim.load(floor + twoWheeler(drive), {
    defaultSystems: ["physics", "user-commands"],
    history: { enabled: true },
  });
  const paramsOf = (): string => sim.runner.world.get(sim.entity("vehicle"), Plugins)![0]!.innerXml;
  const given = paramsOf();
  sim.publish("/model/vehicle/cmd_vel", "gz.msgs.Twist", { linear: { x: 0.3 } });
  sim.run({ steps: 1000 });
  sim.request("/world/test/command", "orrery.msgs.Command", {
    id: "c:1",
    edits: [scaleEdit(sim.entity("vehicle"), { x: 2, y: 2, z: 2 })],
  });
  sim.run({ steps: 300 });
  expect(paramsOf()).toContain("<wheel_separation>1</wheel_separation><wheel_radius>0.3</wheel_radius>");
  const before = sim.poseOf("vehicle").x;
  sim.run({ steps: 1000 });
  // Within the slip of the wheels.
  expect(sim.poseOf("vehicle").x - before).toBeCloseTo(0.3, 1);
  sim.runner.timeline.undo("c:1", { author: "a", authorName: "" });
  expect(paramsOf()).toBe(given);
  sim.run({ steps: 1 });
});
