import { at, axis, body, joint, massOf, Y } from "../../packages/sim/src/physics/contract/engine-scene.fixture.ts";
import type { BodyDesc, JointDesc, PhysicsEngine } from "../../packages/sim/src/physics/engine.ts";
import { rk4 } from "./rigid-body.ts";
import { down, G, reader, run, Worst, type AccuracyScene } from "./scene.ts";

const LENGTH = 0.5;
const ROD_INERTIA = (1 * LENGTH * LENGTH) / 12;

/**
 * Describes a rod of 1 kg, along x, with its origin at the upper end and its centre of mass in the middle; it turns
 * about y.
 */
function rod(id: number, x: number): BodyDesc {
  const mass = {
    ...massOf(1, 1, at(LENGTH / 2, 0, 0)),
    inertia: { ixx: 1e-3, iyy: ROD_INERTIA, izz: ROD_INERTIA, ixy: 0, ixz: 0, iyz: 0 },
  };
  return body(id, at(x, 0, 0), undefined, { mass });
}

function hinge(id: number, parent: number | undefined, child: number): JointDesc {
  const parentFrame = parent === undefined ? at(0, 0, 0) : at(LENGTH, 0, 0);
  return joint(id, "revolute", [axis(Y)], { parent, child, parentFrame, childFrame: at(0, 0, 0) });
}

/** Returns kinetic plus potential energy, from velocities of the origins. */
function energyOf(record: Float64Array): number {
  const [cx, cz] = centre(record);
  // ω about y moves the centre by ω × r.
  const vx = record[7]! + record[11]! * (cz - record[2]!);
  const vz = record[9]! - record[11]! * (cx - record[0]!);
  return 0.5 * (vx * vx + vz * vz) + 0.5 * ROD_INERTIA * record[11]! * record[11]! + G * cz;
}

/** Returns x and z of a point of the rod, by default its middle. */
function centre(record: Float64Array, along = LENGTH / 2): [number, number] {
  const [x = 0, , z = 0, qx = 0, qy = 0, qz = 0, qw = 0] = record;
  return [x + along * (1 - 2 * (qy * qy + qz * qz)), z + along * 2 * (qx * qz - qw * qy)];
}

function separation(upper: Float64Array, lower: Float64Array): number {
  const [x, z] = centre(upper, LENGTH);
  return Math.hypot(lower[0]! - x, lower[1]!, lower[2]! - z);
}

export const pendulum: AccuracyScene = {
  name: "pendulum",
  about: "a rod swings from the horizontal; θ'' = −(3g / 2L) sin θ for 5 s",
  gravity: down,
  run(engine) {
    engine.addBody(rod(1, 0));
    engine.addJoint(hinge(10, undefined, 1));
    const read = reader(engine, 1);
    const [angle, energy] = [new Worst(), new Worst()];
    let exact = [0, 0];
    run(engine, 5, () => {
      exact = rk4(exact, ([a = 0, w = 0]) => [w, ((3 * G) / (2 * LENGTH)) * Math.cos(a)], 0.001);
      const record = read();
      const now = 2 * Math.atan2(record[4]!, record[6]!);
      angle.note(Math.atan2(Math.sin(now - exact[0]!), Math.cos(now - exact[0]!)));
      energy.note(energyOf(record) / (G * LENGTH));
    });
    return [
      { name: "angle", error: angle.value, unit: "rad" },
      { name: "energy", error: energy.value, unit: "of m g L" },
    ];
  },
};

export const doublePendulum: AccuracyScene = {
  name: "double pendulum",
  about: "two rods swing from the horizontal for 10 s; the energy stays, the joint holds",
  gravity: down,
  run(engine) {
    buildDouble(engine);
    const [upper, lower] = [reader(engine, 1), reader(engine, 2)];
    const [energy, gap] = [new Worst(), new Worst()];
    // From the horizontal, at rest, to the lowest point: 2 m g L of energy is converted.
    run(engine, 10, () => {
      const [a, b] = [upper(), lower()];
      energy.note((energyOf(a) + energyOf(b)) / (2 * G * LENGTH));
      gap.note(separation(a, b));
    });
    return [
      { name: "energy", error: energy.value, unit: "of 2 m g L" },
      { name: "gap at the joint", error: gap.value, unit: "m" },
    ];
  },
};

function buildDouble(engine: PhysicsEngine): void {
  engine.addBody(rod(1, 0));
  engine.addBody(rod(2, LENGTH));
  engine.addJoint(hinge(10, undefined, 1));
  engine.addJoint(hinge(11, 1, 2));
}
