import { expect, test } from "vitest";
import type { PhysicsEngine } from "../../engine.ts";
import {
  at,
  axis,
  body,
  down,
  joint,
  jointRecord,
  massOf,
  run,
  stateOf,
  turned,
  weightless,
  Y,
} from "../../contract/engine-scene.fixture.ts";
import { createRapierEngine } from "../load-rapier.ts";

/**
 * Returns two welded bodies of 1 kg and 3 kg, 1 m apart along the world's x. The second is rotated by a quarter turn
 * about z, and its centre of mass is 0.2 m from its origin.
 */
async function dumbbell(): Promise<PhysicsEngine> {
  const engine = await createRapierEngine({ gravity: weightless });
  engine.addBody(body(1, at(0, 0, 0), undefined, { mass: massOf(1, 0.1) }));
  const place = turned("z", Math.PI / 2, { x: 0.8, y: 0, z: 0 });
  // Its own y axis points along the world's −x.
  engine.addBody(body(2, place, undefined, { mass: massOf(3, 0.1, at(0, -0.2, 0)) }));
  engine.addJoint(joint(1, "fixed", [], { parent: 1, child: 2, parentFrame: place }));
  return engine;
}

test("[PH90] in Rapier a force at the centre of a welded body moves and turns all by their mass as a whole", async () => {
  using engine = await dumbbell();
  const inertia = 0.2 + 1 * 0.75 ** 2 + 3 * 0.25 ** 2;
  for (let i = 0; i < 100; i++) {
    engine.addForce(1, { x: 0, y: 4, z: 0 });
    engine.step(0.001);
  }
  const { velocity, spin } = stateOf(engine, 1);
  // 4 N on 4 kg for 0.1 s, 0.75 m from the common centre of mass.
  expect(spin.z).toBeCloseTo((-0.4 * 0.75) / inertia, 3);
  expect(velocity.y).toBeCloseTo(0.1 + (0.4 * 0.75 * 0.75) / inertia, 3);
});

test("[PH90] in Rapier a body whose weld goes has its own mass again, also after a restore", async () => {
  using engine = await dumbbell();
  run(engine, 0.01);
  engine.removeJoint(1);
  engine.restore(engine.save());
  engine.addForce(2, { x: 0, y: 3000, z: 0 });
  engine.step(0.001);
  expect(stateOf(engine, 2).velocity.y).toBeCloseTo(1, 5);
  expect(stateOf(engine, 2).spin.z).toBeCloseTo(0, 5);
  expect(stateOf(engine, 1).velocity.y).toBeCloseTo(0, 6);
});

test("[PH90] in Rapier masses are dealt out as before in a restored world, to the bit", async () => {
  using engine = await dumbbell();
  using other = await dumbbell();
  for (const one of [engine, other]) one.setVelocity(1, weightless, { x: 1, y: 2, z: 3 });
  run(engine, 0.01);
  run(other, 0.01);
  engine.restore(engine.save());
  run(engine, 0.1);
  run(other, 0.1);
  expect(engine.save()).toEqual(other.save());
});

test("[PH90] in Rapier a motor lifts a load of many times its arm's inertia that is welded to it, on a light base", async () => {
  using engine = await createRapierEngine({ gravity: down });
  engine.addBody(body(3, at(0, 0, 0), undefined, { mass: massOf(1, 0.002) }));
  engine.addBody(body(1, at(0, 0, 0), undefined, { mass: massOf(0.5, 0.01, at(0.25, 0, 0)) }));
  engine.addBody(body(2, at(0.5, 0, 0), undefined, { mass: massOf(5, 0.02) }));
  engine.addJoint(joint(3, "fixed", [], { child: 3 }));
  engine.addJoint(joint(1, "revolute", [axis(Y, { effort: 40 })], { parent: 3 }));
  engine.addJoint(joint(2, "fixed", [], { parent: 1, child: 2, parentFrame: at(0.5, 0, 0) }));
  // Upwards. The weight takes 26 of the 40 N·m.
  engine.setVelocityMotor(1, 0, -0.5, 40);
  run(engine, 1);
  const record = jointRecord(engine, 1)!;
  // It takes 0.04 s to reach that speed, with the remaining 14 N·m on 1.3 kg·m².
  expect(Math.abs(record[0]! + 0.5)).toBeLessThan(0.02);
  expect(record[3]).toBeCloseTo(-0.5, 2);
});
