import { expect, test } from "vitest";
import {
  at,
  axis,
  body,
  down,
  ground,
  joint,
  massOf,
  run,
  shape,
  stateOf,
  X,
} from "../../contract/engine-scene.fixture.ts";
import { createMujocoEngine } from "../load-mujoco.ts";

const rough = { surface: { friction: 1, restitution: 0 } };

test("[PH99] a tower that a motor pushes over does not jam between it and the ground", async () => {
  using engine = await createMujocoEngine({ gravity: down });
  engine.addBody(ground(1));
  engine.addBody({
    ...body(1, at(0, 0, 0.2)),
    shapes: [shape(1, { type: "box", size: { x: 0.6, y: 0.4, z: 0.15 } }, rough)],
    mass: massOf(10, 0.4),
  });
  engine.addBody({
    ...body(2, at(0.376, 0, 0.4)),
    shapes: [shape(2, { type: "box", size: { x: 0.15, y: 0.15, z: 0.8 } }, rough)],
    mass: massOf(0.5, 0.0276),
  });
  engine.addJoint(joint(1, "prismatic", [axis(X)], { child: 1, parentFrame: at(0, 0, 0.2) }));
  // Four times the tower's friction on the ground. The line from the pusher's lower edge to the tower's far edge is
  // within 45° of the normals at both, so Coulomb's law alone would hold the tower against any force.
  engine.setVelocityMotor(1, 0, 0.6, 20);
  run(engine, 2);
  expect(stateOf(engine, 1).position.x).toBeGreaterThan(0.9);
  expect(stateOf(engine, 2).position.z).toBeCloseTo(0.075, 1);
  expect(Math.abs(stateOf(engine, 2).rotation.y)).toBeCloseTo(Math.SQRT1_2, 1);
});

test("[PH99] what presses by itself holds by all its friction", async () => {
  using engine = await createMujocoEngine({ gravity: down });
  // Two fingers press with 20 N each on a box of 1 kg between them: a friction of 0.5 carries 20 N, and 9.8 N are
  // needed.
  const surface = { friction: 0.5, restitution: 0 };
  const block = (x: number) => ({ type: "box", size: { x, y: 0.1, z: 0.1 } }) as const;
  engine.addBody({ ...body(1, at(-0.1, 0, 1)), shapes: [shape(1, block(0.1), { surface })], mass: massOf(0.5, 0.001) });
  engine.addBody({ ...body(2, at(0.1, 0, 1)), shapes: [shape(2, block(0.1), { surface })], mass: massOf(0.5, 0.001) });
  engine.addBody({ ...body(3, at(0, 0, 1)), shapes: [shape(3, block(0.1), { surface })], mass: massOf(1, 0.002) });
  engine.addJoint(joint(1, "prismatic", [axis(X)], { child: 1, parentFrame: at(-0.1, 0, 1) }));
  engine.addJoint(joint(2, "prismatic", [axis(X)], { child: 2, parentFrame: at(0.1, 0, 1) }));
  engine.setVelocityMotor(1, 0, 1, 20);
  engine.setVelocityMotor(2, 0, -1, 20);
  run(engine, 1);
  expect(stateOf(engine, 3).position.z).toBeCloseTo(1, 2);
});
