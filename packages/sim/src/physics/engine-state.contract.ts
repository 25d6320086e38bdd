import { expect, test } from "vitest";
import type { PhysicsEngine } from "./engine.ts";
import {
  at,
  axis,
  body,
  cube,
  down,
  DT,
  fingerprint,
  ground,
  joint,
  jointRecord,
  massOf,
  movedSlots,
  run,
  shape,
  turned,
  weightless,
  X,
  Y,
  Z,
  type CreateEngine,
} from "./engine-scene.contract.ts";

/** A world to save: fills an engine, plays a while, and names what to do between the save and the comparison. */
interface Scene {
  readonly fill: (engine: PhysicsEngine) => void;
  readonly before: number;
  readonly after: (engine: PhysicsEngine) => void;
}

export function stateContract(create: CreateEngine, memoryBytes?: () => number): void {
  const scenes: [string, Scene][] = [
    ["a pile", { fill: pile, before: 0.3, after: (engine) => run(engine, 0.2) }],
    ["a wall that a ball breaks", { fill: wall, before: 0.3, after: (engine) => run(engine, 0.2) }],
    ["sleeping bodies of which one is pushed", { fill: resting, before: 2, after: push }],
    ["motors, springs and turns", { fill: machine, before: 1, after: drive }],
    ["links held fast in mid-air", { fill: held, before: DT, after: letGo }],
    ["joints of which none has seen a step", { fill: knot, before: 0, after: (engine) => run(engine, 0.5) }],
    ["motors and joints that no step has seen yet", { fill: untold, before: 0, after: drive }],
    [
      "obstacles that came and went while nothing was fast",
      { fill: obstacles, before: DT, after: (engine) => run(engine, 1.5) },
    ],
    ["bodies that come and go", { fill: pile, before: 0.2, after: comeAndGo }],
    ["things of many parts on rough ground", { fill: rough, before: 0.8, after: (engine) => run(engine, 0.5) }],
  ];

  test.each(scenes)("[PH70] after a restore %s runs on as if nothing had been, to the bit", async (_name, scene) => {
    using engine = await create({ gravity: down });
    using other = await create({ gravity: weightless });
    scene.fill(engine);
    run(engine, scene.before);
    const state = engine.save();
    const played = play(engine, scene);
    // Taken back in the same engine, twice, and once in an engine that never saw this world.
    for (const target of [engine, engine, other]) {
      target.restore(state);
      expect(play(target, scene)).toEqual(played);
    }
    // A run in which nothing was ever saved.
    using untouched = await create({ gravity: down });
    scene.fill(untouched);
    run(untouched, scene.before);
    expect(play(untouched, scene)).toEqual(played);
  });

  test.each(scenes)("[PH71] %s restored saves the same bytes, also later", async (_name, scene) => {
    using engine = await create({ gravity: down });
    using other = await create({ gravity: down });
    scene.fill(engine);
    run(engine, scene.before);
    const state = engine.save();
    expect(same(engine.save(), state)).toBe(true);
    engine.restore(state);
    expect(same(engine.save(), state)).toBe(true);
    other.restore(state);
    expect(same(other.save(), state)).toBe(true);
    scene.after(engine);
    scene.after(other);
    expect(same(other.save(), engine.save())).toBe(true);
  });

  test("[PH72] forces that wait for the next step are saved", async () => {
    using engine = await create({ gravity: weightless });
    machine(engine);
    run(engine, 0.1);
    engine.addForce(1, { x: 5, y: 3, z: -2 }, { x: 0.2, y: 0.1, z: 0 });
    engine.addTorque(2, { x: 1, y: 2, z: 3 });
    engine.addJointForce(2, 0, 4);
    const state = engine.save();
    run(engine, 0.1);
    const wanted = fingerprint(engine, engine.bodyIds());
    engine.restore(state);
    expect(same(engine.save(), state)).toBe(true);
    run(engine, 0.1);
    expect(fingerprint(engine, engine.bodyIds())).toBe(wanted);
  });

  test("[PH73] ids, slots, counts and what is still to be reported come back", async () => {
    using engine = await create({ gravity: down });
    machine(engine);
    engine.removeBody(5);
    run(engine, 0.05);
    movedSlots(engine);
    jointRecord(engine, 1);
    engine.setPose(1000, at(0, 0, -0.5));
    const seen = (target: PhysicsEngine) => ({
      bodies: target.bodyIds().map((id) => [id, target.bodySlot(id)]),
      joints: target.jointIds().map((id) => [id, target.jointSlot(id)]),
      shapes: target.shapeIds(),
      counts: [target.bodyCount, target.jointCount],
      moved: movedSlots(target),
      joint: jointRecord(target, 1),
    });
    const state = engine.save();
    const wanted = seen(engine);
    using other = await create({ gravity: weightless });
    other.addBody(body(77, at(0, 0, 0), cube(1)));
    other.restore(state);
    expect(seen(other)).toEqual(wanted);
    expect(other.hasBody(77)).toBe(false);
    expect(wanted.moved).toEqual([engine.bodySlot(1000)]);
  });

  test("[PH74] a restore is no edit: contacts and rays are those of the saved moment", async () => {
    using engine = await create({ gravity: down });
    wall(engine);
    run(engine, 0.4);
    engine.setPose(1, at(0, 3, 5));
    const contacts = engine.contacts();
    const ray = () => engine.castRay({ x: 0, y: 3, z: 10 }, { x: 0, y: 0, z: -1 }, 20);
    const hit = ray();
    const state = engine.save();
    run(engine, 0.3);
    engine.restore(state);
    expect(engine.contacts()).toEqual(contacts);
    expect(ray()).toEqual(hit);
    expect(hit?.shape).toBe(1);
  });

  test("[PH75] foreign, damaged or truncated bytes are refused with the reason, and nothing changes", async () => {
    using engine = await create({ gravity: down });
    machine(engine);
    run(engine, 0.1);
    const state = engine.save();
    const refused: Record<string, Uint8Array> = {
      empty: new Uint8Array(0),
      short: Uint8Array.of(1, 2, 3),
      noise: Uint8Array.from({ length: 5000 }, (_, i) => (i * 37) & 255),
      "truncated by one": state.slice(0, -1),
      "truncated by half": state.slice(0, state.length >> 1),
      "without its beginning": state.slice(8),
      "too long": Uint8Array.from([...state, 0]),
    };
    const accepted = Object.keys(refused).filter((name) => {
      try {
        engine.restore(refused[name]!);
        return true;
      } catch (error) {
        return !(error instanceof Error && error.message.length > 10) || !same(engine.save(), state);
      }
    });
    expect(accepted).toEqual([]);
    engine.step(DT);
    engine.restore(state);
    expect(same(engine.save(), state)).toBe(true);
  });

  test.skipIf(!memoryBytes)(
    "[PH76] engines and restores give their memory back: it grows no more after the first of them",
    async () => {
      const cycle = async (fill: Scene["fill"], restores: number) => {
        using engine = await create({ gravity: down });
        fill(engine);
        run(engine, 0.005);
        const state = engine.save();
        for (let i = 0; i < restores; i++) engine.restore(state);
      };
      for (let i = 0; i < 10; i++) await cycle(i % 2 ? pile : machine, 10);
      const settled = memoryBytes!();
      for (let i = 0; i < 100; i++) await cycle(i % 2 ? pile : machine, 1);
      await cycle(pile, 100);
      await cycle(machine, 100);
      expect(memoryBytes!()).toBe(settled);
    },
  );
}

