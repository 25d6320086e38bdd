import { fromRollPitchYaw, quat } from "@orrery/sim";
import {
  at,
  axis,
  body,
  joint,
  jointRecord,
  massOf,
  Y,
} from "../../packages/sim/src/physics/contract/engine-scene.fixture.ts";
import type { JointDesc, PhysicsEngine } from "../../packages/sim/src/physics/engine.ts";
import { rk4 } from "./rigid-body.ts";
import { down, G, reader, run, Worst, type AccuracyScene } from "./scene.ts";

/** A position motor of 200 N·m/rad holds 1 kg at a distance of 0.5 m: it yields until k θ = m g L cos θ. */
export const servoDroop: AccuracyScene = {
  name: "servo gives way",
  about: "a spring and damper of 200 N·m/rad holds 1 kg on an arm of 0.5 m; k θ = m g L cos θ",
  gravity: down,
  run(engine) {
    const mass = { ...massOf(1, 0.01), pose: at(0.5, 0, 0) };
    engine.addBody(body(1, at(0, 0, 0), undefined, { mass }));
    engine.addJoint(joint(10, "revolute", [axis(Y)]));
    engine.setPositionMotor(10, 0, 0, 200, 20, Infinity);
    run(engine, 3);
    let exact = 0;
    for (let i = 0; i < 50; i++) exact = (G * 0.5 * Math.cos(exact)) / 200;
    return [{ name: "angle", error: Math.abs((jointRecord(engine, 10)?.[0] ?? NaN) - exact), unit: "rad" }];
  },
};

const TILT = 0.5;
const SPIN = 60;
const TOP = { mass: 1, arm: 0.2, across: 0.05, along: 0.02 };

/**
 * A top on its point precesses steadily if the rate Ω satisfies I₁ Ω² cos θ − I₃ s Ω + m g l = 0, where s is the spin
 * about its axis, including Ω's share, and I₁ is about the point.
 */
export const top: AccuracyScene = {
  name: "top",
  about: "a fast top goes round steadily for 3 s at the slow rate; its tilt stays",
  gravity: down,
  run(engine) {
    const { mass, arm, across, along } = TOP;
    const about = across + mass * arm * arm;
    const [a, b, c] = [about * Math.cos(TILT), -along * SPIN, mass * G * arm];
    const rate = (-b - Math.sqrt(b * b - 4 * a * c)) / (2 * a);
    const rotation = fromRollPitchYaw(0, TILT, 0);
    const along3 = quat.rotate(rotation, { x: 0, y: 0, z: 1 });
    const own = SPIN - rate * Math.cos(TILT);
    const inertia = { ixx: across, iyy: across, izz: along, ixy: 0, ixz: 0, iyz: 0 };
    engine.addBody(
      body(1, { ...at(0, 0, 0), qx: rotation.x, qy: rotation.y, qz: rotation.z, qw: rotation.w }, undefined, {
        mass: { mass, pose: at(0, 0, arm), inertia },
        angularVelocity: { x: own * along3.x, y: own * along3.y, z: own * along3.z + rate },
      }),
    );
    engine.addJoint(joint(10, "ball", []));
    const read = reader(engine, 1);
    const [tilt, way] = [new Worst(), new Worst()];
    run(engine, 3, (t) => {
      const [, , , x = 0, y = 0, z = 0, w = 1] = read();
      const tip = quat.rotate({ x, y, z, w }, { x: 0, y: 0, z: 1 });
      tilt.note(Math.atan2(Math.hypot(tip.x, tip.y), tip.z) - TILT);
      const off = Math.atan2(tip.y, tip.x) - rate * t;
      way.note(Math.atan2(Math.sin(off), Math.cos(off)));
    });
    return [
      { name: "tilt", error: tilt.value, unit: "rad" },
      { name: "way round", error: way.value, unit: "rad" },
    ];
  },
};

const CRANK = 0.5;
const COUPLER = 0.8;

/**
 * Two cranks of 1 kg hang from the ceiling and carry a bar of 2 kg between them: a loop that swings as one pendulum.
 */
export const fourBar: AccuracyScene = {
  name: "four-bar linkage",
  about:
    "a parallelogram swings from 60° for 5 s as θ'' = −(m_bar + m_crank) g L sin θ / (m_bar L² + 2 I); the loop stays closed",
  gravity: down,
  run(engine) {
    const start = Math.PI / 3;
    buildFourBar(engine, start);
    const [one, bar] = [reader(engine, 1), reader(engine, 3)];
    const inertia = 2 * CRANK * CRANK + 2 * ((CRANK * CRANK) / 12 + (CRANK * CRANK) / 4);
    let exact = [start, 0];
    const [angle, gap] = [new Worst(), new Worst()];
    run(engine, 5, () => {
      exact = rk4(exact, ([a = 0, w = 0]) => [w, (-(2 + 1) * G * CRANK * Math.sin(a)) / inertia], 0.001);
      const [crank, coupler] = [one(), bar()];
      const now = -2 * Math.atan2(crank[4]!, crank[6]!);
      angle.note(now - exact[0]!);
      // The bar is attached to the lower end of the first crank, and never turns.
      const end = quat.rotate({ x: crank[3]!, y: crank[4]!, z: crank[5]!, w: crank[6]! }, { x: 0, y: 0, z: -CRANK });
      gap.note(Math.hypot(coupler[0]! - end.x, coupler[1]! - end.y, coupler[2]! - end.z));
      gap.note(COUPLER * 2 * Math.hypot(coupler[3]!, coupler[4]!, coupler[5]!));
    });
    return [
      { name: "angle", error: angle.value, unit: "rad" },
      { name: "gap in the loop", error: gap.value, unit: "m" },
    ];
  },
};

/**
 * Builds the bars. Origins are at the upper ends, and at the bar's left end. Positive angles swing the lower ends
 * towards +x.
 */
function buildFourBar(engine: PhysicsEngine, angle: number): void {
  const turn = { qx: 0, qy: Math.sin(-angle / 2), qz: 0, qw: Math.cos(angle / 2) };
  const crank = { ...massOf(1, (CRANK * CRANK) / 12), pose: at(0, 0, -CRANK / 2) };
  for (const [id, x] of [
    [1, 0],
    [2, COUPLER],
  ] as const) {
    engine.addBody(body(id, { ...at(x, 0, 0), ...turn }, undefined, { mass: crank }));
    engine.addJoint(hinge(10 + id, undefined, id, [x, 0], [0, 0]));
  }
  const end = { x: CRANK * Math.sin(angle), z: -CRANK * Math.cos(angle) };
  const bar = { ...massOf(2, 0.1), pose: at(COUPLER / 2, 0, 0) };
  engine.addBody(body(3, at(end.x, 0, end.z), undefined, { mass: bar }));
  engine.addJoint(hinge(13, 1, 3, [0, -CRANK], [0, 0]));
  engine.addJoint(hinge(14, 2, 3, [0, -CRANK], [COUPLER, 0]));
}

function hinge(
  id: number,
  parent: number | undefined,
  child: number,
  above: readonly [number, number],
  below: readonly [number, number],
): JointDesc {
  const parentFrame = at(above[0], 0, above[1]);
  return joint(id, "revolute", [axis(Y)], { parent, child, parentFrame, childFrame: at(below[0], 0, below[1]) });
}
