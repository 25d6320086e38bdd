import { expect, test } from "vitest";
import { identityPose } from "../../base/pose.ts";
import type { PhysicsEngine } from "../engine.ts";
import {
  at,
  axis,
  body,
  cube,
  down,
  G,
  ground,
  joint,
  massOf,
  run,
  shape,
  stateOf,
  weightless,
  X,
} from "../contract/engine-scene.fixture.ts";
import { mujocoFilters } from "./model/filters.ts";
import { loadMujoco } from "./model/module.ts";
import { MujocoScene } from "./scene/scene.ts";
import { mujocoShape, mujocoShortcoming } from "./model/shapes.ts";
import { packState, unpackState } from "./state.ts";
import { stepWorld } from "./step/step.ts";
import { MujocoWorld } from "./world.ts";
import { createMujocoEngine } from "./load-mujoco.ts";

/** Returns two rods of 1 m and 1 kg, hanging sideways from the origin. */
async function doublePendulum(integrator: "discrete" | "rk4"): Promise<PhysicsEngine> {
  const engine = await createMujocoEngine({ gravity: down, integrator });
  const rod = { mass: massOf(1, 1 / 12) };
  engine.addBody(body(1, at(0, 0.5, 0), undefined, rod));
  engine.addBody(body(2, at(0, 1.5, 0), undefined, rod));
  engine.addJoint(joint(1, "revolute", [axis(X)], { childFrame: at(0, -0.5, 0) }));
  const frames = { parentFrame: at(0, 0.5, 0), childFrame: at(0, -0.5, 0) };
  engine.addJoint(joint(2, "revolute", [axis(X)], { parent: 1, child: 2, ...frames }));
  return engine;
}

function energy(engine: PhysicsEngine): number {
  return [1, 2].reduce((sum, id) => {
    const { position, velocity, spin } = stateOf(engine, id);
    const speed = velocity.x ** 2 + velocity.y ** 2 + velocity.z ** 2;
    return sum + G * position.z + speed / 2 + spin.x ** 2 / 24;
  }, 0);
}

test("[PH81] RK4 keeps the energy of a double pendulum to one in a million over five seconds", async () => {
  using engine = await doublePendulum("rk4");
  run(engine, 5);
  // It starts with zero energy, and the rods fall by up to 3 m.
  expect(Math.abs(energy(engine))).toBeLessThan(3e-5);
  // The integrator is part of the state.
  using other = await createMujocoEngine({ gravity: weightless });
  other.restore(engine.save());
  run(other, 0.5);
  run(engine, 0.5);
  expect(stateOf(other, 2)).toEqual(stateOf(engine, 2));
});

test("[PH81] RK4 has contacts, limits and motors too", async () => {
  using engine = await createMujocoEngine({ gravity: down, integrator: "rk4" });
  engine.addBody(ground());
  engine.addBody(body(1, at(0, 0, 0.3), cube(0.4)));
  engine.addBody(body(2, at(3, 0, 2), undefined, { mass: massOf(1, 0.1) }));
  engine.addJoint(joint(1, "revolute", [axis(X, { upper: 1 })], { child: 2, parentFrame: at(3, 0, 2) }));
  engine.setVelocityMotor(1, 0, 2, Infinity);
  run(engine, 0.25);
  expect(stateOf(engine, 2).spin.x).toBeCloseTo(2, 2);
  run(engine, 2);
  expect(stateOf(engine, 1).position.z).toBeCloseTo(0.2, 2);
  expect(2 * Math.asin(stateOf(engine, 2).rotation.x)).toBeCloseTo(1, 1);
});

test("[PH82] filters count, however many kinds there are", async () => {
  const kinds: [string, number, boolean][] = [
    ["few: a bit for each", 20, true],
    ["more than MuJoCo has bits", 60, false],
  ];
  for (const [, count, exact] of kinds) {
    using engine = await createMujocoEngine({ gravity: down });
    const floor = { category: 1, mask: 0 };
    const plane = shape(1000, { type: "plane", normal: { x: 0, y: 0, z: 1 } }, { filter: floor });
    engine.addBody({ ...ground(), shapes: [plane] });
    const scene = new MujocoScene("discrete");
    for (let id = 1; id <= count; id++) {
      // Odd ones can touch the ground, which is category 1; even ones cannot.
      const filter = { category: 2 * id, mask: id % 2 === 1 ? 1 : 2 };
      const desc = { ...body(id, at(id, 0, 0.3)), shapes: [shape(id, cube(0.4), { filter })] };
      engine.addBody(desc);
      scene.addBody(desc);
    }
    expect(mujocoFilters(scene).isExact).toBe(exact);
    run(engine, 0.4);
    const onGround = (id: number) => stateOf(engine, id).position.z > 0;
    for (let id = 1; id <= count; id++) expect(onGround(id)).toBe(id % 2 === 1);
    expect(engine.contacts().every(({ shape1 }) => shape1 % 2 === 1)).toBe(true);
  }
});

