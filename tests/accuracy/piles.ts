import { at, body, cube, ground } from "../../packages/sim/src/physics/contract/engine-scene.fixture.ts";
import type { PhysicsEngine } from "../../packages/sim/src/physics/engine.ts";
import { down, reader, run, solidBox, solidSphere, Worst, type AccuracyScene } from "./scene.ts";

/** Stacks boxes of 0.5 m. Returns how far the top one sinks. */
function sink(engine: PhysicsEngine, masses: readonly number[], seconds: number): number {
  engine.addBody(ground());
  masses.forEach((mass, i) => {
    const more = { mass: solidBox(mass, { x: 0.5, y: 0.5, z: 0.5 }) };
    engine.addBody(body(i + 1, at(0, 0, 0.25 + 0.5 * i), cube(0.5), more));
  });
  const read = reader(engine, masses.length);
  const worst = new Worst();
  const rest = 0.5 * masses.length - 0.25;
  run(engine, seconds, () => worst.note(Math.max(0, rest - read()[2]!)));
  return worst.value;
}

export const stackOfTen: AccuracyScene = {
  name: "stack of ten",
  about: "ten boxes of 1 kg on each other for 3 s; the top one stays at its height",
  gravity: down,
  run: (engine) => [
    {
      name: "sinks",
      error: sink(
        engine,
        Array.from({ length: 10 }, () => 1),
        3,
      ),
      unit: "m",
    },
  ],
};

export const heavyOnLight: AccuracyScene = {
  name: "100 kg on 1 kg",
  about: "a box of 100 kg on one of 1 kg for 3 s",
  gravity: down,
  run: (engine) => [{ name: "sinks", error: sink(engine, [1, 100], 3), unit: "m" }],
};

const SIDE = 6;
const RADIUS = 0.1;

/** 6 × 6 × 6 balls of 0.2 m fall between walls, 5 cm apart; the figure is the deepest overlap of any two. */
export const balls: AccuracyScene = {
  name: "216 balls in a box",
  about: "6 × 6 × 6 balls fall into a box that fits; no two overlap in 0.6 s",
  gravity: down,
  run(engine) {
    engine.addBody(ground());
    const half = SIDE * RADIUS + 0.01;
    const walls = [
      { x: 1, y: 0 },
      { x: -1, y: 0 },
      { x: 0, y: 1 },
      { x: 0, y: -1 },
    ];
    walls.forEach(({ x, y }, i) => {
      const { shapes, ...wall } = ground();
      const plane = {
        ...shapes[0]!,
        id: 1001 + i,
        geometry: { type: "plane", normal: { x: -x, y: -y, z: 0 } } as const,
      };
      engine.addBody({ ...wall, id: 1001 + i, pose: at(x * half, y * half, 0), shapes: [plane] });
    });
    const place = (k: number): number => (k - (SIDE - 1) / 2) * 2 * RADIUS;
    let id = 0;
    for (let i = 0; i < SIDE; i++)
      for (let j = 0; j < SIDE; j++)
        for (let k = 0; k < SIDE; k++) {
          const z = RADIUS + 0.05 + k * (2 * RADIUS + 0.05);
          engine.addBody(
            body(++id, at(place(i), place(j), z), { type: "sphere", radius: RADIUS }, { mass: solidSphere(1, RADIUS) }),
          );
        }
    const readers = Array.from({ length: id }, (_, i) => reader(engine, i + 1));
    const worst = new Worst();
    let steps = 0;
    run(engine, 0.6, () => {
      if (++steps % 10 === 0) worst.note(deepest(readers.map((read) => read())));
    });
    return [{ name: "overlap", error: worst.value, unit: "m" }];
  },
};

function deepest(records: readonly Float64Array[]): number {
  let depth = 0;
  records.forEach((a, i) => {
    depth = Math.max(depth, RADIUS - a[2]!);
    for (let j = 0; j < i; j++) {
      const b = records[j]!;
      const [x, y, z] = [a[0]! - b[0]!, a[1]! - b[1]!, a[2]! - b[2]!];
      const squared = x * x + y * y + z * z;
      if (squared < 4 * RADIUS * RADIUS) depth = Math.max(depth, 2 * RADIUS - Math.sqrt(squared));
    }
  });
  return depth;
}
