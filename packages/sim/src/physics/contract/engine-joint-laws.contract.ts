import { expect, test } from "vitest";
import { identityPose } from "../../base/pose.ts";
import {
  at,
  axis,
  body,
  down,
  DT,
  G,
  joint,
  jointRecord,
  massOf,
  onWorld,
  run,
  stateOf,
  weightless,
  X,
  Z,
  type CreateEngine,
} from "./engine-scene.fixture.ts";

/** What acts along an axis: damping, friction, springs, motors, forces. */
export function jointLawContract(create: CreateEngine): void {
  test("[PH44] damping brakes as e^(−dt/I)", async () => {
    using engine = await onWorld(create, "revolute", { damping: 0.2 });
    engine.setVelocity(1, weightless, { x: 5, y: 0, z: 0 });
    run(engine, 0.5);
    expect(jointRecord(engine, 1)![3]! / (5 * Math.exp(-1))).toBeCloseTo(1, 2);
    using slide = await onWorld(create, "prismatic", { damping: 2 });
    slide.setVelocity(1, { x: 5, y: 0, z: 0 }, weightless);
    run(slide, 0.5);
    expect(jointRecord(slide, 1)![3]! / (5 * Math.exp(-1))).toBeCloseTo(1, 2);
  });

  test("[PH44] Coulomb friction takes its torque from the motion, and holds against less", async () => {
    using engine = await onWorld(create, "revolute", { friction: 0.3 });
    engine.setVelocity(1, weightless, { x: 5, y: 0, z: 0 });
    run(engine, 1);
    expect(jointRecord(engine, 1)![3]).toBeCloseTo(5 - 3, 2);
    run(engine, 1);
    const stopped = jointRecord(engine, 1)![0]!;
    for (let i = 0; i < 1000; i++) {
      engine.addJointForce(1, 0, 0.25);
      engine.step(DT);
    }
    engine.setVelocity(1, weightless, weightless);
    expect(jointRecord(engine, 1)![0]).toBeCloseTo(stopped, 3);
  });

  test("[PH44] damping and friction add up", async () => {
    using engine = await onWorld(create, "revolute", { damping: 0.2, friction: 0.05 });
    engine.setVelocity(1, weightless, { x: 5, y: 0, z: 0 });
    run(engine, 0.5);
    // I ω' = −d ω − f
    expect(jointRecord(engine, 1)![3]! / (5.25 * Math.exp(-1) - 0.25)).toBeCloseTo(1, 2);
  });

  test("[PH45] a spring swings with √(k/m) about its reference, whatever the axis", async () => {
    using engine = await onWorld(create, "prismatic", { springStiffness: 25, springReference: 0.4 });
    run(engine, Math.PI / 5);
    // Half a period after starting from rest at 0: the other end.
    expect(jointRecord(engine, 1)![0]).toBeCloseTo(0.8, 1);
    using hinge = await onWorld(create, "revolute", { springStiffness: 2.5, damping: 1, springReference: -0.7 });
    run(hinge, 4);
    expect(stateOf(hinge, 1).rotation.x).toBeCloseTo(Math.sin(-0.35), 2);
  });

  test("[PH46] a speed motor reaches its speed, slowed by its largest force", async () => {
    using engine = await onWorld(create, "revolute", {});
    engine.setVelocityMotor(1, 0, 3, 0.2);
    run(engine, 1);
    // 0.2 / 0.1 = 2 rad/s² until 3 rad/s.
    expect(jointRecord(engine, 1)![3]).toBeCloseTo(2, 2);
    run(engine, 1);
    expect(jointRecord(engine, 1)![3]).toBeCloseTo(3, 3);
    engine.setVelocityMotor(1, 0, -1, Infinity);
    engine.step(DT);
    expect(jointRecord(engine, 1)![3]).toBeCloseTo(-1, 3);
    engine.clearMotor(1, 0);
    engine.setVelocity(1, weightless, { x: 2, y: 0, z: 0 });
    run(engine, 0.2);
    expect(jointRecord(engine, 1)![3]).toBeCloseTo(2, 3);
  });

  test("[PH46] the axis's effort limits the motor, and damping works against it", async () => {
    using engine = await onWorld(create, "revolute", { effort: 0.4, damping: 0.2 });
    engine.setVelocityMotor(1, 0, 10, Infinity);
    run(engine, 6);
    expect(jointRecord(engine, 1)![3]).toBeCloseTo(2, 2);
  });

  test("[PH47] a position motor settles where its spring carries the load", async () => {
    using engine = await create({ gravity: down });
    // A rod of 1 m.
    engine.addBody(body(1, at(0, 0.5, 0), undefined, { mass: massOf(1, 1 / 12) }));
    engine.addJoint(joint(1, "revolute", [axis(X)], { childFrame: at(0, -0.5, 0) }));
    engine.setPositionMotor(1, 0, 0, 200, 20, Infinity);
    run(engine, 3);
    // k θ = −m g l cos θ: 0.0245 rad.
    expect(jointRecord(engine, 1)![0]).toBeCloseTo(-(G * 0.5) / 200, 3);
  });

  test("[PH47] a target far away is reached the long way round, through more than a turn", async () => {
    using engine = await onWorld(create, "revolute", { lower: -8, upper: 8 });
    engine.setPositionMotor(1, 0, -2, 5, 1, Infinity);
    run(engine, 4);
    expect(jointRecord(engine, 1)![0]).toBeCloseTo(-2, 2);
    engine.setPositionMotor(1, 0, 2.5, 5, 1, Infinity);
    run(engine, 4);
    expect(jointRecord(engine, 1)![0]).toBeCloseTo(2.5, 2);
    engine.setPositionMotor(1, 0, -7.5, 5, 1, Infinity);
    run(engine, 6);
    expect(jointRecord(engine, 1)![0]).toBeCloseTo(-7.5, 2);
  });

  test("[PH47] a prismatic position motor is held to its largest force", async () => {
    using engine = await onWorld(create, "prismatic");
    engine.setPositionMotor(1, 0, 100, 1000, 0, 2);
    run(engine, 1);
    expect(jointRecord(engine, 1)![3]).toBeCloseTo(2, 2);
  });

  test("[PH48] a joint force gives a = F / m, and the opposite to the parent", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, at(0, 0, 0), undefined, { mass: massOf(2, 0.1) }));
    engine.addBody(body(2, at(0, 1, 0), undefined, { mass: massOf(3, 0.2) }));
    engine.addJoint(joint(1, "prismatic", [axis(Z)], { parent: 2, parentFrame: at(0, -1, 0) }));
    engine.addJointForce(1, 0, 6);
    engine.step(DT);
    // At the joint's anchor. The parent turns too, so only momentum is easy to compute.
    expect(jointRecord(engine, 1)![3]!).toBeGreaterThan(0);
    const [child, parent] = [stateOf(engine, 1), stateOf(engine, 2)];
    expect(2 * child.velocity.z + 3 * parent.velocity.z).toBeCloseTo(0, 5);
    expect(child.velocity.z).toBeGreaterThan(0.5 * 3 * DT);
    using alone = await onWorld(create, "prismatic");
    alone.addJointForce(1, 0, 5);
    alone.step(DT);
    expect(stateOf(alone, 1).velocity.x / DT).toBeCloseTo(5, 3);
    // For one step only.
    alone.step(DT);
    expect(stateOf(alone, 1).velocity.x / DT).toBeCloseTo(5, 3);
    using hinge = await onWorld(create, "revolute");
    hinge.addJointForce(1, 0, 0.5);
    hinge.addJointForce(1, 0, 0.5);
    hinge.step(DT);
    expect(stateOf(hinge, 1).spin.x / DT).toBeCloseTo(10, 2);
  });

  test("[PH55] a motor moves a joint as slowly as it is told", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, identityPose, { type: "sphere", radius: 0.02 }, { mass: massOf(0.1, 1e-4) }));
    engine.addJoint(joint(1, "revolute", [axis(Z)]));
    engine.setVelocityMotor(1, 0, 0.01, 1);
    run(engine, 4);
    expect(jointRecord(engine, 1)![0]).toBeCloseTo(0.04, 4);
  });

  test("[PH55] a new target wakes a resting joint", async () => {
    using engine = await onWorld(create, "revolute");
    run(engine, 2);
    engine.setPositionMotor(1, 0, 1, 10, 2, Infinity);
    run(engine, 2);
    expect(jointRecord(engine, 1)![0]).toBeCloseTo(1, 2);
    run(engine, 2);
    engine.addJointForce(1, 0, 50);
    engine.step(DT);
    expect(jointRecord(engine, 1)![3]).toBeGreaterThan(0.1);
  });
}