test("[PH82] a hundred groups need no list of pairs: members pass through each other and touch all others", () => {
  const scene = new MujocoScene("discrete");
  scene.addBody(ground());
  scene.addBody(body(999, identityPose, cube(1)));
  for (let id = 1; id <= 200; id++) scene.addBody(body(id, identityPose, cube(1), { group: 1 + (id % 100) }));
  const { bits, excluded, isExact } = mujocoFilters(scene);
  expect([excluded, isExact]).toEqual([[], true]);
  const touch = (a: number, b: number): boolean => {
    const [first, second] = [bits.get(a)!, bits.get(b)!];
    return (first.type & second.affinity) !== 0 || (second.type & first.affinity) !== 0;
  };
  for (let a = 1; a <= 200; a++) {
    for (let b = 1; b < a; b++) expect(touch(a, b)).toBe(a % 100 !== b % 100);
    expect(touch(a, 999) && touch(a, 1000)).toBe(true);
  }
  expect(touch(999, 1000)).toBe(true);
});

/** A square hole in a floor of eight triangles, 0.4 m deep with four walls. */
const pit = {
  type: "mesh" as const,
  vertices: Float32Array.from(
    [-1, 1].flatMap((y) => [-1, 1].flatMap((x) => [0.3 * x, 0.3 * y, -0.4, 0.3 * x, 0.3 * y, 0, 2 * x, 2 * y, 0])),
  ),
  // Corners (−,−) 0…2, (+,−) 3…5, (−,+) 6…8, (+,+) 9…11: bottom, rim, far.
  indices: Uint32Array.from(
    [
      [0, 3, 9],
      [0, 9, 6],
      ...[
        [0, 3],
        [3, 9],
        [9, 6],
        [6, 0],
      ].flatMap(([a, b]) => [
        [a! + 1, b! + 1, b!],
        [a! + 1, b!, a!],
        [a! + 2, b! + 2, b! + 1],
        [a! + 2, b! + 1, a! + 1],
      ]),
    ].flat(),
  ),
};

test("[PH83] a concave mesh that stands collides as it is; one that moves as its hull, and that is told", async () => {
  using engine = await createMujocoEngine({ gravity: down });
  engine.addBody({ id: 1, kind: "static", pose: identityPose, shapes: [shape(1, pit)] });
  engine.addBody(body(2, at(0, 0, 0.3), { type: "sphere", radius: 0.1 }));
  engine.addBody(body(3, at(1, 0, 0.3), cube(0.2)));
  run(engine, 1);
  expect(stateOf(engine, 2).position.z).toBeCloseTo(-0.3, 2);
  expect(stateOf(engine, 3).position.z).toBeCloseTo(0.1, 2);
  expect(mujocoShortcoming(pit, true)).toBeUndefined();
  expect(mujocoShortcoming(pit, false)).toMatch(/hull/);
  expect(mujocoShape(1, pit, false).geoms.length).toBe(1);
});

test("[PH86] the wrench of a joint carries what hangs on it, and drives what it turns", async () => {
  using engine = await createMujocoEngine({ gravity: down });
  // 1 kg on a bar of 1 m, and 0.5 kg below it on a ball joint.
  engine.addBody(body(1, at(0, 1, 0), undefined, { mass: massOf(1, 0.1) }));
  engine.addBody(body(2, at(0, 1, -0.5), undefined, { mass: massOf(0.5, 0.01) }));
  engine.addBody({ ...body(3, at(5, 0, 0)), kind: "static" });
  engine.addJoint(joint(1, "fixed", [], { childFrame: at(0, -1, 0) }));
  engine.addJoint(joint(2, "ball", [], { parent: 1, child: 2, childFrame: at(0, 0, 0.5) }));
  const wrench = (id: number): number[] => {
    const out = new Float64Array(6);
    engine.readJointWrench!(id, out);
    return Array.from(out, (value) => Math.round(value * 1e6) / 1e6 + 0);
  };
  expect(wrench(2)).toEqual([0, 0, 0, 0, 0, 0]);
  run(engine, 0.01);
  expect(wrench(2)).toEqual([0, 0, 0.5 * G, 0, 0, 0]);
  // About the origin of the fixed body: the load hangs right below it.
  expect(wrench(1)).toEqual([0, 0, 1.5 * G, 0, 0, 0]);
  using motor = await createMujocoEngine({ gravity: weightless });
  motor.addBody({ ...body(1, identityPose), kind: "static" });
  motor.addBody(body(2, identityPose, undefined, { mass: massOf(1, 0.1) }));
  // The static end is the child.
  motor.addJoint(joint(1, "revolute", [axis(X)], { parent: 2, child: 1 }));
  motor.addJointForce(1, 0, 0.3);
  motor.step(0.001);
  const out = new Float64Array(6);
  motor.readJointWrench!(1, out);
  expect(out[3]).toBeCloseTo(0.3, 9);
});

