import { at, body, massOf } from "../../packages/sim/src/physics/contract/engine-scene.fixture.ts";
import { angleBetween, freeRotation, intoBody, outOfBody, rk4 } from "./rigid-body.ts";
import { down, G, reader, run, weightless, Worst, type AccuracyScene } from "./scene.ts";

const MOMENTS = [0.4, 0.9, 1.2] as const;

/**
 * Tumbles, because it starts near the middle axis. Momentum and energy are conserved, and the attitude follows Euler's
 * equations.
 */
export const freeBody: AccuracyScene = {
  name: "free body",
  about: "a body of unequal inertia turns freely for 10 s from near its middle axis",
  gravity: weightless,
  run(engine) {
    const inertia = { ixx: MOMENTS[0], iyy: MOMENTS[1], izz: MOMENTS[2], ixy: 0, ixz: 0, iyz: 0 };
    const angularVelocity = { x: 0.05, y: 5, z: 0 };
    engine.addBody(body(1, at(0, 0, 0), undefined, { mass: { ...massOf(1), inertia }, angularVelocity }));
    const read = reader(engine, 1);
    const [momentum, energy, attitude] = [new Worst(), new Worst(), new Worst()];
    const start = quantities(read());
    let exact: number[] = [0, 0, 0, 1, 0.05, 5, 0];
    let steps = 0;
    run(engine, 10, () => {
      const now = quantities(read());
      momentum.note(Math.hypot(...now.momentum.map((l, i) => l - start.momentum[i]!)) / Math.hypot(...start.momentum));
      energy.note(now.energy / start.energy - 1);
      exact = rk4(exact, freeRotation(MOMENTS), 0.001);
      // The attitude of a tumbling body eventually diverges with any method; the first two seconds count.
      if (++steps <= 2000) attitude.note(angleBetween(read().subarray(3, 7), exact));
    });
    return [
      { name: "angular momentum", error: momentum.value, unit: "" },
      { name: "energy", error: energy.value, unit: "" },
      { name: "attitude, 2 s", error: attitude.value, unit: "rad" },
    ];
  },
};

function quantities(record: Float64Array): { momentum: number[]; energy: number } {
  const q = record.subarray(3, 7);
  const spin = intoBody(q, [record[10]!, record[11]!, record[12]!]);
  const own = spin.map((w, i) => w * MOMENTS[i]!) as [number, number, number];
  return { momentum: outOfBody(q, own), energy: spin.reduce((sum, w, i) => sum + 0.5 * w * own[i]!, 0) };
}

export const projectile: AccuracyScene = {
  name: "projectile",
  about: "thrown at 3 m/s along x and 5 m/s up; a parabola for 1 s",
  gravity: down,
  run(engine) {
    engine.addBody(body(1, at(0, 0, 0), undefined, { linearVelocity: { x: 3, y: 0, z: 5 } }));
    const read = reader(engine, 1);
    const worst = new Worst();
    run(engine, 1, (t) => {
      const [x = 0, y = 0, z = 0] = read();
      worst.note(Math.hypot(x - 3 * t, y, z - (5 * t - 0.5 * G * t * t)));
    });
    return [{ name: "place", error: worst.value, unit: "m" }];
  },
};
