import { expect, test } from "vitest";
import { JOINT_RECORD, type PhysicsEngine } from "../engine.ts";
import {
  at,
  axis,
  body,
  cube,
  down,
  DT,
  G,
  joint,
  massOf,
  onWorld,
  run,
  weightless,
  X,
  Y,
  Z,
  type CreateEngine,
} from "./engine-scene.fixture.ts";

/** The largest speed of an axis limits its motion, whatever the cause. Rapier exceeds it by what one step adds. */
export function speedLimitContract(create: CreateEngine): void {
  test("[PH102] what falls on a slide falls no faster than its largest speed", async () => {
    using engine = await falling(create, 0.5);
    const joints = motionOf(engine);
    // Until then it is in free fall.
    expect(joints(0.05).get(1)!.velocity).toBeCloseTo(-G * 0.05, 2);
    for (let i = 0; i < 999; i++) expect(Math.abs(joints(DT).get(1)!.velocity)).toBeLessThan(0.5 + 1.1 * G * DT);
    expect(joints(DT).get(1)!.position).toBeCloseTo(-0.5, 1);
  });

  test("[PH102] a limit brakes and never drives", async () => {
    using engine = await falling(create, 1);
    engine.setVelocity(1, { x: 0, y: 0, z: 3 }, weightless);
    const joints = motionOf(engine);
    // Thrown up too fast, it is braked at once, and gravity slows it down as usual.
    const { velocity } = joints(0.05).get(1)!;
    expect(velocity).toBeLessThan(1 - 0.9 * G * 0.045);
    expect(velocity).toBeGreaterThan(0.9 - 1.1 * G * 0.05);
    expect(joints(0.05).get(1)!.velocity).toBeCloseTo(velocity - G * 0.05, 2);
  });

  test("[PH102] motors are bounded too, and the limits of positions hold", async () => {
    using engine = await onWorld(create, "revolute", { velocity: 2, upper: 1 });
    engine.setPositionMotor(1, 0, 3, 50, 1, Infinity);
    const joints = motionOf(engine);
    // 150 N·m on 0.1 kg·m² add 1.5 rad/s per step.
    for (let i = 0; i < 300; i++) expect(Math.abs(joints(DT).get(1)!.velocity)).toBeLessThan(2 + 1.6);
    expect(joints(DT).get(1)!.position).toBeGreaterThan(0.5);
    const { position, velocity } = joints(0.7).get(1)!;
    expect(position).toBeCloseTo(1, 2);
    expect(velocity).toBeCloseTo(0, 1);
  });

  test("[PH102] each axis of each joint has its own, through a saved state", async () => {
    using engine = await create({ gravity: down });
    const mass = massOf(1, 0.05);
    engine.addBody(body(1, at(0.5, 0, 0), cube(0.1), { mass }));
    engine.addBody(body(2, at(1, 0, 0), cube(0.1), { mass }));
    engine.addJoint(joint(1, "revolute", [axis(Y, { velocity: 1 })], { childFrame: at(-0.5, 0, 0) }));
    const ends = { parent: 1, child: 2, childFrame: at(-0.5, 0, 0) };
    engine.addJoint(joint(2, "universal", [axis(Y, { velocity: 0.3 }), axis(X)], ends));
    run(engine, 0.4);
    using copy = await create({ gravity: down });
    copy.restore(engine.save());
    const [joints, again] = [motionOf(engine), motionOf(copy)];
    for (let i = 0; i < 200; i++) {
      const now = joints(DT);
      // The pair accelerates downwards at 20 rad/s² or more.
      expect(Math.abs(now.get(1)!.velocity)).toBeLessThan(1 + 0.04);
      expect(Math.abs(now.get(2)!.velocity)).toBeLessThan(0.3 + 0.08);
      expect(again(DT)).toEqual(now);
    }
    expect(copy.save()).toEqual(engine.save());
  });

  test("[PH102] with a largest speed of zero an axis stays", async () => {
    using engine = await onWorld(create, "revolute", { velocity: 0 });
    const joints = motionOf(engine);
    for (let i = 0; i < 299; i++) {
      engine.addJointForce(1, 0, 0.1);
      joints(DT);
    }
    engine.addJointForce(1, 0, 0.1);
    expect(joints(DT).get(1)!.position).toBeCloseTo(0, 3);
  });
}

/** Body 1, 2 kg on a slide along z, under gravity. */
async function falling(create: CreateEngine, velocity: number): Promise<PhysicsEngine> {
  const engine = await create({ gravity: down });
  engine.addBody(body(1, at(0, 0, 0), undefined, { mass: massOf(2) }));
  engine.addJoint(joint(1, "prismatic", [axis(Z, { velocity })]));
  return engine;
}

interface AxisMotion {
  readonly position: number;
  readonly velocity: number;
}

/**
 * Returns a function that runs for some seconds and returns the motion of each joint's first axis. It remembers joints,
 * because an engine reports a motion only once.
 */
function motionOf(engine: PhysicsEngine): (seconds: number) => Map<number, AxisMotion> {
  const out = { slots: new Int32Array(0), values: new Float64Array(0) };
  return (seconds) => {
    run(engine, seconds);
    const count = engine.readJoints(out);
    const idOf = new Map(engine.jointIds().map((id) => [engine.jointSlot(id), id]));
    return new Map(
      Array.from({ length: count }, (_, i) => {
        const [position, , , velocity] = out.values.subarray(i * JOINT_RECORD, (i + 1) * JOINT_RECORD);
        return [idOf.get(out.slots[i]!)!, { position: position!, velocity: velocity! }];
      }),
    );
  };
}
