import { expect, test } from "vitest";
import { identityPose } from "../../base/pose.ts";
import { JOINT_RECORD, type JointId, type PhysicsEngine } from "../engine.ts";
import {
  at,
  axis,
  body,
  down,
  DT,
  joint,
  jointRecord,
  massOf,
  run,
  stateOf,
  weightless,
  X,
  Y,
  Z,
  type CreateEngine,
} from "./engine-scene.fixture.ts";

/** Axes that follow others, at least in one direction. */
export function mimicContract(create: CreateEngine): void {
  test("[PH58] an axis is where the law puts it while its leader moves, turns and all", async () => {
    using engine = await twoHinges(create);
    engine.setMimic(2, 0, { joint: 1, axis: 0, multiplier: -2, offset: 0.3 });
    engine.setVelocityMotor(1, 0, 3, Infinity);
    run(engine, 1.5);
    const turning = motions(engine);
    const [angle, speed] = turning.get(1)!;
    expect(angle).toBeCloseTo(4.5, 1);
    expect(turning.get(2)![0]).toBeCloseTo(-2 * angle + 0.3, 3);
    expect(turning.get(2)![1]).toBeCloseTo(-2 * speed, 2);
    engine.setPositionMotor(1, 0, 0.5, 200, 20, Infinity);
    run(engine, 0.3);
    const back = motions(engine);
    expect(back.get(1)![1]).toBeLessThan(-0.5);
    expect(back.get(2)![0]).toBeCloseTo(-2 * back.get(1)![0] + 0.3, 2);
  });

  test("[PH58] a way follows an angle, against its weight, and an angle the second axis of another joint", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(body(1, identityPose, undefined, { mass: massOf(5, 0.5) }));
    engine.addBody(body(2, at(1, 0, 0), undefined, { mass: massOf(0.5, 0.05) }));
    engine.addBody(body(3, at(2, 0, 0), undefined, { mass: massOf(0.5, 0.05) }));
    engine.addJoint(joint(1, "universal", [axis(X), axis(Y)]));
    engine.addJoint(joint(2, "prismatic", [axis(Z)], { child: 2, parentFrame: at(1, 0, 0) }));
    engine.addJoint(joint(3, "revolute", [axis(Y)], { child: 3, parentFrame: at(2, 0, 0) }));
    engine.setMimic(2, 0, { joint: 1, axis: 0, multiplier: 0.1, offset: 0 });
    engine.setMimic(3, 0, { joint: 1, axis: 1, multiplier: 2, offset: 0 });
    engine.setPositionMotor(1, 0, 1, 200, 20, Infinity);
    engine.setPositionMotor(1, 1, 0.4, 200, 20, Infinity);
    run(engine, 2);
    const leader = jointRecord(engine, 1)!;
    expect(leader[0]).toBeCloseTo(1, 1);
    expect(stateOf(engine, 2).position.z).toBeCloseTo(0.1 * leader[0]!, 3);
    const half = leader[1]!;
    expect(stateOf(engine, 3).rotation.y).toBeCloseTo(Math.sin(half), 3);
  });

  test("[PH58] what begins off the law comes to it, and is not thrown", async () => {
    using engine = await twoHinges(create);
    engine.setPositionMotor(1, 0, 0, 1000, 20, Infinity);
    engine.setMimic(2, 0, { joint: 1, axis: 0, multiplier: 1, offset: 0.5 });
    let fastest = 0;
    for (let i = 0; i < 1500; i++) {
      engine.step(DT);
      fastest = Math.max(fastest, Math.abs(stateOf(engine, 2).spin.x));
    }
    // 2 atan(x / w) is the angle about x.
    const angle = (id: number): number => {
      const { x, w } = stateOf(engine, id).rotation;
      return 2 * Math.atan2(x, w);
    };
    expect(angle(2) - angle(1)).toBeCloseTo(0.5, 3);
    expect(fastest).toBeLessThan(25);
  });

  test("[PH59] a law ends when it is told, waits for its leader, and goes with its joint", async () => {
    using engine = await twoHinges(create);
    const law = { joint: 1, axis: 0, multiplier: 1, offset: 0 };
    engine.setMimic(2, 0, { ...law, joint: 9 });
    engine.setVelocityMotor(1, 0, 1, Infinity);
    run(engine, 0.2);
    expect(stateOf(engine, 2).spin.x).toBe(0);
    engine.setMimic(2, 0, law);
    run(engine, 0.5);
    expect(stateOf(engine, 2).spin.x).toBeCloseTo(1, 2);
    engine.setMimic(2, 0, undefined);
    engine.setVelocity(2, weightless, weightless);
    run(engine, 0.2);
    expect(stateOf(engine, 2).spin.x).toBeCloseTo(0, 5);
    engine.setMimic(2, 0, law);
    run(engine, 0.3);
    expect(stateOf(engine, 2).spin.x).toBeCloseTo(1, 1);
    engine.removeJoint(1);
    engine.setVelocity(2, weightless, weightless);
    run(engine, 0.2);
    expect(stateOf(engine, 2).spin.x).toBeCloseTo(0, 5);
  });

  test("[PH59] an axis that would follow itself, or is not there, is refused", async () => {
    using engine = await twoHinges(create);
    const law = { joint: 1, axis: 0, multiplier: 1, offset: 0 };
    expect(() => engine.setMimic(1, 0, law)).toThrow("would follow itself");
    engine.setMimic(2, 0, law);
    expect(() => engine.setMimic(1, 0, { ...law, joint: 2 })).toThrow("would follow itself");
    expect(() => engine.setMimic(1, 1, law)).toThrow("there is no axis 1");
    expect(() => engine.setMimic(1, 0, { ...law, joint: 9, offset: Number.NaN })).toThrow("not finite");
  });
}

/**
 * Joint 1 turns body 1 of 0.5 kg·m², joint 2 body 2 of 0.05 kg·m², both about x relative to the world, without gravity.
 */
async function twoHinges(create: CreateEngine): Promise<PhysicsEngine> {
  const engine = await create({ gravity: weightless });
  engine.addBody(body(1, identityPose, undefined, { mass: massOf(5, 0.5) }));
  engine.addBody(body(2, at(1, 0, 0), undefined, { mass: massOf(0.5, 0.05) }));
  engine.addJoint(joint(1, "revolute", [axis(X)]));
  engine.addJoint(joint(2, "revolute", [axis(X)], { child: 2, parentFrame: at(1, 0, 0) }));
  return engine;
}

/** Returns position and velocity of the first axis of all joints that move. */
function motions(engine: PhysicsEngine): ReadonlyMap<JointId, readonly [number, number]> {
  const out = { slots: new Int32Array(0), values: new Float64Array(0) };
  const count = engine.readJoints(out);
  const ids = new Map(engine.jointIds().map((id) => [engine.jointSlot(id), id]));
  return new Map(
    Array.from(out.slots.subarray(0, count), (slot, i) => [
      ids.get(slot)!,
      [out.values[i * JOINT_RECORD]!, out.values[i * JOINT_RECORD + 3]!],
    ]),
  );
}
