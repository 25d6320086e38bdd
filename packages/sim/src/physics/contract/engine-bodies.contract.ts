import { expect, test } from "vitest";
import { identityPose } from "../../base/pose.ts";
import {
  castRay,
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
  movedSlots,
  run,
  shape,
  stateOf,
  weightless,
  Z,
  type CreateEngine,
} from "./engine-scene.fixture.ts";

export function bodyContract(create: CreateEngine): void {
  test("[PH10] a free body falls by gt²/2, one without gravity does not, and a new gravity wakes the resting", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(body(1, at(0, 0, 100)));
    engine.addBody(body(2, at(5, 0, 100), undefined, { gravity: false }));
    engine.addBody(ground());
    engine.addBody(body(3, at(0, 5, 0.2), cube(0.4)));
    run(engine, 1);
    expect(stateOf(engine, 1).position.z).toBeCloseTo(100 - G / 2, 2);
    expect(stateOf(engine, 1).velocity.z).toBeCloseTo(-G, 3);
    expect(stateOf(engine, 2).position.z).toBe(100);
    engine.setBodyGravity(2, true);
    engine.setBodyGravity(1, false);
    const speed = stateOf(engine, 1).velocity.z;
    run(engine, 0.5);
    expect(stateOf(engine, 2).velocity.z).toBeCloseTo(-G / 2, 3);
    expect(stateOf(engine, 1).velocity.z).toBeCloseTo(speed, 5);
    run(engine, 1.5);
    engine.setGravity({ x: 0, y: 0, z: 2 });
    run(engine, 1);
    expect(stateOf(engine, 3).position.z).toBeCloseTo(1.2, 1);
  });

  test("[PH11] a static body never moves, and a kinematic one only as told", async () => {
    using engine = await create({ gravity: down });
    engine.addBody({ ...body(1, at(0, 0, 3), cube(1)), kind: "static" });
    engine.addBody({ ...body(2, at(5, 0, 3), cube(1)), kind: "kinematic" });
    engine.addBody(body(3, at(0, 0, 4.1), cube(1)));
    run(engine, 1);
    expect(stateOf(engine, 1).position).toEqual({ x: 0, y: 0, z: 3 });
    expect(stateOf(engine, 2).position).toEqual({ x: 5, y: 0, z: 3 });
    engine.setVelocity(2, { x: 0, y: 2, z: 0 }, { x: 0, y: 0, z: 1 });
    run(engine, 0.5);
    expect(stateOf(engine, 2).position.y).toBeCloseTo(1, 3);
    expect(stateOf(engine, 2).rotation.z).toBeCloseTo(Math.sin(0.25), 3);
    engine.setPose(2, at(9, 9, 9));
    expect(stateOf(engine, 2).position).toEqual({ x: 9, y: 9, z: 9 });
    // It jumps there and keeps its speed.
    run(engine, 0.5);
    expect(stateOf(engine, 2).position.y).toBeCloseTo(10, 2);
  });

  test("[PH11] a kinematic body lifts what rests on it, also when that sleeps", async () => {
    using engine = await create({ gravity: down });
    engine.addBody({ ...body(1, at(0, 0, 0), { type: "box", size: { x: 2, y: 2, z: 0.2 } }), kind: "kinematic" });
    engine.addBody(body(2, at(0, 0, 0.3), cube(0.4)));
    run(engine, 2);
    engine.setVelocity(1, { x: 0, y: 0, z: 0.2 }, weightless);
    run(engine, 1);
    expect(stateOf(engine, 2).position.z).toBeCloseTo(0.5, 2);
  });

  test("[PH11] a kinematic body takes along what rests on it, by friction", async () => {
    using engine = await create({ gravity: down });
    engine.addBody({ ...body(1, at(0, 0, 0), { type: "box", size: { x: 4, y: 4, z: 0.2 } }), kind: "kinematic" });
    engine.addBody(body(2, at(0, 0, 0.3), cube(0.4)));
    run(engine, 0.2);
    engine.setVelocity(1, { x: 0.3, y: 0, z: 0 }, weightless);
    run(engine, 1);
    expect(stateOf(engine, 2).position.x).toBeCloseTo(0.3, 1.5);
    expect(stateOf(engine, 2).velocity.x).toBeCloseTo(0.3, 2);
  });

  test("[PH12] a body that changes its kind keeps its mass, and a static one has no speed", async () => {
    using engine = await create({ gravity: down });
    const mass = massOf(2, 0.5, at(0.5, 0, 0));
    engine.addBody(body(1, at(0, 0, 10), cube(0.2), { mass, linearVelocity: { x: 1, y: 0, z: 0 }, gravity: false }));
    engine.setBodyKind(1, "static");
    run(engine, 0.2);
    expect(stateOf(engine, 1).position.x).toBe(0);
    engine.setBodyKind(1, "kinematic");
    // Its origin moves in a straight line while it turns, because it has no centre of mass.
    engine.setVelocity(1, { x: 1, y: 0, z: 0 }, { x: 0, y: 0, z: Math.PI });
    run(engine, 1);
    expect(stateOf(engine, 1).position.x).toBeCloseTo(1, 3);
    expect(stateOf(engine, 1).position.y).toBeCloseTo(0, 3);
    engine.setPose(1, at(0, 0, 10));
    engine.setBodyKind(1, "dynamic");
    engine.setVelocity(1, weightless, weightless);
    engine.addForce(1, { x: 4, y: 0, z: 0 }, { x: 0.5, y: 0, z: 10 });
    engine.step(DT);
    // F / m, and no torque: the force points through the centre of mass.
    expect(stateOf(engine, 1).velocity.x / DT).toBeCloseTo(2, 3);
    expect(stateOf(engine, 1).spin.z).toBeCloseTo(0, 6);
    engine.addBody({ id: 2, kind: "static", pose: identityPose, shapes: [] });
    expect(() => engine.setBodyKind(2, "dynamic")).toThrow(/body 2.*mass/);
  });

  test("[PH16] a pose set is the pose read, rotation made a unit; nonsense is refused", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, at(0, 0, 0), cube(1)));
    engine.setPose(1, { x: 1, y: 2, z: 3, qx: 0, qy: 0, qz: 3, qw: 4 });
    const { position, rotation } = stateOf(engine, 1);
    expect(position).toEqual({ x: 1, y: 2, z: 3 });
    expect(rotation.z).toBeCloseTo(0.6, 6);
    expect(rotation.w).toBeCloseTo(0.8, 6);
    expect(() => engine.setPose(1, at(NaN, 0, 0))).toThrow(/body 1/);
    expect(() => engine.setVelocity(1, { x: Infinity, y: 0, z: 0 }, weightless)).toThrow(/body 1/);
    expect(() => engine.step(0)).toThrow(/0/);
  });

  test("[PH17] bodies come and go while the world runs; unknown and used ids are refused", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    engine.addBody(body(1, at(0, 0, 0.2), cube(0.4)));
    engine.addBody(body(2, at(0, 0, 0.6), cube(0.4)));
    run(engine, 2);
    engine.removeBody(1);
    expect([engine.bodyCount, engine.hasBody(1), engine.hasShape(1)]).toEqual([2, false, false]);
    expect(engine.bodyIds()).toEqual([2, 1000]);
    expect(engine.shapeIds()).toEqual([2, 1000]);
    run(engine, 1);
    // The body that stood on it has fallen, although it was asleep.
    expect(stateOf(engine, 2).position.z).toBeCloseTo(0.2, 2);
    engine.addBody(body(1, at(0, 0, 0.7), cube(0.4)));
    run(engine, 1);
    expect(stateOf(engine, 1).position.z).toBeCloseTo(0.6, 2);
    expect(() => engine.addBody(body(1, identityPose))).toThrow(/body 1/);
    expect(() => engine.addBody({ ...body(5, identityPose), shapes: [shape(2, cube(1))] })).toThrow(/shape 2/);
    expect(() => engine.addBody({ ...body(5, identityPose), shapes: [shape(9, cube(1)), shape(9, cube(1))] })).toThrow(
      /shape 9/,
    );
    expect(() => engine.removeBody(77)).toThrow(/body 77/);
    expect(() => engine.removeShape(77)).toThrow(/shape 77/);
    expect(engine.bodyCount).toBe(3);
  });

  test("[PH17] shapes come and go", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    engine.addBody(body(1, at(0, 0, 1), cube(0.4)));
    engine.addShape(1, shape(2, cube(0.4), { pose: at(0, 0, -0.4) }));
    run(engine, 1.5);
    expect(stateOf(engine, 1).position.z).toBeCloseTo(0.6, 2);
    run(engine, 1);
    engine.removeShape(2);
    run(engine, 1);
    expect(stateOf(engine, 1).position.z).toBeCloseTo(0.2, 2);
  });

  test("[PH17] one that takes another's place is itself, however alike they are", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, at(0, 0, 0), cube(0.4)));
    engine.addJoint(joint(1, "revolute", [axis(Z)]));
    run(engine, DT);
    engine.removeShape(1);
    engine.addShape(1, shape(2, cube(0.4)));
    run(engine, DT);
    expect(castRay(engine, { x: 0, y: 0, z: 1 }, { x: 0, y: 0, z: -1 }, 5)?.shape).toBe(2);
    engine.removeJoint(1);
    engine.addJoint(joint(2, "revolute", [axis(Z)]));
    engine.setVelocityMotor(2, 0, 3, 1e3);
    run(engine, 0.1);
    expect(jointRecord(engine, 2)?.[3]).toBeCloseTo(3, 2);
    engine.removeJoint(2);
    // Two sets of moments that no solid has, with the same mean: τ / I about z.
    const turn = (iyy: number, izz: number): number => {
      engine.setMass(1, { ...massOf(1), inertia: { ixx: 1, iyy, izz, ixy: 0, ixz: 0, iyz: 0 } });
      engine.setVelocity(1, weightless, weightless);
      engine.addTorque(1, { x: 0, y: 0, z: 7 });
      run(engine, DT);
      return stateOf(engine, 1).spin.z / DT;
    };
    expect(turn(1, 3)).toBeCloseTo(7 / 3, 4);
    expect(turn(0.5, 3.5)).toBeCloseTo(2, 4);
  });

  test("[PH18] a slot is the body's for life and is used again after it", async () => {
    using engine = await create({ gravity: down });
    for (let id = 1; id <= 5; id++) engine.addBody(body(id, at(id, 0, 0)));
    const slots = [1, 2, 3, 4, 5].map((id) => engine.bodySlot(id));
    expect(new Set(slots).size).toBe(5);
    engine.removeBody(3);
    run(engine, 0.01);
    expect([1, 2, 4, 5].map((id) => engine.bodySlot(id))).toEqual(slots.filter((_, i) => i !== 2));
    engine.addBody(body(6, at(0, 0, 0)));
    expect(engine.bodySlot(6)).toBe(slots[2]);
    expect(() => engine.bodySlot(3)).toThrow(/body 3/);
  });

  test("[PH19] awake bodies are reported, sleeping ones and static ones are not, woken ones are again", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    engine.addBody(body(1, at(0, 0, 0.2), cube(0.4)));
    engine.addBody(body(2, at(5, 0, 0.2), cube(0.4)));
    engine.step(DT);
    const both = [engine.bodySlot(1), engine.bodySlot(2)].sort((a, b) => a - b);
    expect(movedSlots(engine)).toEqual(both);
    // It is reported only once.
    expect(movedSlots(engine)).toEqual([]);
    run(engine, 3);
    movedSlots(engine);
    engine.step(DT);
    // MuJoCo's bodies never sleep.
    if (engine.name === "rapier") expect(movedSlots(engine)).toEqual([]);
    else movedSlots(engine);
    expect(stateOf(engine, 1).velocity.z).toBeCloseTo(0, 4);
    engine.setPose(1000, at(0, 0, 0));
    expect(movedSlots(engine)).toContain(engine.bodySlot(1000));
    engine.setVelocity(2, { x: 0, y: 0, z: 1 }, weightless);
    expect(movedSlots(engine)).toContain(engine.bodySlot(2));
    engine.step(DT);
    expect(movedSlots(engine)).toContain(engine.bodySlot(2));
    engine.addBody({ ...body(3, at(9, 0, 5), cube(1)), kind: "kinematic", linearVelocity: { x: 0.001, y: 0, z: 0 } });
    for (let i = 0; i < 2000; i++) {
      movedSlots(engine);
      engine.step(DT);
    }
    expect(movedSlots(engine)).toContain(engine.bodySlot(3));
  });

  test("[PH19] the last report of a body that fell asleep says that it stands still", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    engine.addBody(body(1, at(0, 0, 0.2), cube(0.4)));
    const out = { slots: new Int32Array(0), values: new Float64Array(0) };
    let last = [NaN];
    for (let i = 0; i < 3000; i++) {
      engine.step(DT);
      if (engine.readMoved(out) > 0) last = Array.from(out.values.subarray(7, 13));
    }
    for (const value of last) expect(value).toBeCloseTo(0, 4);
  });

  test("[PH20] slow motion continues: a centimetre or three degrees a second do not fall asleep", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, identityPose, cube(0.1), { linearVelocity: { x: 0.01, y: 0, z: 0 } }));
    engine.addBody(body(2, at(1, 0, 0), cube(0.1), { angularVelocity: { x: 0, y: 0, z: 0.05 } }));
    run(engine, 3);
    expect(stateOf(engine, 1).position.x).toBeCloseTo(0.03, 4);
    expect(2 * Math.asin(stateOf(engine, 2).rotation.z)).toBeCloseTo(0.15, 3);
  });
}