/** What a caller sees while the scene goes on. */
function play(engine: PhysicsEngine, scene: Scene): string[] {
  const seen: string[] = [];
  const look = () => {
    const out = { slots: new Int32Array(0), values: new Float64Array(0) };
    const count = engine.readJoints(out);
    seen.push(
      fingerprint(engine, engine.bodyIds()),
      out.values.subarray(0, count * 6).join(),
      movedSlots(engine).join(),
    );
  };
  look();
  for (let i = 0; i < 20; i++) engine.step(DT);
  look();
  scene.after(engine);
  look();
  return seen;
}

function pile(engine: PhysicsEngine): void {
  engine.addBody(ground());
  for (let i = 0; i < 40; i++) {
    const position = {
      x: (i % 3) * 0.35 + 0.01 * (i % 7),
      y: (Math.floor(i / 3) % 3) * 0.35,
      z: 0.3 + 0.45 * Math.floor(i / 9),
    };
    const geometry = [
      cube(0.3),
      { type: "sphere", radius: 0.15 } as const,
      { type: "cylinder", radius: 0.15, length: 0.3 } as const,
    ][i % 3]!;
    engine.addBody(body(i + 1, turned("x", 0.1 * i, position), geometry, { mass: massOf(1, 0.02) }));
  }
}