test("[PH75] a state whose table of motors is damaged is refused, and no motor changes", async () => {
  using engine = await doublePendulum("discrete");
  engine.setVelocityMotor(1, 0, 1, 5);
  engine.setVelocityMotor(2, 0, 2, 5);
  const state = engine.save();
  const sections = unpackState(state, 8);
  const motors = new Float64Array(sections[2]!.slice().buffer);
  // Six numbers per motor, beginning with mode and target: changes the first motor's target, and gives the second an
  // invalid mode.
  motors[1] = 9;
  motors[6] = 7;
  const damaged = packState(sections.with(2, new Uint8Array(motors.buffer)));
  expect(() => engine.restore(damaged)).toThrow(/mode 7/);
  expect(engine.save()).toEqual(state);
});

test("[PH84] more room for contacts changes nothing else", async () => {
  const mujoco = await loadMujoco();
  const worlds = [0, 1].map(() => {
    const world = new MujocoWorld(mujoco, "discrete");
    world.setGravity(down);
    world.scene.addBody(ground());
    for (let id = 1; id <= 12; id++) {
      const made = world.scene.addBody(body(id, at(0.05 * id, 0, 0.41 * id), cube(0.4)));
      world.wish(made, { pose: made.pose, linear: weightless, angular: weightless });
    }
    return world;
  });
  const [first, second] = worlds;
  for (let step = 0; step < 300; step++) {
    if (step === 150) second!.current().enlarge();
    for (const world of worlds) stepWorld(world, 0.001);
  }
  expect(second!.current().data.narena).toBe(2 * first!.current().data.narena);
  expect(second!.numbers()).toEqual(first!.numbers());
  for (const world of worlds) world.free();
});

test("[PH84] a world that needs more room than it was given gets it", async () => {
  using engine = await createMujocoEngine({ gravity: down });
  engine.addBody(ground());
  // Thirty in one place, so that each pair of them touches.
  for (let id = 1; id <= 30; id++) engine.addBody(body(id, at(0.001 * id, 0, 0.19), cube(0.4)));
  engine.step(0.001);
  const pairs = engine.contacts().length;
  expect(pairs).toBe((30 * 29) / 2 + 30);
});

test("[PH92] in MuJoCo a leader moves what follows it as if it were its own inertia, and holds it to a millionth", async () => {
  using engine = await createMujocoEngine({ gravity: weightless });
  engine.addBody(body(1, identityPose, undefined, { mass: massOf(1, 0.1) }));
  engine.addBody(body(2, at(1, 0, 0), undefined, { mass: massOf(1, 0.2) }));
  engine.addJoint(joint(1, "revolute", [axis(X)]));
  engine.addJoint(joint(2, "revolute", [axis(X)], { child: 2, parentFrame: at(1, 0, 0) }));
  engine.setMimic(2, 0, { joint: 1, axis: 0, multiplier: -3, offset: 0 });
  for (let i = 0; i < 1000; i++) {
    engine.addJointForce(1, 0, 0.5);
    engine.addJointForce(2, 0, -0.1);
    engine.step(0.001);
  }
  // (I₁ + 9 I₂) α = τ₁ − 3 τ₂.
  const alpha = (0.5 + 0.3) / (0.1 + 9 * 0.2);
  const out = { slots: new Int32Array(0), values: new Float64Array(0) };
  engine.readJoints(out);
  const record = (id: number): Float64Array =>
    out.values.subarray(6 * engine.jointSlot(id), 6 * engine.jointSlot(id) + 6);
  expect(record(1)[3]! / alpha).toBeCloseTo(1, 4);
  expect(record(2)[0]).toBeCloseTo(-3 * record(1)[0]!, 6);
});
