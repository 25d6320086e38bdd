import type { PhysicsEngine } from "../engine.ts";
import {
  at,
  axis,
  body,
  cube,
  DT,
  ground,
  joint,
  massOf,
  run,
  shape,
  turned,
  X,
  Y,
  Z,
} from "./engine-scene.fixture.ts";

/** A world to save: fills an engine, runs for a while, and says what to do between the save and the comparison. */
export interface SavedScene {
  readonly fill: (engine: PhysicsEngine) => void;
  readonly before: number;
  readonly after: (engine: PhysicsEngine) => void;
}

export const savedScenes: [string, SavedScene][] = [
  ["a pile", { fill: pile, before: 0.3, after: (engine) => run(engine, 0.1) }],
  ["a wall that a ball breaks", { fill: wall, before: 0.3, after: (engine) => run(engine, 0.1) }],
  ["sleeping bodies of which one is pushed", { fill: resting, before: 2, after: push }],
  ["motors, springs and turns", { fill: machine, before: 1, after: drive }],
  ["axes that follow others, and one that will", { fill: mimics, before: 0.5, after: follow }],
  ["links held fast in mid-air", { fill: held, before: DT, after: release }],
  ["joints of which none has seen a step", { fill: knot, before: 0, after: (engine) => run(engine, 0.5) }],
  ["motors and joints that no step has seen yet", { fill: untold, before: 0, after: drive }],
  [
    "obstacles that came and went while nothing was fast",
    { fill: obstacles, before: DT, after: (engine) => run(engine, 1.5) },
  ],
  ["bodies that come and go", { fill: pile, before: 0.2, after: comeAndGo }],
  ["things of many parts on rough ground", { fill: rough, before: 0.3, after: (engine) => run(engine, 0.1) }],
];

export function pile(engine: PhysicsEngine): void {
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

export function wall(engine: PhysicsEngine): void {
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

/** Hooks and balls in heaps, on terrain of triangles and of heights: pairs that touch in several places. */
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
  const heights = Float32Array.from({ length: 11 * 11 }, (_, i) => 0.04 * ((i * 7) % 5));
  const map = { type: "heightmap", columns: 11, rows: 11, heights, size: { x: 1, y: 1 } } as const;
  engine.addBody({ id: 1000, kind: "static", pose: at(0, 0, 0), shapes: [shape(1000, map)] });
  const place = (i: number): number[] => [(i % 11) * 0.1 - 0.5, Math.floor(i / 11) * 0.1 - 0.5, heights[i]!];
  const vertices = Float32Array.from({ length: 3 * 11 * 11 }, (_, i) => place(Math.floor(i / 3))[i % 3]!);
  const squares = Array.from({ length: 10 * 10 }, (_, i) => Math.floor(i / 10) * 11 + (i % 10));
  const indices = Uint32Array.from(squares.flatMap((a) => [a, a + 1, a + 12, a, a + 12, a + 11]));
  const hills = { type: "mesh", vertices, indices } as const;
  engine.addBody({ id: 1001, kind: "static", pose: at(2.5, 0, 0), shapes: [shape(1001, hills)] });
  for (let i = 0; i < 16; i++) {
    const geometry = i % 4 === 3 ? ({ type: "sphere", radius: 0.1 } as const) : hook;
    const position = { x: (i % 2) * 2.5 + 0.07 * (i % 5), y: 0.05 * (i % 3), z: 0.25 + 0.15 * Math.floor(i / 2) };
    engine.addBody(body(i + 1, turned("x", 0.3 * i, position), geometry, { mass: massOf(1, 0.02) }));
  }
}

function push(engine: PhysicsEngine): void {
  run(engine, 0.1);
  engine.setVelocity(3, { x: 2, y: 0.5, z: 1 }, { x: 0, y: 1, z: 0 });
  run(engine, 1);
}

/** All joint types, every law for an axis, a wide limit, a distant target. */
export function machine(engine: PhysicsEngine): void {
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

/**
 * A slide follows an angle, which follows the second axis of a universal joint, whose first axis gets a leader later.
 */
function mimics(engine: PhysicsEngine): void {
  machine(engine);
  engine.setMimic(2, 0, { joint: 1, axis: 0, multiplier: 0.1, offset: 0.05 });
  engine.setMimic(6, 0, { joint: 4, axis: 1, multiplier: -2, offset: 0 });
  engine.setMimic(4, 0, { joint: 77, axis: 0, multiplier: 1, offset: 0 });
}

function follow(engine: PhysicsEngine): void {
  run(engine, 0.1);
  engine.addBody(body(7, at(0, 5, 3), cube(0.2)));
  engine.addJoint(joint(77, "revolute", [axis(X)], { child: 7, parentFrame: at(0, 5, 3) }));
  run(engine, 0.1);
  engine.setMimic(2, 0, undefined);
  engine.setMimic(6, 0, { joint: 77, axis: 0, multiplier: 1, offset: 0.2 });
  engine.setVelocityMotor(77, 0, 2, Infinity);
  run(engine, 0.2);
}

/** One body with two attached to it, in an irregular order of ids. */
function knot(engine: PhysicsEngine): void {
  for (let id = 1; id <= 5; id++) engine.addBody(body(id, at(id, 0, 3), cube(0.2)));
  for (const child of [1, 3]) {
    engine.addJoint(joint(child, "ball", [], { parent: 5, child, parentFrame: at(child - 5, 0, 0) }));
  }
}

/** A chain, one link of which becomes static while it moves. */
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

function release(engine: PhysicsEngine): void {
  run(engine, 0.1);
  engine.setBodyKind(2, "dynamic");
  run(engine, 0.3);
}

/**
 * A fast ball checks for obstacles in its way; then one plate is removed and another one added. The two cubes above
 * them fall by less than half their size per step at first, and by more when they land.
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
  run(engine, 0.1);
}