function wall(engine: PhysicsEngine): void {
  engine.addBody(ground());
  for (let i = 0; i < 30; i++) {
    const row = Math.floor(i / 6);
    engine.addBody(
      body(i + 2, at((i % 6) * 0.41 + (row % 2) * 0.2, 0, 0.2 + 0.4 * row), cube(0.4), { mass: massOf(1, 0.03) }),
    );
  }
  const linearVelocity = { x: 0, y: -8, z: 1 };
  engine.addBody(body(1, at(1.2, 3, 0.8), { type: "sphere", radius: 0.3 }, { mass: massOf(5, 0.2), linearVelocity }));
}

function resting(engine: PhysicsEngine): void {
  engine.addBody(ground());
  for (let i = 0; i < 12; i++) engine.addBody(body(i + 1, at(i * 0.42, 0, 0.2 + 0.4 * (i % 2)), cube(0.4)));
}

/** Hooks and balls in heaps, on hills of triangles and of heights: pairs that touch in several places. */
function rough(engine: PhysicsEngine): void {
  const bar = (x: number, z: number, width: number, height: number): Float32Array =>
    Float32Array.from({ length: 24 }, (_, i) => {
      const corner = Math.floor(i / 3);
      if (i % 3 === 0) return x + ((corner & 1) - 0.5) * width;
      return i % 3 === 1 ? (((corner >> 1) & 1) - 0.5) * 0.1 : z + ((corner >> 2) - 0.5) * height;
    });
  const hook = {
    type: "compound",
    hulls: [bar(0, 0, 0.4, 0.1), bar(-0.15, 0.15, 0.1, 0.2), bar(0.15, 0.1, 0.1, 0.1)],
  } as const;
  const heights = Float32Array.from({ length: 21 * 21 }, (_, i) => 0.04 * ((i * 7) % 5));
  const map = { type: "heightmap", columns: 21, rows: 21, heights, size: { x: 2, y: 2 } } as const;
  engine.addBody({ id: 1000, kind: "static", pose: at(0, 0, 0), shapes: [shape(1000, map)] });
  const place = (i: number): number[] => [(i % 21) * 0.1 - 1, Math.floor(i / 21) * 0.1 - 1, heights[i]!];
  const vertices = Float32Array.from({ length: 3 * 21 * 21 }, (_, i) => place(Math.floor(i / 3))[i % 3]!);
  const squares = Array.from({ length: 20 * 20 }, (_, i) => Math.floor(i / 20) * 21 + (i % 20));
  const indices = Uint32Array.from(squares.flatMap((a) => [a, a + 1, a + 22, a, a + 22, a + 21]));
  const hills = { type: "mesh", vertices, indices } as const;
  engine.addBody({ id: 1001, kind: "static", pose: at(2.5, 0, 0), shapes: [shape(1001, hills)] });
  for (let i = 0; i < 24; i++) {
    const geometry = i % 4 === 3 ? ({ type: "sphere", radius: 0.1 } as const) : hook;
    const position = { x: (i % 2) * 2.5 + 0.07 * (i % 5), y: 0.05 * (i % 3), z: 0.4 + 0.2 * Math.floor(i / 2) };
    engine.addBody(body(i + 1, turned("x", 0.3 * i, position), geometry, { mass: massOf(1, 0.02) }));
  }
}

function push(engine: PhysicsEngine): void {
  run(engine, 0.1);
  engine.setVelocity(3, { x: 2, y: 0.5, z: 1 }, { x: 0, y: 1, z: 0 });
  run(engine, 1);
}

