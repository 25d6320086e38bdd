import * as rapier from "@dimforge/rapier3d-simd-compat";
import { expect, test, vi } from "vitest";
import { at, body, cube, down, DT, G, ground, run, stateOf } from "../contract/engine-scene.fixture.ts";
import { loadRapier } from "./wasm/module.ts";
import { createRapierEngine } from "./load-rapier.ts";

/** Requests more memory than possible within a step, which traps just like a heap of too many shapes. */
function trapInNextStep(): void {
  vi.spyOn(rapier.World.prototype, "step").mockImplementationOnce(() => rapier.reserveMemory(0xffffffff));
}

test("[PH104] a trap is told in words, and the wasm module with all its memory is replaced", async () => {
  const module = await loadRapier();
  const engine = await createRapierEngine({ gravity: down });
  engine.addBody(ground());
  engine.addBody(body(1, at(0, 0, 10), cube(1)));
  run(engine, 0.1);
  const state = engine.save();
  rapier.reserveMemory(50_000_000);
  const before = module.memory;
  expect(before.byteLength).toBeGreaterThan(50_000_000);
  trapInNextStep();
  expect(() => engine.step(DT)).toThrow(/^Rapier gave up: too many shapes touch or overlap for its memory/);
  expect(module.memory).toBe(before);
  engine[Symbol.dispose]();
  engine[Symbol.dispose]();
  expect(module.memory).not.toBe(before);
  expect(module.memory.byteLength).toBeLessThan(50_000_000);

  // A state saved before continues in the new engine as it would have in the old one.
  using next = await createRapierEngine({ gravity: down });
  next.restore(state);
  run(next, 0.9);
  expect(stateOf(next, 1).position.z).toBeCloseTo(10 - G / 2, 2);
  next.addBody(body(2, at(5, 0, 10), cube(1)));
  next.removeBody(2);
  run(next, 0.1);
  expect(next.save().length).toBeGreaterThan(0);
});

test("[PH104] round after round takes no more memory, also while objects of the old modules are collected", async () => {
  const module = await loadRapier();
  const sizes: number[] = [];
  for (let round = 0; round < 4; round++) {
    const engine = await createRapierEngine({ gravity: down });
    engine.addBody(ground());
    for (let i = 0; i < 50; i++) engine.addBody(body(i + 1, at(0, 0, 0.5 + i), cube(1)));
    run(engine, 0.05);
    trapInNextStep();
    expect(() => engine.step(DT)).toThrow("Rapier gave up");
    engine[Symbol.dispose]();
    sizes.push(module.memory.byteLength);
  }
  expect(new Set(sizes).size).toBe(1);
});

test("[PH104] other engines of the thread continue, and the module is replaced when the last has gone", async () => {
  const module = await loadRapier();
  const [broken, other] = [await createRapierEngine({ gravity: down }), await createRapierEngine({ gravity: down })];
  const before = module.memory;
  other.addBody(body(1, at(0, 0, 10)));
  trapInNextStep();
  expect(() => broken.step(DT)).toThrow("Rapier gave up");
  broken[Symbol.dispose]();
  run(other, 1);
  expect(stateOf(other, 1).position.z).toBeCloseTo(10 - G / 2, 2);
  expect(module.memory).toBe(before);
  other[Symbol.dispose]();
  expect(module.memory).not.toBe(before);
});

test("[PH105] a state whose bytes are damaged is refused with the reason, and the engine continues", async () => {
  using engine = await createRapierEngine({ gravity: down });
  engine.addBody(body(1, at(0, 0, 10), cube(1)));
  run(engine, 0.1);
  const state = engine.save();
  let refused = 0;
  for (let i = 0; i < 400; i++) {
    const damaged = state.slice();
    // In the middle of the snapshot; some of these numbers could be anything, so changing them cannot be noticed.
    const place = Math.floor(((i + 0.5) / 400) * (state.length - 400));
    damaged[place] = damaged[place]! ^ 0xff;
    using tried = await createRapierEngine({ gravity: down });
    try {
      tried.restore(damaged);
    } catch (error) {
      refused++;
      expect((error as Error).message).toMatch(/state/);
    }
  }
  expect(refused).toBeGreaterThan(0);
  run(engine, 0.9);
  expect(stateOf(engine, 1).position.z).toBeCloseTo(10 - G / 2, 2);
});
