import { expect, test } from "vitest";
import type { BodyDesc } from "../engine.ts";
import {
  at,
  body,
  cube,
  down,
  ground,
  massOf,
  run,
  shape,
  stateOf,
  turned,
  type CreateEngine,
} from "./engine-scene.fixture.ts";

/** SDF's inertia for a link without one: 1 kg and 1 kg·m². */
const mass = massOf(1, 1);

export function landingContract(create: CreateEngine): void {
  const ball = (id: number, x: number) => shape(id, { type: "sphere", radius: 0.2 }, { pose: at(x, 0, 0) });
  const rod = shape(13, { type: "cylinder", radius: 0.05, length: 0.8 }, { pose: turned("y", Math.PI / 2) });
  const things: [string, BodyDesc, number][] = [
    ["a cube", body(1, at(0, 0, 2.2), cube(0.4), { mass }), 0.2],
    ["a small cube", body(1, at(0, 0, 2.05), cube(0.1), { mass }), 0.05],
    ["a cylinder", body(1, at(0, 0, 2.25), { type: "cylinder", radius: 0.2, length: 0.5 }, { mass }), 0.25],
    ["a dumbbell", body(1, at(0, 0, 2.2), undefined, { mass, shapes: [ball(11, -0.4), ball(12, 0.4), rod] }), 0.2],
  ];
  test.each(things)("[PH101] %s of SDF's default inertia lands flat and rests", async (_, thing, height) => {
    using engine = await create({ gravity: down });
    engine.addBody(ground(1));
    engine.addBody(thing);
    // It falls 2 m in 0.64 s.
    run(engine, 0.63);
    for (let i = 0; i < 1000; i++) {
      engine.step(0.001);
      const { position, rotation } = stateOf(engine, 1);
      expect(Math.hypot(position.x, position.y)).toBeLessThan(0.005);
      expect(2 * Math.hypot(rotation.x, rotation.y)).toBeLessThan(Math.PI / 180);
      if (i > 100) expect(position.z).toBeLessThan(height + 0.002);
    }
    const { velocity, spin } = stateOf(engine, 1);
    for (const part of [velocity, spin]) for (const speed of Object.values(part)) expect(speed).toBeCloseTo(0, 3);
  });

  test("[PH101] a mass, a shape or a state that is new counts", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground(1));
    engine.addBody(body(1, at(0, 0, 2.2), cube(1), { mass: massOf(6) }));
    run(engine, 0.1);
    engine.setShapeGeometry(1, cube(0.4));
    engine.setMass(1, mass);
    using copy = await create({ gravity: down });
    copy.restore(engine.save());
    for (const each of [engine, copy]) {
      run(each, 1.2);
      const { position, rotation } = stateOf(each, 1);
      expect(Math.hypot(position.x, position.y)).toBeLessThan(0.005);
      expect(Math.hypot(rotation.x, rotation.y)).toBeLessThan(0.005);
    }
    expect(copy.save()).toEqual(engine.save());
  });
}
