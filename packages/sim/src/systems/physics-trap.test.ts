import * as rapier from "@dimforge/rapier3d-simd-compat";
import { expect, test, vi } from "vitest";
import { loadRapier } from "../physics/rapier/wasm/module.ts";
import { command, reasonOf } from "../testing/commands.ts";
import { TestSim } from "../testing/test-sim.ts";

const box = (name: string, y: number): string => `<model name="${name}"><pose>0 ${y} 9 0 0 0</pose><link name="link">
  <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision></link></model>`;

test("[PS34] after a trap of Rapier undo brings physics back in a new module, and nothing of the old one stays", async () => {
  using sim = await TestSim.load(box("a", 0) + box("b", 5), {
    defaultSystems: ["physics", "user-commands"],
    history: { enabled: true },
  });
  sim.run({ steps: 10 });
  sim.runner.state.pause();
  const before = sim.runner.hash();
  const module = await loadRapier();
  const memory = module.memory;
  expect(reasonOf(await command(sim, { remove: { name: "b", type: "MODEL" } }))).toBe("");
  vi.spyOn(rapier.World.prototype, "step").mockImplementationOnce(() => rapier.reserveMemory(0xffffffff));
  sim.runner.state.run();
  sim.run({ steps: 5 });
  const errors = sim.log.filter(({ level }) => level === "error").map(({ fields }) => String(fields?.["error"]));
  expect(errors).toHaveLength(1);
  expect(errors[0]).toContain("Rapier gave up: too many shapes touch or overlap");
  expect(errors[0]).not.toContain("wasm");
  const { timeline } = sim.runner;
  timeline.undo(timeline.undoable()[0]!.id, { author: "", authorName: "" });
  expect(module.memory).not.toBe(memory);
  expect(sim.runner.hash()).toBe(before);
  sim.runner.state.run();
  sim.run({ steps: 100 });
  expect(sim.poseOf("b").z).toBeLessThan(8.96);
});
