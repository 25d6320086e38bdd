import { expect, test } from "vitest";
import { identityPose } from "../../base/pose.ts";
import type { JointDesc, JointId, PhysicsEngine } from "../engine.ts";
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
  type CreateEngine,
} from "./engine-scene.fixture.ts";

/** Joints whose bodies form no simple tree from parent to child. */
export function jointLoopContract(create: CreateEngine): void {
  test("[PH56] joints may close a loop: a parallelogram keeps its opposite sides parallel", async () => {
    using engine = await create({ gravity: down });
    // Two upright cranks, 1 m apart, and a bar on top.
    engine.addBody(body(1, at(0, 0, 0.5), undefined, { mass: massOf(1, 0.1) }));
    engine.addBody(body(2, at(1, 0, 0.5), undefined, { mass: massOf(1, 0.1) }));
    engine.addBody(body(3, at(0.5, 0, 1), undefined, { mass: massOf(1, 0.1) }));
    const [foot, head] = [at(0, 0, -0.5), at(0, 0, 0.5)];
    engine.addJoint(joint(1, "revolute", [axis(Y)], { child: 1, childFrame: foot }));
    engine.addJoint(joint(2, "revolute", [axis(Y)], { child: 2, parentFrame: at(1, 0, 0), childFrame: foot }));
    for (const crank of [1, 2]) {
      const childFrame = at(crank === 1 ? -0.5 : 0.5, 0, 0);
      engine.addJoint(
        joint(2 + crank, "revolute", [axis(Y)], { parent: crank, child: 3, parentFrame: head, childFrame }),
      );
    }
    engine.setPositionMotor(1, 0, 0.8, 500, 50, Infinity);
    run(engine, 3);
    const [first, second, bar] = [1, 2, 3].map((id) => stateOf(engine, id));
    const angles = jointAngles(engine);
    const angle = angles.get(1)!;
    expect(angle).toBeCloseTo(0.8, 1);
    expect(angles.get(2)).toBeCloseTo(angle, 2);
    expect(first!.rotation.y).toBeCloseTo(second!.rotation.y, 2);
    expect(bar!.rotation.y).toBeCloseTo(0, 2);
    expect(bar!.position.x).toBeCloseTo(0.5 + Math.sin(angle), 2);
    expect(bar!.position.z).toBeCloseTo(Math.cos(angle), 2);
    for (const id of [3, 4]) expect(angles.get(id)).toBeCloseTo(-angle, 2);
  });

  test("[PH57] a joint's parent may hang on its child: angles are still those of the child seen from the parent", async () => {
    const turns: [JointDesc["type"], ReturnType<typeof axis>[], number[]][] = [
      ["revolute", [axis(X)], [-0.5, 0, 0, -0.5]],
      ["universal", [axis(X), axis(Y)], [-0.5, 0, 0, -0.5]],
      ["ball", [], [-0.5, 0, 0, -0.5]],
    ];
    for (const [type, axes, wanted] of turns) {
      using engine = await create({ gravity: weightless });
      engine.addBody({ ...body(2, identityPose), kind: "static" });
      engine.addBody(body(1, identityPose, undefined, { mass: massOf(1, 0.1) }));
      engine.addJoint(joint(1, type, axes, { parent: 1, child: 2 }));
      engine.setVelocity(1, weightless, { x: 0.5, y: 0, z: 0 });
      run(engine, 1);
      expect(stateOf(engine, 1).rotation.x).toBeCloseTo(Math.sin(0.25), 3);
      jointRecord(engine, 1)!.forEach((value, i) => expect(value).toBeCloseTo(wanted[i] ?? 0, 3));
    }
    using slide = await create({ gravity: weightless });
    slide.addBody({ ...body(2, identityPose), kind: "static" });
    slide.addBody(body(1, identityPose));
    slide.addJoint(joint(1, "prismatic", [axis(X)], { parent: 1, child: 2 }));
    slide.addJointForce(1, 0, 5);
    slide.step(DT);
    // The force acts on the child, which does not yield, and the opposite one on the parent.
    expect(stateOf(slide, 1).velocity.x / DT).toBeCloseTo(-5, 3);
    expect(jointRecord(slide, 1)![3]! / DT).toBeCloseTo(5, 3);
  });

  test("[PH57] two parents may share a child, and the turn of each is counted", async () => {
    using engine = await create({ gravity: weightless });
    for (const id of [1, 2, 3]) engine.addBody(body(id, at(id, 0, 0), undefined, { mass: massOf(1, 0.1) }));
    const frames = { parentFrame: identityPose, childFrame: identityPose };
    engine.addJoint(joint(1, "revolute", [axis(X)], { parent: 1, child: 3, ...frames, childFrame: at(-2, 0, 0) }));
    engine.addJoint(joint(2, "universal", [axis(X), axis(Y)], { parent: 2, child: 3, childFrame: at(-1, 0, 0) }));
    engine.setVelocityMotor(2, 0, 1, Infinity);
    run(engine, 0.5);
    expect(jointRecord(engine, 2)![0]).toBeCloseTo(0.5, 2);
    // No external torque acts: body 2 turns back, the other two forward.
    const spins = [1, 2, 3].map((id) => stateOf(engine, id).spin.x);
    expect(spins[2]! - spins[1]!).toBeCloseTo(1, 2);
    expect(spins[0]! + spins[1]! + spins[2]!).toBeCloseTo(0, 2);
  });
}

/** Returns the first coordinate of each joint that has moved. */
function jointAngles(engine: PhysicsEngine): Map<JointId, number> {
  const out = { slots: new Int32Array(0), values: new Float64Array(0) };
  const count = engine.readJoints(out);
  const slots = Array.from(out.slots.subarray(0, count));
  return new Map(engine.jointIds().map((id) => [id, out.values[6 * slots.indexOf(engine.jointSlot(id))]!]));
}
