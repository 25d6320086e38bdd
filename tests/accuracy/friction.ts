import { at, body, cube, ground, shape, turned } from "../../packages/sim/src/physics/contract/engine-scene.fixture.ts";
import type { PhysicsEngine } from "../../packages/sim/src/physics/engine.ts";
import { down, G, reader, run, solidBox, solidSphere, type AccuracyScene } from "./scene.ts";

const SIZE = 0.4;
const boxMass = solidBox(2, { x: SIZE, y: SIZE, z: SIZE });

/**
 * Places a box with friction 0.5 at rest on a slope that falls along x. Returns how far it has slid after some time.
 */
function slideDown(engine: PhysicsEngine, degrees: number, seconds: number): number {
  const angle = (degrees * Math.PI) / 180;
  const slope = shape(1000, { type: "plane", normal: { x: 0, y: 0, z: 1 } });
  engine.addBody({ id: 1000, kind: "static", pose: turned("y", angle), shapes: [slope] });
  const above = { x: (Math.sin(angle) * SIZE) / 2, y: 0, z: (Math.cos(angle) * SIZE) / 2 };
  engine.addBody(body(1, turned("y", angle, above), cube(SIZE), { mass: boxMass }));
  const read = reader(engine, 1);
  run(engine, seconds);
  const [x = 0, , z = 0] = read();
  return (x - above.x) * Math.cos(angle) - (z - above.z) * Math.sin(angle);
}

/** The friction angle is 26.565°. */
export const holdingSlope: AccuracyScene = {
  name: "slope, 26.3°",
  about: "a box of friction 0.5 just below its friction angle stays for 2 s",
  gravity: down,
  run: (engine) => [{ name: "creep", error: Math.abs(slideDown(engine, 26.3, 2)), unit: "m" }],
};

export const slidingSlope: AccuracyScene = {
  name: "slope, 26.8°",
  about: "just above it the box goes g (sin α − μ cos α) t² / 2 in 2 s; what is missing or too much is friction",
  gravity: down,
  run(engine) {
    const angle = (26.8 * Math.PI) / 180;
    const exact = G * (Math.sin(angle) - 0.5 * Math.cos(angle));
    const found = (2 * slideDown(engine, 26.8, 2)) / 4;
    return [{ name: "friction", error: Math.abs(found - exact) / (0.5 * G * Math.cos(angle)), unit: "" }];
  },
};

export const stopping: AccuracyScene = {
  name: "sliding to a stop",
  about: "a box at 3 m/s on friction 0.5 stops after v² / 2μg",
  gravity: down,
  run(engine) {
    engine.addBody(ground());
    engine.addBody(body(1, at(0, 0, SIZE / 2), cube(SIZE), { mass: boxMass }));
    run(engine, 0.5);
    const read = reader(engine, 1);
    const from = read()[0]!;
    engine.setVelocity(1, { x: 3, y: 0, z: 0 }, { x: 0, y: 0, z: 0 });
    run(engine, 1.5);
    return [{ name: "way", error: Math.abs((read()[0]! - from) / (9 / G) - 1), unit: "" }];
  },
};

export const rolling: AccuracyScene = {
  name: "ball that starts to roll",
  about: "a ball that slides at 2 m/s rolls at 5/7 of that in the end, without slip",
  gravity: down,
  run(engine) {
    engine.addBody(ground());
    const more = { mass: solidSphere(1, 0.2), linearVelocity: { x: 2, y: 0, z: 0 } };
    engine.addBody(body(1, at(0, 0, 0.2), { type: "sphere", radius: 0.2 }, more));
    const read = reader(engine, 1);
    run(engine, 1);
    const record = read();
    const speed = record[7]!;
    return [
      { name: "speed", error: Math.abs(speed / (10 / 7) - 1), unit: "" },
      { name: "slip", error: Math.abs(record[11]! * 0.2 - speed), unit: "m/s" },
    ];
  },
};
