import * as rapier from "@dimforge/rapier3d-simd-compat";
import { expect, test } from "vitest";
import { agreesWithGetters } from "./getters.ts";
import { checkMemory } from "./memory-check.ts";
import { loadRapier } from "./module.ts";

test("[PH107] Rapier's memory holds everything where it is expected", async () => {
  const { memory } = await loadRapier();
  expect(() => checkMemory(memory)).not.toThrow();
});

test("[PH107] a memory that is laid out otherwise is refused, with what was not found and what to do", async () => {
  const { memory } = await loadRapier();
  const other = new WebAssembly.Memory({ initial: memory.byteLength / 65_536 });
  expect(() => checkMemory(memory.reopen(other))).toThrow(
    /^Rapier's memory has no collision groups where version 0\.20\.0 keeps them: install exactly that version/,
  );
});

test("[PH60] memory and getters agree at every step of a world that piles up, sleeps, is edited and restored", async () => {
  const { memory } = await loadRapier();
  let world = new rapier.World({ x: 0, y: 0, z: -9.81 });
  world.createCollider(new rapier.ColliderDesc(new rapier.HalfSpace({ x: 0, y: 0, z: 1 })));
  let reader = memory.bodiesOf(world);
  const handles: number[] = [];
  const drop = (i: number) => {
    const body = world.createRigidBody(
      rapier.RigidBodyDesc.dynamic().setTranslation((i % 5) * 0.9, (i % 3) * 0.9, 1 + (i % 7)),
    );
    world.createCollider(rapier.ColliderDesc.cuboid(0.3, 0.3, 0.3), body);
    handles.push(body.handle);
  };
  let asleep = 0;
  for (let i = 0; i < 40; i++) drop(i);
  for (let step = 0; step < 900; step++) {
    world.step();
    if (!agreesWithGetters(world, reader)) expect.unreachable(`step ${step}`);
    if (reader.awake === 0) asleep++;
    if (step % 150 === 149) {
      world.removeRigidBody(world.getRigidBody(handles.shift()!));
      drop(step);
      // More bodies than before, so that the arrays move.
      for (let i = 0; i < 20; i++) drop(i);
    }
    if (step % 200 === 199) {
      const copy = rapier.World.restoreSnapshot(world.takeSnapshot());
      world.free();
      world = copy;
      reader = memory.bodiesOf(world);
      expect(agreesWithGetters(world, reader)).toBe(true);
    }
  }
  expect(asleep).toBeGreaterThan(0);
  world.free();
});
