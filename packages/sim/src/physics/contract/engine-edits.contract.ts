import { expect, test } from "vitest";
import { sameBytes } from "../../base/same-bytes.ts";
import type { PhysicsEngine } from "../engine.ts";
import {
  at,
  axis,
  body,
  cube,
  down,
  fingerprint,
  ground,
  joint,
  massOf,
  run,
  shape,
  turned,
  X,
  Y,
  Z,
  type CreateEngine,
} from "./engine-scene.fixture.ts";

/**
 * Edits of a running world. `forgets` says that the engine's behaviour depends on its contents alone, not on the edits
 * that led there.
 */
export function editContract(create: CreateEngine, { forgets }: { readonly forgets: boolean }): void {
  const edits: [string, (engine: PhysicsEngine) => void][] = [
    ["a new body", (engine) => engine.addBody(body(50, at(0.1, 0.1, 3), cube(0.2)))],
    ["a new static body", (engine) => engine.addBody({ ...body(0, at(4, 4, 0), cube(1)), kind: "static" })],
    ["a body removed", (engine) => engine.removeBody(12)],
    ["a static body removed", (engine) => engine.removeBody(11)],
    ["a jointed body removed", (engine) => engine.removeBody(8)],
    ["a new shape", (engine) => engine.addShape(12, shape(51, cube(0.1), { pose: at(0, 0, 0.3) }))],
    ["a shape removed", (engine) => engine.removeShape(12)],
    ["a resized shape", (engine) => engine.setShapeGeometry(12, cube(0.1))],
    ["another filter", (engine) => engine.setShapeFilter(12, { category: 4, mask: 3 })],
    ["another surface", (engine) => engine.setShapeSurface(12, { friction: 0.1, restitution: 0.5 })],
    ["another mass", (engine) => engine.setMass(12, massOf(3))],
    ["another kind", (engine) => engine.setBodyKind(12, "static")],
    ["another pose", (engine) => engine.setPose(12, at(3, 3, 3))],
    [
      "a new joint",
      (engine) => engine.addJoint(joint(9, "ball", [], { parent: 12, child: 6, childFrame: at(0, 0, 0.5) })),
    ],
    [
      "an axis that follows another",
      (engine) => engine.setMimic(3, 0, { joint: 1, axis: 0, multiplier: 1, offset: 0 }),
    ],
    ["a joint removed", (engine) => engine.removeJoint(3)],
    [
      "a joint made again",
      (engine) => {
        engine.removeJoint(8);
        engine.addJoint(joint(8, "prismatic", [axis(Z)], { parent: 7, child: 8, parentFrame: at(0.35, 0, 0) }));
      },
    ],
    [
      "a robot removed",
      (engine) => {
        for (const id of [1, 2, 3, 4]) engine.removeJoint(id);
        for (const id of [1, 2, 3, 4, 5]) engine.removeBody(id);
      },
    ],
    ["another gravity", (engine) => engine.setGravity({ x: 0, y: 0, z: -1 })],
  ];

  test.each(edits)("[PH77] at the instant of %s all others are as they were, to the bit", async (name, edit) => {
    using engine = await create({ gravity: down });
    scene(engine, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    run(engine, 0.3);
    // Except bodies attached to the joint, whose own coordinates were those of the joint.
    const robot = name === "a robot removed" ? [] : name === "a joint removed" ? [1, 2, 3] : [1, 2, 3, 4, 5];
    const others = [...robot, 7, 9, 10];
    const before = fingerprint(engine, others);
    edit(engine);
    expect(fingerprint(engine, others)).toBe(before);
    run(engine, 0.01);
    expect(fingerprint(engine, others)).not.toBe(before);
  });

  test.each(edits)("[PH100] a state that is saved right after %s continues alike, to the bit", async (_, edit) => {
    using whole = await create({ gravity: down });
    using restored = await create({ gravity: down });
    scene(whole, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    run(whole, 0.3);
    edit(whole);
    restored.restore(whole.save());
    for (let i = 0; i < 5; i++) {
      for (const engine of [whole, restored]) run(engine, 0.02);
      expect(sameBytes(restored.save(), whole.save())).toBe(true);
    }
  });

  test.skipIf(!forgets)("[PH78] the same bodies behave the same, by whatever edits they came to be", async () => {
    using straight = await create({ gravity: down });
    scene(straight, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    using devious = await create({ gravity: { x: 1, y: 2, z: 3 } });
    devious.addBody(body(77, at(0, 0, 9), cube(2)));
    scene(devious, [9, 12, 1, 7, 11, 3, 5, 10, 2, 8, 4, 6]);
    devious.addShape(4, shape(78, cube(3)));
    devious.setShapeGeometry(3, cube(0.7));
    devious.contacts();
    devious.setGravity(down);
    devious.removeBody(77);
    devious.removeShape(78);
    devious.setShapeGeometry(3, cube(0.1));
    const ids = straight.bodyIds();
    expect(devious.bodyIds()).toEqual(ids);
    for (const engine of [straight, devious]) run(engine, 0.5);
    expect(fingerprint(devious, ids)).toBe(fingerprint(straight, ids));
    // From the same moment, by different edits to the same contents.
    devious.restore(straight.save());
    straight.removeBody(3);
    straight.addBody(body(30, at(0.2, 0.1, 4), cube(0.3)));
    devious.addBody(body(31, at(9, 9, 9), cube(1)));
    devious.addBody(body(30, at(0.2, 0.1, 4), cube(0.3)));
    devious.removeBody(31);
    devious.removeBody(3);
    run(straight, 0.5);
    run(devious, 0.5);
    expect(fingerprint(devious, devious.bodyIds())).toBe(fingerprint(straight, straight.bodyIds()));
  });

  test("[PH79] an edit taken back by a restore leaves nothing", async () => {
    using engine = await create({ gravity: down });
    scene(engine, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    run(engine, 0.2);
    const state = engine.save();
    run(engine, 0.2);
    const wanted = fingerprint(engine, engine.bodyIds());
    for (const [, edit] of edits) {
      engine.restore(state);
      edit(engine);
      run(engine, 0.003);
      engine.restore(state);
      run(engine, 0.2);
      expect(fingerprint(engine, engine.bodyIds())).toBe(wanted);
    }
  });
}

/** A robot with joints, loose things on the ground, a static post; created in the given order of ids. */
function scene(engine: PhysicsEngine, order: readonly number[]): void {
  engine.addBody(ground());
  for (const id of order) {
    const place = id <= 5 ? at(0.25 * id, 0, 1.5) : at(0.35 * (id % 3), 0.4 + 0.02 * id, 0.2 + 0.31 * (id - 6));
    const desc = body(id, id <= 5 ? place : turned("x", 0.1 * id, place), cube(id <= 5 ? 0.1 : 0.3));
    if (id === 11) engine.addBody({ ...desc, kind: "static", pose: at(5, 5, 0) });
    else engine.addBody({ ...desc, mass: massOf(1, id <= 5 ? 0.01 : 0.02), group: id <= 5 ? 1 : 0 });
  }
  const pairs: [number, ReturnType<typeof axis>][] = [
    [1, axis(Y, { damping: 0.1 })],
    [2, axis(X, { springStiffness: 2, springReference: 0.3 })],
    [3, axis(Z, { friction: 0.02 })],
    [4, axis(Y, { lower: -0.5, upper: 0.5 })],
  ];
  for (const [id, hinge] of pairs) {
    const frames = { parentFrame: at(0.125, 0, 0), childFrame: at(-0.125, 0, 0) };
    engine.addJoint(joint(id, "revolute", [hinge], { parent: id, child: id + 1, ...frames }));
  }
  engine.addJoint(joint(8, "prismatic", [axis(Z)], { parent: 7, child: 8, parentFrame: at(0.35, 0, 0) }));
  engine.setPositionMotor(1, 0, 0.4, 5, 0.5, 10);
  engine.setVelocityMotor(4, 0, 1, 0.5);
}
