import { expect, test } from "vitest";
import { compose, identityPose, inverse, pose } from "../../base/pose.ts";
import { multiply, normalizeQuat } from "../../base/quat.ts";
import { fromAxisAngle } from "../../base/rotation.ts";
import { normalize } from "../../base/vec3.ts";
import type { JointDesc, PhysicsEngine } from "../engine.ts";
import {
  at,
  axis,
  body,
  down,
  DT,
  fingerprint,
  G,
  joint,
  jointRecord,
  massOf,
  run,
  stateOf,
  turned,
  weightless,
  X,
  Z,
} from "../contract/engine-scene.fixture.ts";
import { createMujocoEngine } from "./load-mujoco.ts";
import { createRapierEngine } from "../rapier/load-rapier.ts";

const SKEW = normalize({ x: 0.6, y: 0, z: 0.8 });
const PITCH = 0.05;
const LEAD = PITCH / (2 * Math.PI);

/** Returns a nut of 2 kg and 0.1 kg·m² on an upright thread. */
async function nut(gravity = down, more: Partial<JointDesc> = {}): Promise<PhysicsEngine> {
  const engine = await createMujocoEngine({ gravity });
  engine.addBody(body(1, identityPose, undefined, { mass: massOf(2, 0.1) }));
  engine.addJoint(joint(1, "screw", [axis(Z)], { pitch: PITCH, ...more }));
  return engine;
}

test("[PH93] in MuJoCo two axes of a joint may stand at any angle: R = R₁ R₂, wherever it is put", async () => {
  using engine = await createMujocoEngine({ gravity: weightless });
  engine.addBody(body(1, identityPose, undefined, { mass: massOf(1, 0.1) }));
  engine.addJoint(joint(1, "universal", [axis(Z), axis(SKEW)]));
  engine.setPositionMotor(1, 0, 1.2, 20, 3, Infinity);
  engine.setPositionMotor(1, 1, -0.9, 20, 3, Infinity);
  run(engine, 6);
  const [first, second] = jointRecord(engine, 1)!;
  expect(first).toBeCloseTo(1.2, 3);
  expect(second).toBeCloseTo(-0.9, 3);
  const { x, y, z, w } = stateOf(engine, 1).rotation;
  const wanted = multiply(fromAxisAngle(Z, first!), fromAxisAngle(SKEW, second!));
  expect(Math.abs(x * wanted.x + y * wanted.y + z * wanted.z + w * wanted.w)).toBeCloseTo(1, 12);
  // Moved elsewhere, it reports the angles that lead there, and their speeds.
  const there = multiply(fromAxisAngle(Z, -0.4), fromAxisAngle(SKEW, 0.7));
  engine.setPose(1, pose(weightless, there));
  const second2 = multiply(fromAxisAngle(Z, -0.4), { ...SKEW, w: 0 });
  const axis2 = multiply(second2, fromAxisAngle(Z, 0.4));
  engine.setVelocity(1, weightless, { x: 2 * axis2.x, y: 2 * axis2.y, z: 2 * axis2.z + 0.5 });
  const record = jointRecord(engine, 1)!;
  [-0.4, 0.7, 0, 0.5, 2].forEach((value, i) => expect(record[i]).toBeCloseTo(value, 9));
});

test("[PH93] two axes in line are refused, and in Rapier all that are not at right angles", async () => {
  using mujoco = await createMujocoEngine({ gravity: weightless });
  mujoco.addBody(body(1, identityPose));
  expect(() => mujoco.addJoint(joint(1, "universal", [axis(Z), axis({ x: 0, y: 0, z: -1 })]))).toThrow("in line");
  using rapier = await createRapierEngine({ gravity: weightless });
  rapier.addBody(body(1, identityPose));
  const skew = joint(1, "universal", [axis(Z), axis(SKEW)]);
  expect(rapier.jointShortcoming!(skew)).toBe("in Rapier two axes of one joint must be at right angles");
  expect(() => rapier.addJoint(skew)).toThrow("at right angles");
  const screw = joint(1, "screw", [axis(Z)], { pitch: PITCH });
  expect(rapier.jointShortcoming!(screw)).toBe("Rapier has no screw joints");
  expect(() => rapier.addJoint(screw)).toThrow("no screw joints");
  expect(rapier.jointCount).toBe(0);
});

