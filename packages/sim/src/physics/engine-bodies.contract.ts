import { expect, test } from "vitest";
import { identityPose } from "../base/pose.ts";
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
  movedSlots,
  run,
  shape,
  stateOf,
  turned,
  weightless,
  Z,
  type CreateEngine,
} from "./engine-scene.contract.ts";

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
    // It jumps, and goes on at its speed.
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
    // Turning, its origin goes straight: it knows no centre of mass.
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

  test("[PH13] a torque gives the angular acceleration τ / I about principal axes", async () => {
    using engine = await create({ gravity: weightless });
    const inertia = { ixx: 1, iyy: 2, izz: 2.5, ixy: 0, ixz: 0, iyz: 0 };
    engine.addBody(body(1, at(1, 2, 3), undefined, { mass: { mass: 3, pose: identityPose, inertia } }));
    for (const [key, moment] of [
      ["x", 1],
      ["y", 2],
      ["z", 2.5],
    ] as const) {
      engine.setVelocity(1, weightless, weightless);
      engine.addTorque(1, { x: 0, y: 0, z: 0, [key]: 5 });
      engine.step(DT);
      expect(stateOf(engine, 1).spin[key] / DT).toBeCloseTo(5 / moment, 3);
    }
  });

  test("[PH13] products of inertia, and the rotation of the inertia's axes, count", async () => {
    using engine = await create({ gravity: weightless });
    // diag(1, 2, 2.5) turned by 30° about z: once as a matrix, once by the pose.
    const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    const matrix = { ixx: c * c + 2 * s * s, iyy: s * s + 2 * c * c, izz: 2.5, ixy: (1 - 2) * c * s, ixz: 0, iyz: 0 };
    const diagonal = { ixx: 1, iyy: 2, izz: 2.5, ixy: 0, ixz: 0, iyz: 0 };
    engine.addBody(body(1, identityPose, undefined, { mass: { mass: 1, pose: identityPose, inertia: matrix } }));
    engine.addBody(
      body(2, identityPose, undefined, { mass: { mass: 1, pose: turned("z", Math.PI / 6), inertia: diagonal } }),
    );
    for (const id of [1, 2]) {
      engine.addTorque(id, { x: 3, y: 0, z: 0 });
    }
    engine.step(DT);
    // I⁻¹ (3, 0, 0) with I = R diag Rᵀ.
    for (const id of [1, 2]) {
      expect(stateOf(engine, id).spin.x / DT).toBeCloseTo(3 * (c * c + (s * s) / 2), 3);
      expect(stateOf(engine, id).spin.y / DT).toBeCloseTo(3 * c * s * (1 - 1 / 2), 3);
    }
  });

  test("[PH13] a new mass counts at once and leaves the motion of the origin alone", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(
      body(1, at(2, 0, 0), cube(1), { linearVelocity: { x: 1, y: 0, z: 0 }, angularVelocity: { x: 0, y: 0, z: 2 } }),
    );
    engine.setMass(1, massOf(8, 1, at(0, 1, 0)));
    expect(stateOf(engine, 1).velocity).toEqual({ x: 1, y: 0, z: 0 });
    engine.setVelocity(1, weightless, weightless);
    engine.addForce(1, { x: 16, y: 0, z: 0 }, { x: 2, y: 1, z: 0 });
    engine.step(DT);
    expect(stateOf(engine, 1).velocity.x / DT).toBeCloseTo(2, 3);
    expect(() => engine.setMass(1, massOf(0))).toThrow(/body 1.*mass/);
    expect(() => engine.addBody(body(2, identityPose, undefined, { mass: undefined }))).toThrow(/body 2.*mass/);
  });

  test("[PH95] a mass and moments below the least are lifted to it, and all others move on", async () => {
    using engine = await create({ gravity: { x: 0, y: 0, z: -10 } });
    engine.addBody(body(1, at(0, 0, 9), cube(1)));
    engine.addBody(body(2, at(3, 0, 9), cube(1), { mass: massOf(1, 1e-16) }));
    engine.addBody(body(3, at(6, 0, 9), cube(1), { mass: massOf(1e-300) }));
    for (let i = 0; i < 10; i++) engine.step(DT);
    for (const id of [1, 2, 3]) expect(stateOf(engine, id).velocity.z).toBeCloseTo(-10 * 10 * DT, 4);
  });

  test("[PH21] damping takes its share of the velocity each second", async () => {
    using engine = await create({ gravity: { x: 0, y: 0, z: 0 } });
    const moving = { linearVelocity: { x: 1, y: 0, z: 0 }, angularVelocity: { x: 0, y: 0, z: 2 } };
    engine.addBody({ ...body(1, at(0, 0, 0)), ...moving, linearDamping: 0.5, angularDamping: 1 });
    run(engine, 1);
    // v = v₀ e^(−d t); a step of 1 ms is off by half a per mille
    expect(stateOf(engine, 1).velocity.x).toBeCloseTo(Math.exp(-0.5), 2);
    expect(stateOf(engine, 1).spin.z).toBeCloseTo(2 * Math.exp(-1), 2);
    engine.setDamping(1, 0, 0);
    const before = stateOf(engine, 1).velocity.x;
    run(engine, 1);
    expect(stateOf(engine, 1).velocity.x).toBeCloseTo(before, 5);
  });

  test("[PH14] a force at a point accelerates and turns, for one step only", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, at(1, 1, 0), undefined, { mass: massOf(2, 0.5) }));
    engine.addForce(1, { x: 0, y: 6, z: 0 }, { x: 1.5, y: 1, z: 0 });
    engine.step(DT);
    const first = stateOf(engine, 1);
    expect(first.velocity.y / DT).toBeCloseTo(3, 3);
    // (0.5, 0, 0) × (0, 6, 0) / 0.5
    expect(first.spin.z / DT).toBeCloseTo(6, 3);
    engine.step(DT);
    expect(stateOf(engine, 1).velocity.y).toBeCloseTo(first.velocity.y, 6);
    expect(stateOf(engine, 1).spin.z).toBeCloseTo(first.spin.z, 6);
  });

  test("[PH14] forces of one step add up, and one on a static or kinematic body does nothing", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, at(0, 0, 0)));
    engine.addBody({ ...body(2, at(5, 0, 0)), kind: "kinematic" });
    for (const id of [1, 2]) {
      for (let i = 0; i < 3; i++) engine.addForce(id, { x: 2, y: 0, z: 0 }, weightless);
      engine.addTorque(id, { x: 0, y: 0, z: 0.1 });
    }
    engine.step(DT);
    expect(stateOf(engine, 1).velocity.x / DT).toBeCloseTo(6, 3);
    expect(stateOf(engine, 1).spin.z / DT).toBeCloseTo(1, 3);
    expect(stateOf(engine, 2).velocity.x).toBe(0);
  });

  test("[PH15] velocity is that of the origin, wherever the centre of mass is", async () => {
    using engine = await create({ gravity: weightless });
    const mass = massOf(1, 0.3, at(0.5, 0, 0));
    const linearVelocity = { x: 0, y: 1, z: 0 };
    const angularVelocity = { x: 0, y: 0, z: 2 };
    engine.addBody(body(1, at(0, 0, 0), cube(0.1), { mass, linearVelocity, angularVelocity }));
    expect(stateOf(engine, 1).velocity).toEqual(linearVelocity);
    run(engine, Math.PI / 2, Math.PI / 2000);
    // Half a turn about the centre of mass, which went on at 1 + 2 · 0.5 = 2 m/s from (0.5, 0).
    const half = stateOf(engine, 1);
    expect(half.position.x).toBeCloseTo(1, 2);
    expect(half.position.y).toBeCloseTo(Math.PI, 2);
    expect(half.velocity.y).toBeCloseTo(3, 2);
    engine.setVelocity(1, { x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 4 });
    expect(stateOf(engine, 1).velocity.x).toBeCloseTo(0, 5);
    expect(stateOf(engine, 1).velocity.y).toBeCloseTo(0, 5);
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

  test("[PH106] values beyond the bounds are refused with the bound, and the body goes on as it did", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(body(1, at(0, 0, 10)));
    const big = { x: 0, y: 1e20, z: 0 };
    expect(() => engine.setPose(1, at(0, 2e7, 0))).toThrow(
      "body 1: its position.y must be from -10000000 to 10000000 m",
    );
    expect(() => engine.setVelocity(1, big, weightless)).toThrow(
      "body 1: its velocity.y must be from -1000000 to 1000000 m/s",
    );
    expect(() => engine.setVelocity(1, weightless, big)).toThrow("body 1: its angular velocity.y must be from");
    expect(() => engine.addForce(1, big)).toThrow(
      "body 1: its force.y must be from -1000000000 to 1000000000 N, not 100000000000000000000",
    );
    expect(() => engine.addForce(1, { x: 1e308, y: 0, z: 0 })).toThrow("body 1: its force.x must be");
    expect(() => engine.addTorque(1, big)).toThrow("body 1: its torque.y must be");
    expect(() => engine.setGravity({ x: 0, y: 0, z: 1e38 })).toThrow("gravity.z must be from -1000000 to 1000000 m/s²");
    expect(() => engine.setMass(1, { ...massOf(1), mass: 1e20 })).toThrow("body 1: its mass must be");
    expect(() => engine.addBody(body(2, at(1e9, 0, 0)))).toThrow("body 2: its position.x must be");
    expect(() => engine.addBody(body(2, at(0, 0, 0), undefined, { linearVelocity: big }))).toThrow(
      "body 2: its velocity.y",
    );
    expect(engine.hasBody(2)).toBe(false);
    run(engine, 1);
    expect(stateOf(engine, 1).position.z).toBeCloseTo(10 - G / 2, 2);
  });

  test("[PH103] a force that is too much for a body does not stop the others, and leaves numbers", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    engine.addBody(body(1, at(0, 0, 0.5), cube(1), { mass: massOf(1e-12) }));
    engine.addBody(body(2, at(0, 2, 0.5), cube(1)));
    engine.addBody(body(3, at(0, 9, 20)));
    run(engine, 0.1);
    engine.addForce(1, { x: 1e9, y: 0, z: 0 });
    const lost = engine.step(DT);
    run(engine, 0.9 - DT);
    expect(Object.values(stateOf(engine, 1).position).every(Number.isFinite)).toBe(true);
    expect(stateOf(engine, 2).position.y).toBeCloseTo(2, 3);
    expect(stateOf(engine, 3).position.z).toBeCloseTo(20 - G / 2, 2);
    // Where it cannot be slowed down it is stopped, and told.
    if (lost.length > 0) expect([lost, stateOf(engine, 1).position.x]).toEqual([[1], 0]);
    // It can be moved like any other.
    engine.setPose(1, at(0, 0, 5));
    engine.setVelocity(1, weightless, weightless);
    run(engine, 0.5);
    expect(stateOf(engine, 1).position.z).toBeCloseTo(5 - G / 8, 2);
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
    // What stood on it, though asleep, has fallen.
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
    expect(engine.castRay({ x: 0, y: 0, z: 1 }, { x: 0, y: 0, z: -1 }, 5)?.shape).toBe(2);
    engine.removeJoint(1);
    engine.addJoint(joint(2, "revolute", [axis(Z)]));
    engine.setVelocityMotor(2, 0, 3, 1e3);
    run(engine, 0.1);
    expect(jointRecord(engine, 2)?.[3]).toBeCloseTo(3, 2);
    engine.removeJoint(2);
    // Two lots of moments that no solid has, with the same mean: τ / I about z.
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
    // Once reported is enough.
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

  test("[PH20] slow motion goes on: a centimetre or three degrees a second do not fall asleep", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(body(1, identityPose, cube(0.1), { linearVelocity: { x: 0.01, y: 0, z: 0 } }));
    engine.addBody(body(2, at(1, 0, 0), cube(0.1), { angularVelocity: { x: 0, y: 0, z: 0.05 } }));
    run(engine, 3);
    expect(stateOf(engine, 1).position.x).toBeCloseTo(0.03, 4);
    expect(2 * Math.asin(stateOf(engine, 2).rotation.z)).toBeCloseTo(0.15, 3);
  });
}
