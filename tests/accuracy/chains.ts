import { at, body, joint, massOf } from "../../packages/sim/src/physics/contract/engine-scene.fixture.ts";
import type { PhysicsEngine } from "../../packages/sim/src/physics/engine.ts";
import { transformPoint } from "@orrery/sim";
import { down, reader, run, Worst, type AccuracyScene, type ErrorFigure } from "./scene.ts";

const LINKS = 9;
const LINK = 0.2;

/**
 * Simulates nine links of 0.1 kg and a weight of 100 kg at their end, connected by ball joints; along x or hanging
 * down.
 */
function chain(engine: PhysicsEngine, direction: "x" | "z", seconds: number): readonly ErrorFigure[] {
  const place = (along: number) => (direction === "x" ? at(along, 0, 0) : at(0, 0, -along));
  for (let i = 0; i <= LINKS; i++) {
    const mass = i === LINKS ? massOf(100, 100 * 0.4 * 0.04) : massOf(0.1, 0.1 * 0.01);
    engine.addBody(body(i + 1, place((i + 0.5) * LINK), undefined, { mass }));
    const parent = i === 0 ? undefined : i;
    const parentFrame = parent === undefined ? at(0, 0, 0) : place(LINK / 2);
    engine.addJoint(joint(100 + i, "ball", [], { parent, child: i + 1, parentFrame, childFrame: place(-LINK / 2) }));
  }
  const readers = Array.from({ length: LINKS + 1 }, (_, i) => reader(engine, i + 1));
  const gap = new Worst();
  run(engine, seconds, () => {
    let end = { x: 0, y: 0, z: 0 };
    for (const read of readers) {
      const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 1] = read();
      const pose = { x, y, z, qx, qy, qz, qw };
      const start = transformPoint(pose, place(-LINK / 2));
      gap.note(Math.hypot(start.x - end.x, start.y - end.y, start.z - end.z));
      end = transformPoint(pose, place(LINK / 2));
    }
  });
  return [{ name: "gap at a joint", error: gap.value, unit: "m" }];
}

export const swingingChain: AccuracyScene = {
  name: "chain 1000:1, swinging",
  about: "links of 0.1 kg with 100 kg at the end swing down from the horizontal for 3 s; the joints hold",
  gravity: down,
  run: (engine) => chain(engine, "x", 3),
};

export const hangingChain: AccuracyScene = {
  name: "chain 1000:1, hanging",
  about: "the same, hanging still for 2 s",
  gravity: down,
  run: (engine) => chain(engine, "z", 2),
};