/** All joint types, every law on an axis, a wide limit, a far target. */
function machine(engine: PhysicsEngine): void {
  engine.addBody(ground());
  for (let i = 1; i <= 6; i++) engine.addBody(body(i, at(i, 0, 3), cube(0.2), { mass: massOf(1, 0.05) }));
  const hinge = axis(Y, {
    lower: -6,
    upper: 9,
    damping: 0.1,
    friction: 0.05,
    springStiffness: 1,
    springReference: 0.3,
  });
  engine.addJoint(joint(1, "revolute", [hinge], { parentFrame: at(1, 0, 3) }));
  engine.addJoint(
    joint(2, "prismatic", [axis(Z, { lower: -0.5, upper: 0.5, damping: 1 })], {
      child: 2,
      parent: 1,
      parentFrame: at(1, 0, 0),
    }),
  );
  engine.addJoint(
    joint(3, "ball", [], { child: 3, parent: 2, parentFrame: at(0.5, 0, 0), childFrame: at(-0.5, 0, 0) }),
  );
  engine.addJoint(joint(4, "universal", [axis(X), axis(Y)], { child: 4, parent: 3, parentFrame: at(1, 0, 0) }));
  engine.addJoint(joint(5, "fixed", [], { child: 5, parent: 4, parentFrame: at(1, 0, 0) }));
  engine.addJoint(joint(6, "revolute", [axis(X)], { child: 6, parentFrame: at(6, 0, 3) }));
  engine.setVelocityMotor(1, 0, 4, 20);
  engine.setPositionMotor(4, 0, 0.5, 20, 1, 50);
  engine.setVelocityMotor(6, 0, 12, 5);
}

/** One body with two that hang on it, in no order of ids. */
function knot(engine: PhysicsEngine): void {
  for (let id = 1; id <= 5; id++) engine.addBody(body(id, at(id, 0, 3), cube(0.2)));
  for (const child of [1, 3]) {
    engine.addJoint(joint(child, "ball", [], { parent: 5, child, parentFrame: at(child - 5, 0, 0) }));
  }
}

/** A chain of which one link becomes static while it moves. */
function held(engine: PhysicsEngine): void {
  for (let i = 1; i <= 3; i++) {
    engine.addBody(
      body(i, at(i, 0, 3), cube(0.2), { linearVelocity: { x: i, y: 3, z: 1 }, angularVelocity: { x: 9, y: 4, z: i } }),
    );
    if (i === 1) continue;
    const frames = { parent: i - 1, child: i, parentFrame: at(0.5, 0, 0), childFrame: at(-0.5, 0, 0) };
    engine.addJoint(joint(i, i % 2 === 0 ? "ball" : "revolute", i % 2 === 0 ? [] : [axis(Y)], frames));
  }
  run(engine, 0.05);
  engine.setBodyKind(2, "static");
}

function letGo(engine: PhysicsEngine): void {
  run(engine, 0.1);
  engine.setBodyKind(2, "dynamic");
  run(engine, 0.3);
}

/**
 * A fast ball looks for what is in its way; then one plate is taken away and another put up. The two cubes above them fall by
 * less than half their size in a step at first, by more when they arrive.
 */
function obstacles(engine: PhysicsEngine): void {
  const plate = { type: "box", size: { x: 1, y: 1, z: 0.02 } } as const;
  engine.addBody(body(1, at(0, 0, 0), plate, { kind: "static" }));
  engine.addBody(body(2, at(0, 5, 0), cube(0.1), { linearVelocity: { x: 0, y: 200, z: 0 } }));
  for (const x of [0, 5]) engine.addBody(body(3 + x, at(x, 0, 10), cube(0.02), { mass: massOf(1, 0.01) }));
  run(engine, 3 * DT);
  engine.removeBody(2);
  engine.removeBody(1);
  engine.addBody(body(4, at(5, 0, 0), plate, { kind: "static" }));
}

function untold(engine: PhysicsEngine): void {
  machine(engine);
  run(engine, 0.2);
  engine.addBody(body(7, at(8, 0, 3), cube(0.2)));
  engine.addJoint(
    joint(7, "revolute", [axis(Z, { friction: 0.1 })], { child: 7, parent: 6, parentFrame: at(2, 0, 0) }),
  );
  engine.removeJoint(5);
  for (const id of [7, 2, 6, 1]) engine.setVelocityMotor(id, 0, 3 - id, 10);
}

function drive(engine: PhysicsEngine): void {
  engine.setPositionMotor(1, 0, -5, 30, 3, 40);
  run(engine, 0.2);
  engine.clearMotor(4, 0);
  engine.addJointForce(2, 0, 5);
  run(engine, 0.5);
}

function comeAndGo(engine: PhysicsEngine): void {
  engine.removeBody(7);
  engine.addBody(body(90, at(0.3, 0.3, 4), cube(0.3)));
  run(engine, 0.1);
  engine.removeBody(12);
  engine.addShape(3, shape(91, cube(0.2), { pose: at(0.2, 0, 0) }));
  engine.addBody(body(92, at(0.5, 0.5, 4), { type: "sphere", radius: 0.2 }));
  engine.setShapeGeometry(1, cube(0.2));
  run(engine, 0.3);
}

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
