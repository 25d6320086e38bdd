import { expect, test, vi } from "vitest";

const pair = (side: string): string => `<plugin name="diff-drive" filename=""><left_joint>${side}</left_joint>
  <right_joint>${side}</right_joint><topic>/${side}</topic></plugin>`;

/**
 * Returns the modules as a new process loads them, where no component of a system is declared before the system is
 * loaded or created.
 */
async function freshModules() {
  vi.resetModules();
  return {
    ...(await import("../testing/test-sim.ts")),
    ...(await import("../testing/vehicles.ts")),
    ...(await import("../ecs/component.ts")),
  };
}

test("[RU12] a state continues in a process that has never made the systems in it", async () => {
  const here = await freshModules();
  using sim = await here.TestSim.load(here.floor + here.twoWheeler(pair("left") + pair("right")));
  sim.publish("/left", "gz.msgs.Twist", { linear: { x: 0.5 } });
  sim.run({ steps: 10 });
  const vehicle = sim.entity("vehicle");
  const Gone = here.component("test.Gone", () => "");
  sim.runner.world.set(vehicle, Gone, "kept");
  const saved = sim.runner.save();

  const there = await freshModules();
  using other = await there.TestSim.load(there.floor);
  expect(there.componentNamed("diff-drive.Target")).toBeUndefined();
  await other.runner.load(saved);
  for (const each of [sim, other]) each.run({ steps: 50 });
  expect(other.runner.hash()).toBe(sim.runner.hash());
  const Declared = there.component("test.Gone", () => "what it begins with");
  expect(other.runner.world.get(vehicle, Declared)).toBe("kept");
  expect(Declared.initial()).toBe("what it begins with");
});
