import { expect, test } from "vitest";
import type { PhysicsEngine } from "../../engine.ts";
import {
  at,
  axis,
  body,
  cube,
  down,
  G,
  ground,
  joint,
  massOf,
  run,
  shape,
  stateOf,
  weightless,
  Y,
  Z,
} from "../../contract/engine-scene.fixture.ts";
import { createMujocoEngine } from "../load-mujoco.ts";

test("[PH88] a box that slides stays flat on the ground, and friction slows it in every step", async () => {
  for (const friction of [0.2, 0.5, 0.9]) {
    using engine = await createMujocoEngine({ gravity: down });
    engine.addBody(ground(friction));
    engine.addBody({
      ...body(1, at(0, 0, 0.1)),
      shapes: [shape(1, cube(0.2), { surface: { friction, restitution: 0 } })],
      mass: massOf(8, 8 / 150),
    });
    run(engine, 0.05);
    engine.setVelocity(1, { x: 3, y: 0, z: 0 }, weightless);
    for (let i = 1; i <= 300; i++) {
      engine.step(0.001);
      const { position, velocity } = stateOf(engine, 1);
      expect(Math.abs(position.z - 0.1)).toBeLessThan(5e-5);
      expect(Math.abs(velocity.x - (3 - friction * G * 0.001 * i))).toBeLessThan(0.01);
    }
  }
});

/** Returns a body on two wheels with one axle, and a third contact point without friction at the back. */
async function cart(): Promise<PhysicsEngine> {
  const engine = await createMujocoEngine({ gravity: down });
  engine.addBody(ground(1));
  engine.addBody({
    ...body(1, at(0, 0, 0.15)),
    shapes: [
      shape(1, { type: "sphere", radius: 0.1 }, { pose: at(-0.4, 0, -0.05), surface: { friction: 0, restitution: 0 } }),
    ],
    mass: massOf(10, 0.4),
    group: 1,
  });
  for (const [id, side] of [
    [2, 0.25],
    [3, -0.25],
  ] as const) {
    engine.addBody({
      ...body(id, at(0.1, side, 0.15)),
      shapes: [shape(id, { type: "sphere", radius: 0.15 }, { surface: { friction: 1, restitution: 0 } })],
      mass: massOf(0.5, 0.005),
      group: 1,
    });
    const frames = { parentFrame: at(0.1, side, 0), parent: 1, child: id };
    engine.addJoint(joint(id, "revolute", [axis(Y)], frames));
  }
  return engine;
}

test("[PH88] wheels told to spin at once neither jump nor lose hold", async () => {
  using engine = await cart();
  run(engine, 0.2);
  for (const id of [2, 3]) engine.setVelocityMotor(id, 0, 20, Infinity);
  // 11 kg; the wheels carry their own weight and 0.4/0.5 of the cart's, of which an acceleration of a m/s² takes 11 ·
  // 0.15 / 0.5 N per m/s².
  const acceleration = ((10 * 0.8 + 1) * G) / (11 + (11 * 0.15) / 0.5);
  for (let i = 1; i <= 200; i++) {
    engine.step(0.001);
    const { position, velocity } = stateOf(engine, 1);
    expect(Math.abs(position.z - 0.15)).toBeLessThan(5e-4);
    expect(Math.abs(velocity.x - acceleration * 0.001 * i)).toBeLessThan(0.05);
  }
});

test("[PH88] slip of a wheel a thousand times lighter than its load ends within 25 ms", async () => {
  using engine = await createMujocoEngine({ gravity: down });
  const surface = { friction: 1, restitution: 0 };
  engine.addBody(ground(1));
  engine.addBody(body(1, at(0, 0, 0.2), undefined, { mass: massOf(100, 10) }));
  const wheel = shape(2, { type: "sphere", radius: 0.2 }, { surface });
  engine.addBody({ ...body(2, at(0, 0, 0.2)), shapes: [wheel], mass: massOf(0.1, 0.004) });
  engine.addJoint(joint(1, "prismatic", [axis(Z)], { child: 1, parentFrame: at(0, 0, 0.2) }));
  engine.addJoint(joint(2, "revolute", [axis(Y)], { parent: 1, child: 2 }));
  run(engine, 0.2);
  engine.setVelocity(2, weightless, { x: 0, y: 50, z: 0 });
  // 196 N·m on 0.004 kg·m² could stop it within a millisecond, but friction finds its limit only gradually.
  run(engine, 0.025);
  expect(Math.abs(stateOf(engine, 2).spin.y)).toBeLessThan(0.1);
  expect(Math.abs(stateOf(engine, 1).position.z - 0.2)).toBeLessThan(2e-3);
});
