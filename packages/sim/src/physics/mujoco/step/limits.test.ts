import { expect, test } from "vitest";
import type { PhysicsEngine } from "../../engine.ts";
import {
  at,
  axis,
  body,
  joint,
  jointRecord,
  massOf,
  turned,
  weightless,
  X,
} from "../../contract/engine-scene.fixture.ts";
import { createMujocoEngine } from "../load-mujoco.ts";

const UPPER = 0.5;

async function hinge(angle: number, speed: number): Promise<PhysicsEngine> {
  const engine = await createMujocoEngine({ gravity: weightless });
  engine.addBody(body(1, turned("x", angle, at(0, 0, 0)), undefined, { mass: massOf(1, 0.1) }));
  engine.addJoint(joint(1, "revolute", [axis(X, { lower: -1, upper: UPPER })]));
  engine.setVelocity(1, weightless, { x: speed, y: 0, z: 0 });
  return engine;
}

function angles(engine: PhysicsEngine, steps: number, dt: number): number[] {
  return Array.from({ length: steps }, () => {
    engine.step(dt);
    return jointRecord(engine, 1)![0]!;
  });
}

test("[PH87] a joint that runs into its limit stops dead there, however fast it comes", async () => {
  for (const [speed, dt] of [
    [0.3, 0.001],
    [5, 0.001],
    [100, 0.001],
    [5, 0.01],
  ] as const) {
    using engine = await hinge(0, speed);
    const way = angles(engine, Math.ceil(1 / (speed * dt)), dt);
    // Without the limit's look-ahead it would overshoot by speed · dt.
    expect(Math.max(...way)).toBeLessThan(UPPER + 0.002 * speed * dt);
    expect(way.at(-1)).toBeGreaterThan(UPPER - 0.01 * speed * dt);
  }
});

test("[PH87] a limit holds nothing back that stays before it", async () => {
  using engine = await hinge(UPPER - 0.0005, 0.1);
  const way = angles(engine, 4, 0.001);
  way.forEach((angle, i) => expect(angle).toBeCloseTo(UPPER - 0.0005 + 0.0001 * (i + 1), 12));
  engine.setVelocity(1, weightless, { x: -0.1, y: 0, z: 0 });
  expect(angles(engine, 5, 0.001).at(-1)).toBeCloseTo(UPPER - 0.0006, 12);
});

test("[PH87] a joint put beyond its limit comes back at twenty times the depth a second, not at once", async () => {
  using engine = await hinge(UPPER + 0.1, 0);
  const way = angles(engine, 100, 0.001);
  expect(way[0]).toBeCloseTo(UPPER + 0.1 * (1 - 0.02), 4);
  // Nothing slows it down, so it keeps that speed.
  expect(way.at(-1)).toBeCloseTo(UPPER + 0.1 - 0.1 * 20 * 0.1, 2);
});
