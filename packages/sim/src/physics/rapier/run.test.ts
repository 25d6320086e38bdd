import { expect, test } from "vitest";
import {
  at,
  axis,
  body,
  down,
  DT,
  G,
  ground,
  joint,
  jointRecord,
  massOf,
  run,
  stateOf,
  weightless,
  X,
  Y,
  type BodyState,
} from "../contract/engine-scene.fixture.ts";
import { createRapierEngine } from "./load-rapier.ts";

test("[PH89] in Rapier a pendulum keeps its energy", async () => {
  using engine = await createRapierEngine({ gravity: down });
  engine.addBody(body(1, at(1, 0, 0), undefined, { mass: massOf(1, 1e-3) }));
  engine.addJoint(joint(1, "revolute", [axis(Y)], { childFrame: at(-1, 0, 0) }));
  const lost: number[] = [];
  for (let i = 0; i < 50; i++) {
    run(engine, 0.1);
    const { position, velocity, spin } = stateOf(engine, 1);
    const energy = (velocity.x ** 2 + velocity.z ** 2 + 1e-3 * spin.y ** 2) / 2 + G * position.z;
    lost.push(Math.abs(energy) / G);
  }
  // The integrator alone loses at most half a substep's work; with stabilising passes the loss is 0.009.
  expect(Math.max(...lost)).toBeLessThan(1e-3);
});

test("[PH89] in Rapier a thin rod that swings sideways on a ball joint does not begin to spin about itself, nor beside what rests", async () => {
  for (const beside of [false, true]) {
    using engine = await createRapierEngine({ gravity: down });
    if (beside) engine.addBody({ ...ground(), pose: at(0, 0, -5) });
    if (beside) engine.addBody(body(2, at(0, 0, -4.5), { type: "box", size: { x: 1, y: 1, z: 1 } }));
    const inertia = { ixx: 4.5e-4, iyy: 0.03, izz: 0.03, ixy: 0, ixz: 0, iyz: 0 };
    engine.addBody(body(1, at(0, 0, 0), undefined, { mass: { mass: 1, pose: at(0.3, 0, 0), inertia } }));
    engine.addJoint(joint(1, "ball", []));
    engine.setVelocity(1, weightless, { x: 0, y: 3, z: 4 });
    run(engine, 2);
    // Nothing turns it about its own axis, about which it is round.
    expect(Math.abs(alongX(stateOf(engine, 1)))).toBeLessThan(0.01);
  }
});

test("[PH89] in Rapier what runs into the limit of a joint on a light arm stays there", async () => {
  using engine = await createRapierEngine({ gravity: weightless });
  engine.addBody(body(1, at(0, 0, 0), undefined, { mass: massOf(0.5, 6e-3, at(0.2, 0, 0)) }));
  engine.addBody(body(2, at(0.4, 0, 0), undefined, { mass: massOf(0.1, 1e-4) }));
  engine.addJoint(joint(1, "revolute", [axis(Y)]));
  const slide = { parent: 1, child: 2, parentFrame: at(0.4, 0, 0) };
  engine.addJoint(joint(2, "prismatic", [axis(X, { lower: 0, upper: 0.1 })], slide));
  engine.setVelocity(2, { x: 1.5, y: 0, z: 0 }, weightless);
  let back = 0;
  for (let i = 0; i < 300; i++) {
    engine.step(DT);
    if (i > 70) back = Math.max(back, 0.1 - jointRecord(engine, 2)![0]!);
  }
  expect(back).toBeLessThan(1e-3);
});

/** Returns the angular velocity about the body's own x axis, in rad/s. */
function alongX({ rotation: { x, y, z, w }, spin }: BodyState): number {
  return (1 - 2 * (y * y + z * z)) * spin.x + 2 * (x * y + w * z) * spin.y + 2 * (x * z - w * y) * spin.z;
}
