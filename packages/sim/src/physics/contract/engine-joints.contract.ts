import { expect, test } from "vitest";
import { compose, identityPose, inverse, pose, rotationOf } from "../../base/pose.ts";
import { normalizeQuat } from "../../base/quat.ts";
import {
  at,
  axis,
  body,
  cube,
  down,
  DT,
  G,
  ground,
  joint,
  jointRecord,
  massOf,
  onWorld,
  run,
  stateOf,
  turned,
  weightless,
  X,
  Y,
  Z,
  type CreateEngine,
} from "./engine-scene.fixture.ts";

export function jointContract(create: CreateEngine): void {
  test("[PH40] a revolute joint leaves one turn free: a pendulum swings with its period", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(body(1, at(0, 0.05, -1), undefined, { mass: massOf(1, 1e-4) }));
    engine.addJoint(joint(1, "revolute", [axis(X)], { childFrame: at(0, -0.05, 1) }));
    const crossings: number[] = [];
    let last = stateOf(engine, 1).position.y;
    for (let i = 1; i <= 6000; i++) {
      engine.step(DT);
      const { y } = stateOf(engine, 1).position;
      if (last > 0 && y <= 0) crossings.push(i * DT);
      last = y;
    }
    expect((crossings.at(-1)! - crossings[0]!) / (crossings.length - 1)).toBeCloseTo(
      2 * Math.PI * Math.sqrt(1.00125 / G),
      2,
    );
    expect(stateOf(engine, 1).position.x).toBeCloseTo(0, 4);
  });

  test("[PH40] position and velocity are those of the child seen from the parent, about the axis", async () => {
    using engine = await onWorld(create, "revolute");
    engine.setVelocity(1, weightless, { x: 2, y: 0, z: 0 });
    run(engine, 0.5);
    const record = jointRecord(engine, 1)!;
    expect(record[0]).toBeCloseTo(1, 3);
    expect(record[3]).toBeCloseTo(2, 3);
  });

  test("[PH41] an angle counts turns", async () => {
    using engine = await onWorld(create, "revolute");
    engine.setVelocity(1, weightless, { x: -8, y: 0, z: 0 });
    run(engine, 2);
    expect(jointRecord(engine, 1)![0]).toBeCloseTo(-16, 1);
  });

  test("[PH42] frames may lie anyhow in both bodies", async () => {
    using engine = await create({ gravity: weightless });
    const anyhow = pose({ x: 0.3, y: -0.2, z: 0.5 }, normalizeQuat({ x: 0.2, y: 0.5, z: -0.3, w: 0.7 }));
    const childFrame = pose({ x: -0.4, y: 0.1, z: 0.2 }, normalizeQuat({ x: -0.6, y: 0.1, z: 0.4, w: 0.5 }));
    const parentPose = pose({ x: 1, y: 2, z: 3 }, normalizeQuat({ x: 0.1, y: 0.2, z: 0.3, w: 0.9 }));
    const direction = { x: 0.48, y: 0.6, z: 0.64 };
    engine.addBody({ ...body(2, parentPose), kind: "static" });
    // The frames coincide at position zero.
    engine.addBody(
      body(1, compose(compose(parentPose, anyhow), inverse(childFrame)), undefined, { mass: massOf(1, 0.1) }),
    );
    engine.addJoint(joint(1, "revolute", [axis(direction)], { parent: 2, parentFrame: anyhow, childFrame }));
    expect(jointRecord(engine, 1)![0]).toBeCloseTo(0, 5);
    engine.setVelocityMotor(1, 0, 1.5, 1e6);
    run(engine, 1);
    const record = jointRecord(engine, 1)!;
    expect(record[0]).toBeCloseTo(1.5, 2);
    expect(record[3]).toBeCloseTo(1.5, 3);
    // The child's anchor is where the parent's is.
    const { position, rotation } = stateOf(engine, 1);
    const anchor = compose(pose(position, rotation), childFrame);
    const wanted = compose(parentPose, anyhow);
    for (const key of ["x", "y", "z"] as const) expect(anchor[key]).toBeCloseTo(wanted[key], 3);
    expect(rotationOf(anchor).w).not.toBeCloseTo(rotationOf(wanted).w, 1);
  });

  test("[PH43] limits hold a revolute joint at both ends", async () => {
    using engine = await onWorld(create, "revolute", { lower: -0.5, upper: 0.8 });
    for (const [torque, end] of [
      [0.2, 0.8],
      [-0.2, -0.5],
    ] as const) {
      for (let i = 0; i < 3000; i++) {
        engine.addJointForce(1, 0, torque);
        engine.step(DT);
      }
      expect(jointRecord(engine, 1)![0]).toBeCloseTo(end, 2);
    }
  });

  test("[PH43] limits may lie beyond half a turn", async () => {
    for (const [lower, upper] of [
      [-5, 7],
      [-Infinity, 4],
      [-Math.PI, Math.PI],
    ] as const) {
      using engine = await onWorld(create, "revolute", { lower, upper });
      for (let i = 0; i < 5000; i++) {
        engine.addJointForce(1, 0, 0.15);
        engine.step(DT);
      }
      expect(jointRecord(engine, 1)![0]).toBeCloseTo(upper, 2);
      for (let i = 0; i < 5000; i++) {
        engine.addJointForce(1, 0, -0.2);
        engine.step(DT);
      }
      const end = jointRecord(engine, 1)![0]!;
      if (lower === -Infinity) expect(end).toBeLessThan(-10);
      else expect(end).toBeCloseTo(lower, 2);
    }
  });

  test("[PH43] limits hold a prismatic joint", async () => {
    using engine = await onWorld(create, "prismatic", { lower: -0.2, upper: 0.3 });
    for (const [force, end] of [
      [2, 0.3],
      [-2, -0.2],
    ] as const) {
      for (let i = 0; i < 2000; i++) {
        engine.addJointForce(1, 0, force);
        engine.step(DT);
      }
      expect(stateOf(engine, 1).position.x).toBeCloseTo(end, 2);
      expect(jointRecord(engine, 1)![0]).toBeCloseTo(end, 2);
    }
  });

  test("[PH49] a ball joint holds its point and gives its rotation vector in the parent's frame", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(
      body(1, identityPose, undefined, { mass: massOf(1, 0.1), angularVelocity: { x: 0, y: 0.6, z: 0.8 } }),
    );
    engine.addJoint(
      joint(1, "ball", [], { parentFrame: turned("z", Math.PI / 2), childFrame: turned("z", Math.PI / 2) }),
    );
    run(engine, 1);
    const record = jointRecord(engine, 1)!;
    // World y is the frame's x.
    [0.6, 0, 0.8, 0.6, 0, 0.8].forEach((value, i) => expect(record[i]).toBeCloseTo(value, 2));
    engine.addForce(1, { x: 50, y: 20, z: -30 }, { x: 0, y: 0, z: 0 });
    run(engine, 0.5);
    for (const key of ["x", "y", "z"] as const) expect(stateOf(engine, 1).position[key]).toBeCloseTo(0, 3);
  });

  test("[PH50] a universal joint turns about the parent's first and the child's second axis, which stay at right angles", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, identityPose, undefined, { mass: massOf(1, 0.1) }));
    engine.addJoint(joint(1, "universal", [axis(X), axis(Y)]));
    engine.setPositionMotor(1, 0, 1.2, 20, 3, Infinity);
    engine.setPositionMotor(1, 1, -0.9, 20, 3, Infinity);
    run(engine, 3);
    const record = jointRecord(engine, 1)!;
    expect(record[0]).toBeCloseTo(1.2, 2);
    expect(record[1]).toBeCloseTo(-0.9, 2);
    // Rx(1.2) Ry(−0.9) as a quaternion.
    const { rotation } = stateOf(engine, 1);
    const [a, b] = [0.6, -0.45];
    const wanted = [
      Math.sin(a) * Math.cos(b),
      Math.cos(a) * Math.sin(b),
      Math.sin(a) * Math.sin(b),
      Math.cos(a) * Math.cos(b),
    ];
    [rotation.x, rotation.y, rotation.z, rotation.w].forEach((value, i) => expect(value).toBeCloseTo(wanted[i]!, 2));
  });

  test("[PH50] a universal joint has limits and speeds on both axes", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, identityPose, undefined, { mass: massOf(1, 0.1) }));
    engine.addJoint(joint(1, "universal", [axis(Z), axis(X, { lower: -0.4, upper: 0.6 })]));
    engine.setVelocityMotor(1, 0, 5, 10);
    for (let i = 0; i < 2000; i++) {
      engine.addJointForce(1, 1, 0.3);
      engine.step(DT);
    }
    const record = jointRecord(engine, 1)!;
    // It takes 0.05 s to come to speed, with 10 N·m on 0.1 kg·m².
    expect(record[0]).toBeCloseTo(10 - 0.125, 1);
    expect(record[1]).toBeCloseTo(0.6, 1);
    expect(record[3]).toBeCloseTo(5, 1);
  });

  test("[PH51] a fixed joint holds position and rotation, also between two bodies", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(body(1, at(1, 0, 5), cube(0.2)));
    engine.addBody(body(2, at(0, 0, 5), cube(0.2)));
    engine.addJoint(joint(1, "fixed", [], { parentFrame: at(0, 0, 5), child: 2 }));
    engine.addJoint(joint(2, "fixed", [], { parent: 2, parentFrame: at(0.5, 0, 0), childFrame: at(-0.5, 0, 0) }));
    run(engine, 2);
    expect(stateOf(engine, 1).position.z).toBeCloseTo(5, 2);
    expect(stateOf(engine, 1).position.x).toBeCloseTo(1, 2);
  });

  test("[PH52] bodies of a joint touch each other only when asked to", async () => {
    for (const collide of [false, true]) {
      using engine = await create({ gravity: weightless });
      engine.addBody(body(1, at(0, 0, 0), cube(1)));
      engine.addBody({ ...body(2, at(0, 0, 0.5), cube(1)), kind: "static" });
      engine.addJoint(joint(1, "prismatic", [axis(X)], { parent: 2, parentFrame: at(0, 0, -0.5), collide }));
      engine.step(DT);
      expect(engine.contacts().length > 0).toBe(collide);
    }
  });

  test("[PH53] joints come and go; those of a removed body go with it", async () => {
    using engine = await create({ gravity: down });
    for (const id of [1, 2, 3]) engine.addBody(body(id, at(id, 0, 0)));
    engine.addJoint(joint(1, "fixed", [], { parentFrame: at(1, 0, 0) }));
    engine.addJoint(
      joint(2, "revolute", [axis(Y, { damping: 1, friction: 1 })], { parent: 1, child: 2, parentFrame: at(1, 0, 0) }),
    );
    engine.addJoint(joint(3, "fixed", [], { child: 3, parentFrame: at(3, 0, 0) }));
    engine.setVelocityMotor(2, 0, 0, 1);
    run(engine, 0.1);
    expect([engine.jointCount, engine.jointIds()]).toEqual([3, [1, 2, 3]]);
    const slot = engine.jointSlot(3);
    engine.removeBody(1);
    expect([engine.jointCount, engine.hasJoint(1), engine.hasJoint(2)]).toEqual([1, false, false]);
    expect(engine.jointSlot(3)).toBe(slot);
    engine.removeJoint(3);
    run(engine, 0.5);
    expect(stateOf(engine, 3).position.z).toBeLessThan(-1);
    expect(() => engine.removeJoint(3)).toThrow(/joint 3/);
    expect(() => engine.addJoint(joint(9, "revolute", [], { child: 3 }))).toThrow(/joint 9.*axes/);
    expect(() => engine.addJoint(joint(9, "revolute", [axis(X, { lower: 1, upper: 0 })], { child: 3 }))).toThrow(
      /joint 9.*limit/,
    );
    expect(() => engine.addJoint(joint(9, "fixed", [], { child: 77 }))).toThrow(/body 77/);
    expect(engine.jointCount).toBe(0);
  });

  test("[PH54] joints of resting bodies are not reported; those of moved ones are", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    engine.addBody(body(1, at(0, 0, 0.2), cube(0.4)));
    engine.addBody(body(2, at(0, 0, 0.7), cube(0.4)));
    engine.addJoint(
      joint(1, "prismatic", [axis(Z, { friction: 100 })], { parent: 1, child: 2, childFrame: at(0, 0, -0.5) }),
    );
    engine.step(DT);
    expect(jointRecord(engine, 1)).toBeDefined();
    expect(jointRecord(engine, 1)).toBeUndefined();
    run(engine, 4);
    jointRecord(engine, 1);
    engine.step(DT);
    // MuJoCo's bodies never sleep.
    if (engine.name === "rapier") expect(jointRecord(engine, 1)).toBeUndefined();
    engine.setPose(2, at(0, 0, 0.9));
    expect(jointRecord(engine, 1)![0]).toBeCloseTo(0.2, 2);
  });
}
