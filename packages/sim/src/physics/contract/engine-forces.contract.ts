import { expect, test } from "vitest";
import { identityPose } from "../../base/pose.ts";
import {
  at,
  body,
  cube,
  down,
  DT,
  G,
  ground,
  massOf,
  run,
  stateOf,
  turned,
  weightless,
  type CreateEngine,
} from "./engine-scene.fixture.ts";

/** How masses, forces and velocities act on bodies, and their bounds. */
export function forceContract(create: CreateEngine): void {
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
    // diag(1, 2, 2.5) rotated by 30° about z: once as a matrix, once by the pose.
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
    // I⁻¹ (3, 0, 0) where I = R diag Rᵀ.
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
    // v = v₀ e^(−d t); with a step of 1 ms the error is 0.05 %
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
    // Half a turn about the centre of mass, which kept moving at 1 + 2 · 0.5 = 2 m/s from (0.5, 0).
    const half = stateOf(engine, 1);
    expect(half.position.x).toBeCloseTo(1, 2);
    expect(half.position.y).toBeCloseTo(Math.PI, 2);
    expect(half.velocity.y).toBeCloseTo(3, 2);
    engine.setVelocity(1, { x: 0, y: 0, z: 0 }, { x: 0, y: 0, z: 4 });
    expect(stateOf(engine, 1).velocity.x).toBeCloseTo(0, 5);
    expect(stateOf(engine, 1).velocity.y).toBeCloseTo(0, 5);
  });

  test("[PH106] values beyond the bounds are refused with the bound, and the body continues as it did", async () => {
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
    // If an engine cannot slow it down, it stops the body and reports it.
    if (lost.length > 0) expect([lost, stateOf(engine, 1).position.x]).toEqual([[1], 0]);
    // It can be moved like any other body.
    engine.setPose(1, at(0, 0, 5));
    engine.setVelocity(1, weightless, weightless);
    run(engine, 0.5);
    expect(stateOf(engine, 1).position.z).toBeCloseTo(5 - G / 8, 2);
  });
}
