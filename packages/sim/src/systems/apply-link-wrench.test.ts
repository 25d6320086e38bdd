import { expect, test } from "vitest";
import { WorldAngularVelocity, WorldLinearVelocity } from "../components/motion.ts";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim } from "../testing/test-sim.ts";

/**
 * Returns a weightless body of 2 kg and 0.5 kg·m², rotated by a quarter turn about z, whose centre of mass is 0.1 m
 * along its x axis.
 */
function load(settings = ""): Promise<TestSim> {
  return TestSim.load(`<gravity>0 0 0</gravity><plugin filename="physics" name="physics"/>
    <plugin filename="gz-sim-apply-link-wrench-system" name="gz::sim::systems::ApplyLinkWrench">${settings}</plugin>
    <model name="box"><pose>0 0 1 0 0 1.5707963267949</pose><link name="link"><inertial><pose>0.1 0 0 0 0 0</pose>
    <mass>2</mass><inertia><ixx>0.5</ixx><iyy>0.5</iyy><izz>0.5</izz></inertia></inertial></link></model>`);
}

type Wrench = Partial<Record<"force" | "torque" | "force_offset", { x?: number; y?: number; z?: number }>>;

function push(sim: TestSim, topic: string, name: string, type: string, wrench: Wrench): void {
  sim.publish(`/world/test/${topic}`, "gz.msgs.EntityWrench", { entity: { name, type }, wrench });
}

function velocity(sim: TestSim) {
  const link = sim.entity("box::link");
  return {
    linear: sim.runner.world.get(link, WorldLinearVelocity)!,
    angular: sim.runner.world.get(link, WorldAngularVelocity)!,
  };
}

test("[AW1] a wrench acts for one step, at the link's origin, in world axes", async () => {
  using sim = await load();
  push(sim, "wrench", "box::link", "LINK", { torque: { z: 50 } });
  sim.run({ steps: 5 });
  // 50 N·m · 1 ms / 0.5 kg·m²
  expect(velocity(sim).angular.z).toBeCloseTo(0.1, 5);

  using other = await load();
  push(other, "wrench", "box::link", "LINK", { force: { x: 100 } });
  other.run({ steps: 5 });
  // The centre of mass is 0.1 m along world y, so 100 N along x give a torque of 10 N·m about it, and the centre of
  // mass itself moves at 0.05 m/s.
  expect(velocity(other).angular.z).toBeCloseTo((0.1 * 100 * 0.001) / 0.5, 5);
  expect(velocity(other).linear.x).toBeCloseTo(0.05 + 0.1 * 0.02, 4);

  // With the offset at the centre of mass, nothing turns; a model stands for its canonical link.
  using third = await load();
  push(third, "wrench", "box", "MODEL", { force: { x: 100 }, force_offset: { x: 0.1 } });
  third.run({ steps: 5 });
  expect(velocity(third).angular.z).toBeCloseTo(0, 6);
  expect(velocity(third).linear.x).toBeCloseTo(0.05, 5);
});

test("[AW2] a persistent wrench acts until it is cleared, and may come before its link", async () => {
  using sim = await load(`<persistent><entity_name>box</entity_name><entity_type>model</entity_type>
    <torque>0 0 0.5</torque></persistent>`);
  push(sim, "wrench/persistent", "late::link", "LINK", { force: { x: 1 } });
  push(sim, "wrench/persistent", "box::link", "LINK", { torque: { z: 0.5 } });
  sim.run({ steps: 100 });
  // 1 N·m on 0.5 kg·m² for 0.1 s.
  expect(velocity(sim).angular.z).toBeCloseTo(0.2, 4);
  sim.publish("/world/test/wrench/clear", "gz.msgs.Entity", { name: "box::link", type: "LINK" });
  sim.run({ steps: 100 });
  expect(velocity(sim).angular.z).toBeCloseTo(0.2, 4);
});

test("[AW3] what makes no sense is refused once, and the rest acts", async () => {
  using sim = await load();
  for (let i = 0; i < 3; i++) {
    push(sim, "wrench", "bxo::link", "LINK", { force: { x: 1 } });
    push(sim, "wrench", "box::link", "LINK", { force: { x: NaN } });
    sim.publish("/world/test/wrench", "gz.msgs.EntityWrench", { entity: { name: "box" } });
    sim.run({ steps: 1 });
  }
  push(sim, "wrench", "box::link", "LINK", { torque: { z: 50 } });
  sim.run({ steps: 1 });
  expect(velocity(sim).angular.z).toBeCloseTo(0.1, 5);
  expect(sim.log.filter(({ level }) => level === "warn").map(({ message }) => message)).toEqual([
    "a wrench on /world/test/wrench: force.x is not finite; it is ignored",
    "a message on /world/test/wrench without a wrench; it is ignored",
    "a wrench on bxo::link, which is not a link or model; it is ignored",
  ]);
});

test("[SY1] a run saved in mid-course, with a push still to come, continues as if it had never stopped", async () => {
  const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
    () => load(),
    (sim) => {
      push(sim, "wrench/persistent", "box::link", "LINK", { torque: { z: 0.5 }, force: { y: 3 } });
      sim.run({ steps: 50 });
      sim.runner.state.pause();
      push(sim, "wrench", "box::link", "LINK", { torque: { x: 50 } });
      sim.run({ steps: 1 });
      sim.runner.state.run();
    },
    (sim) => sim.run({ steps: 100 }),
  );
  expect(elsewhere).toBe(whole);
  expect(takenBack).toBe(whole);
});
