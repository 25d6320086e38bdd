import {
  at,
  body,
  cube,
  ground,
  shape,
  type BodyState,
  stateOf,
} from "../../packages/sim/src/physics/contract/engine-scene.fixture.ts";
import type { PhysicsEngine, Surface } from "../../packages/sim/src/physics/engine.ts";
import { down, reader, run, solidBox, solidSphere, weightless, Worst, type AccuracyScene } from "./scene.ts";

const RADIUS = 0.1;

function ball(id: number, x: number, z: number, surface: Surface, speed: number, mass = 1) {
  const round = shape(id, { type: "sphere", radius: RADIUS }, { surface });
  const more = { mass: solidSphere(mass, RADIUS), linearVelocity: { x: speed, y: 0, z: 0 } };
  return { ...body(id, at(x, 0, z), undefined, more), shapes: [round] };
}

/** Drops a ball from 1 m above the ground. Returns the height to which it rebounds. */
function rebound(engine: PhysicsEngine, restitution: number): number {
  engine.addBody(ground(0.5, 1));
  engine.addBody(ball(1, 0, 1 + RADIUS, { friction: 0.5, restitution }, 0));
  const read = reader(engine, 1);
  let apex = 0;
  // The first fall takes 0.452 s, the rise at most as long.
  run(engine, 1, (t) => {
    if (t > 0.47) apex = Math.max(apex, read()[2]! - RADIUS);
  });
  return apex;
}

export const bounces: readonly AccuracyScene[] = [1, 0.8, 0.5].map((e) => ({
  name: `ball bounces, e = ${e}`,
  about: `dropped from 1 m it comes back to e² m`,
  gravity: down,
  run: (engine) => [{ name: "height", error: Math.abs(rebound(engine, e) - e * e), unit: "m" }],
}));

export const flatLanding: AccuracyScene = {
  name: "box lands flat",
  about: "a box dropped flat from 1 m without restitution stays down, neither turning nor sliding",
  gravity: down,
  run(engine) {
    engine.addBody(ground(1, 0));
    engine.addBody(body(1, at(0, 0, 1.2), cube(0.4), { mass: solidBox(2, { x: 0.4, y: 0.4, z: 0.4 }) }));
    const read = reader(engine, 1);
    const [hop, depth, tilt, slide] = [new Worst(), new Worst(), new Worst(), new Worst()];
    run(engine, 1, (t) => {
      if (t < 0.455) return;
      const [x = 0, y = 0, z = 0, qx = 0, qy = 0] = read();
      hop.note(Math.max(0, z - 0.2));
      depth.note(Math.max(0, 0.2 - z));
      tilt.note(2 * Math.hypot(qx, qy));
      slide.note(Math.hypot(x, y));
    });
    return [
      { name: "hop", error: hop.value, unit: "m" },
      { name: "depth", error: depth.value, unit: "m" },
      { name: "tilt", error: tilt.value, unit: "rad" },
      { name: "slide", error: slide.value, unit: "m" },
    ];
  },
};

function collide(engine: PhysicsEngine, restitution: number): readonly [BodyState, BodyState] {
  const surface = { friction: 0, restitution };
  engine.addBody(ball(1, -0.3, 0, surface, 1, 2));
  engine.addBody(ball(2, 0.3, 0, surface, -1, 1));
  run(engine, 1);
  return [stateOf(engine, 1), stateOf(engine, 2)];
}

/** 2 kg at 1 m/s against 1 kg at −1 m/s: momentum 1 N·s, energy 1.5 J. */
export const elasticPair: AccuracyScene = {
  name: "elastic impact",
  about: "two balls that meet keep momentum and energy",
  gravity: weightless,
  run(engine) {
    const [a, b] = collide(engine, 1);
    const momentum = 2 * a.velocity.x + b.velocity.x - 1;
    const energy = a.velocity.x * a.velocity.x + 0.5 * b.velocity.x * b.velocity.x;
    return [
      { name: "momentum", error: Math.abs(momentum), unit: "N·s" },
      { name: "energy", error: Math.abs(energy / 1.5 - 1), unit: "" },
    ];
  },
};

export const inelasticPair: AccuracyScene = {
  name: "inelastic impact",
  about: "two balls that meet go on together with the momentum they had",
  gravity: weightless,
  run(engine) {
    const [a, b] = collide(engine, 0);
    return [
      { name: "momentum", error: Math.abs(2 * a.velocity.x + b.velocity.x - 1), unit: "N·s" },
      { name: "difference of speeds", error: Math.abs(a.velocity.x - b.velocity.x), unit: "m/s" },
    ];
  },
};