test("[PH94] a screw goes its pitch in each turn, driven from either side", async () => {
  using engine = await nut(weightless);
  engine.setVelocityMotor(1, 0, 4 * Math.PI, Infinity);
  run(engine, 1);
  const [angle] = jointRecord(engine, 1)!;
  expect(angle).toBeCloseTo(4 * Math.PI, 1);
  const { position, velocity } = stateOf(engine, 1);
  expect(position.z).toBeCloseTo((PITCH * angle!) / (2 * Math.PI), 7);
  expect(velocity.z).toBeCloseTo(2 * PITCH, 6);
  expect([position.x, position.y]).toEqual([0, 0]);
  // A force along it: F l = (I + m l²) α.
  using pushed = await nut(weightless, { pitch: 1 });
  for (let i = 0; i < 1000; i++) {
    pushed.addForce(1, { x: 0, y: 0, z: 3 });
    pushed.step(DT);
  }
  const lead = 1 / (2 * Math.PI);
  expect(jointRecord(pushed, 1)![3]! / ((3 * lead) / (0.1 + 2 * lead * lead))).toBeCloseTo(1, 4);
});

test("[PH94] a nut sinks on its thread by its weight and keeps energy", async () => {
  using engine = await nut();
  run(engine, 2);
  const { position, velocity, spin } = stateOf(engine, 1);
  const alpha = (2 * G * LEAD) / (0.1 + 2 * LEAD * LEAD);
  expect(spin.z / (-alpha * 2)).toBeCloseTo(1, 4);
  expect(position.z / (-LEAD * alpha * 2)).toBeCloseTo(1, 2);
  const kinetic = 0.5 * 2 * velocity.z * velocity.z + 0.5 * 0.1 * spin.z * spin.z;
  // Semi-implicit Euler, with an error of one step's share of the distance.
  expect(kinetic / (-2 * G * position.z)).toBeCloseTo(1, 2);
});

test("[PH94] a screw may hang upside down on its child, off its axis, and counts turns where it is put", async () => {
  using engine = await createMujocoEngine({ gravity: weightless });
  const frame = pose({ x: 0.1, y: 0.2, z: 0 }, normalizeQuat({ x: 0.2, y: 0.5, z: -0.3, w: 0.7 }));
  engine.addBody(body(1, compose(frame, inverse(at(0.3, 0, 0))), undefined, { mass: massOf(1, 0.1) }));
  engine.addBody({ ...body(2, identityPose), kind: "static" });
  // The moving body is the parent.
  const frames = { parent: 1, child: 2, parentFrame: at(0.3, 0, 0), childFrame: frame };
  engine.addJoint(joint(1, "screw", [axis(X)], { pitch: PITCH, ...frames }));
  expect(jointRecord(engine, 1)![0]).toBeCloseTo(0, 9);
  engine.setVelocityMotor(1, 0, 10, Infinity);
  run(engine, 2);
  const record = jointRecord(engine, 1)!;
  expect(record[0]).toBeCloseTo(20, 1);
  expect(record[3]).toBeCloseTo(10, 6);
  const { position, rotation } = stateOf(engine, 1);
  const seen = compose(inverse(compose(pose(position, rotation), at(0.3, 0, 0))), frame);
  expect(seen.x).toBeCloseTo(LEAD * record[0]!, 6);
  expect(seen.y).toBeCloseTo(0, 6);
  // After the joint was removed and added again, the distance along the thread gives the number of turns.
  engine.removeJoint(1);
  engine.addJoint(joint(1, "screw", [axis(X)], { pitch: PITCH, ...frames }));
  expect(jointRecord(engine, 1)![0]).toBeCloseTo(record[0]!, 4);
});

test("[PH94] a screw's limits and a restore hold, to the bit", async () => {
  using engine = await nut(down, { axes: [axis(Z, { lower: -3, upper: 3, damping: 0.001 })] });
  engine.addBody(body(2, at(1, 0, 0), undefined, { mass: massOf(1, 0.1) }));
  engine.addJoint(joint(2, "revolute", [axis(Z)], { child: 2, parentFrame: at(1, 0, 0) }));
  engine.setMimic(2, 0, { joint: 1, axis: 0, multiplier: 2, offset: 0 });
  run(engine, 1);
  const state = engine.save();
  run(engine, 4);
  const wanted = fingerprint(engine, [1, 2]);
  const [angle] = jointRecord(engine, 1)!;
  expect(angle).toBeCloseTo(-3, 3);
  expect(stateOf(engine, 1).position.z).toBeCloseTo(angle! * LEAD, 5);
  using other = await createMujocoEngine({ gravity: weightless });
  for (const target of [engine, other]) {
    target.restore(state);
    expect(target.save()).toEqual(state);
    run(target, 4);
    expect(fingerprint(target, [1, 2])).toBe(wanted);
  }
  // An edit elsewhere does not change it.
  const before = fingerprint(other, [1, 2]);
  other.addBody(body(9, turned("x", 1, { x: 5, y: 5, z: 5 })));
  expect(fingerprint(other, [1, 2])).toBe(before);
});
