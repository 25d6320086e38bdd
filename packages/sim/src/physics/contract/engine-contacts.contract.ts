import { expect, test } from "vitest";
import type { Contact } from "../engine.ts";
import {
  at,
  body,
  cube,
  down,
  DT,
  G,
  ground,
  massOf,
  run,
  shape,
  stateOf,
  weightless,
  type CreateEngine,
} from "./engine-scene.fixture.ts";

export function contactContract(create: CreateEngine): void {
  const slope = (angle: number) => ({ x: G * Math.sin(angle), y: 0, z: -G * Math.cos(angle) });

  test("[PH30] a box holds on a slope whose tangent is below the friction", async () => {
    // tan 26.3° = 0.494
    using engine = await create({ gravity: slope((26.3 * Math.PI) / 180) });
    engine.addBody(ground(0.5));
    engine.addBody(body(1, at(0, 0, 0.1), { type: "box", size: { x: 0.4, y: 0.4, z: 0.2 } }));
    run(engine, 2);
    expect(stateOf(engine, 1).position.x).toBeLessThan(1e-3);
  });

  test("[PH30] it slides with g (sin − μ cos) on a steeper one", async () => {
    const angle = (35 * Math.PI) / 180;
    using engine = await create({ gravity: slope(angle) });
    engine.addBody(ground(0.5));
    engine.addBody(body(1, at(0, 0, 0.1), { type: "box", size: { x: 0.4, y: 0.4, z: 0.2 } }));
    run(engine, 1);
    const travel = (G * (Math.sin(angle) - 0.5 * Math.cos(angle))) / 2;
    expect(stateOf(engine, 1).position.x / travel).toBeCloseTo(1, 1.5);
  });

  test("[PH31] the smaller friction of a pair counts, and a new surface counts at once", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground(1));
    const sledge = shape(
      1,
      { type: "box", size: { x: 0.4, y: 0.4, z: 0.2 } },
      { surface: { friction: 0.1, restitution: 0 } },
    );
    engine.addBody({ ...body(1, at(0, 0, 0.1)), shapes: [sledge], linearVelocity: { x: 2, y: 0, z: 0 } });
    run(engine, 1);
    expect(stateOf(engine, 1).velocity.x).toBeCloseTo(2 - 0.1 * G, 1);
    engine.setShapeSurface(1, { friction: 1, restitution: 0 });
    run(engine, 0.5);
    expect(stateOf(engine, 1).velocity.x).toBeCloseTo(0, 2);
  });

  test("[PH32] a ball jumps to e² of its height, e being the product of both restitutions", async () => {
    for (const [own, floor] of [
      [0.5, 1],
      [0.8, 1],
      [1, 0.8],
      [0.9, 0.8],
      [0.8, 0],
    ] as const) {
      const e = own * floor;
      using engine = await create({ gravity: down });
      engine.addBody(ground(0.5, floor));
      const ball = shape(1, { type: "sphere", radius: 0.1 }, { surface: { friction: 0.5, restitution: own } });
      engine.addBody({ ...body(1, at(0, 0, 1.1)), shapes: [ball] });
      run(engine, Math.sqrt(2 / G) + 0.02);
      let apex = 0;
      for (let i = 0; i < 600; i++) {
        engine.step(DT);
        apex = Math.max(apex, stateOf(engine, 1).position.z - 0.1);
      }
      if (e === 0) expect(apex).toBeLessThan(1e-3);
      else expect(apex / (e * e)).toBeCloseTo(1, 1.5);
    }
  });

  test("[PH33] shapes touch when the category of one is in the mask of the other", async () => {
    using engine = await create({ gravity: down });
    engine.addBody({
      ...ground(),
      shapes: [
        shape(1000, { type: "plane", normal: { x: 0, y: 0, z: 1 } }, { filter: { category: 0x8001, mask: 0x8010 } }),
      ],
    });
    const filtered = (id: number, x: number, category: number, mask: number) =>
      engine.addBody({ ...body(id, at(x, 0, 0.3)), shapes: [shape(id, cube(0.4), { filter: { category, mask } })] });
    filtered(1, 0, 2, 1);
    filtered(2, 2, 2, 4);
    filtered(3, 4, 0x8000, 0xffff);
    filtered(4, 6, 0x10, 2);
    filtered(5, 8, 0, 0);
    run(engine, 0.5);
    const rests = (id: number): boolean => Math.abs(stateOf(engine, id).position.z - 0.2) < 0.005;
    expect([1, 2, 3, 4, 5].map(rests)).toEqual([true, false, true, true, false]);
    engine.restore(engine.save());
    run(engine, 2);
    engine.setShapeFilter(1, { category: 2, mask: 2 });
    run(engine, 0.5);
    expect(stateOf(engine, 1).position.z).toBeLessThan(-0.5);
    expect(() => engine.setShapeFilter(1, { category: 0x10000, mask: 1 })).toThrow(/shape 1.*16/);
  });

  test("[PH33] twenty kinds of filters are told apart", async () => {
    using engine = await create({ gravity: down });
    const plane = shape(1000, { type: "plane", normal: { x: 0, y: 0, z: 1 } }, { filter: { category: 0, mask: 0 } });
    engine.addBody({ ...ground(), shapes: [plane] });
    // Numbers without a common bit pass through each other; otherwise the upper cube rests on the lower one, which is
    // held.
    const numbers = Array.from({ length: 20 }, (_, i) => [1 + 3 * i, 5 + 7 * i] as const);
    numbers.forEach(([category, mask], i) => {
      const filter = { category, mask };
      engine.addBody({ ...body(i, at(i, 0, 0.2)), kind: "static", shapes: [shape(i, cube(0.4), { filter })] });
      const above = { category: (mask * 3) & 0x3f, mask: category << 1 };
      engine.addBody({ ...body(50 + i, at(i, 0, 0.6)), shapes: [shape(50 + i, cube(0.4), { filter: above })] });
    });
    run(engine, 0.3);
    numbers.forEach(([category, mask], i) => {
      const held = (category & (category << 1)) !== 0 || (mask & ((mask * 3) & 0x3f)) !== 0;
      expect(Math.abs(stateOf(engine, 50 + i).position.z - 0.6) < 0.01, `pair ${i}`).toBe(held);
    });
  });

  test("[PH38] bodies of one group pass through each other, whatever their filters; others do not", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    const stacked = (id: number, x: number, z: number, group: number, filter = { category: 0xffff, mask: 0xffff }) =>
      engine.addBody({ ...body(id, at(x, 0, z)), shapes: [shape(id, cube(0.4), { filter })], group });
    stacked(1, 0, 0.2, 7);
    stacked(2, 0, 0.7, 7);
    stacked(3, 2, 0.2, 7);
    stacked(4, 2, 0.7, 8);
    stacked(5, 4, 0.2, 8, { category: 3, mask: 0xffff });
    stacked(6, 4, 0.7, 8, { category: 1, mask: 3 | 0x8000 });
    const saved = engine.save();
    run(engine, 1);
    const heights = () => [2, 4, 6].map((id) => Math.round(stateOf(engine, id).position.z * 10) / 10);
    expect(heights()).toEqual([0.2, 0.6, 0.2]);
    expect(engine.contacts().some(({ shape1, shape2 }) => shape1 === 5 && shape2 === 6)).toBe(false);
    engine.restore(saved);
    engine.removeShape(2);
    engine.addShape(2, shape(2, cube(0.4)));
    run(engine, 1);
    expect(heights()).toEqual([0.2, 0.6, 0.2]);
  });

  test("[PH34] forces of resting contacts add up to the weight, shape by shape", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    engine.addBody(body(7, at(0, 0, 0.2), cube(0.4), { mass: massOf(3) }));
    engine.addBody(body(2, at(0, 0, 0.6), cube(0.4), { mass: massOf(2) }));
    run(engine, 1);
    const contacts = engine.contacts();
    expect(contacts.map(({ shape1, shape2 }) => [shape1, shape2])).toEqual([
      [2, 7],
      [7, 1000],
    ]);
    expect(engine.contactsOf(7)).toEqual(contacts);
    expect(engine.contactsOf(2)).toEqual([contacts[0]]);
    expect(engine.contactsOf(1000)).toEqual([contacts[1]]);
    expect(engine.contactsOf(4)).toEqual([]);
    // The force acts on the second shape: the upper box presses the lower one down, the lower one the ground.
    expect(total(contacts[0]!, "z")).toBeCloseTo(-2 * G, 0.5);
    expect(total(contacts[1]!, "z")).toBeCloseTo(-5 * G, 0.5);
    for (const { points } of contacts) {
      expect(points.length).toBe(4);
      for (const { normal, depth, position } of points) {
        expect(normal.z).toBeCloseTo(-1, 3);
        expect(Math.abs(depth)).toBeLessThan(0.003);
        expect(Math.abs(position.x)).toBeCloseTo(0.2, 2);
        expect(Math.abs(position.y)).toBeCloseTo(0.2, 2);
      }
    }
    expect(contacts[0]!.points[0]!.position.z).toBeCloseTo(0.4, 2);
  });

  test("[PH34] friction is part of the force: a box held on a slope", async () => {
    using engine = await create({ gravity: slope(0.3) });
    engine.addBody(ground(0.8));
    engine.addBody(body(1, at(0, 0, 0.1), { type: "box", size: { x: 0.4, y: 0.4, z: 0.2 } }, { mass: massOf(2) }));
    run(engine, 1);
    const [contact] = engine.contacts();
    expect(total(contact!, "x")).toBeCloseTo(2 * G * Math.sin(0.3), 0.7);
    expect(total(contact!, "z")).toBeCloseTo(-2 * G * Math.cos(0.3), 0.7);
  });

  test("[PH34] the forces of an impact are its change of momentum", async () => {
    using engine = await create({ gravity: weightless });
    engine.addBody(ground());
    engine.addBody(
      body(
        1,
        at(0, 0, 0.25),
        { type: "sphere", radius: 0.2 },
        { linearVelocity: { x: 0, y: 0, z: -3 }, mass: massOf(2) },
      ),
    );
    let impulse = 0;
    for (let i = 0; i < 40; i++) {
      engine.step(DT);
      for (const contact of engine.contacts()) impulse -= total(contact, "z") * DT;
    }
    expect(impulse).toBeCloseTo(2 * (3 + stateOf(engine, 1).velocity.z), 1);
  });

  test("[PH35] nothing touches in the air", async () => {
    using engine = await create({ gravity: down });
    engine.addBody(ground());
    engine.addBody(body(1, at(0, 0, 1), cube(0.4)));
    engine.step(DT);
    expect(engine.contacts()).toEqual([]);
  });

  test("[PH37] an edit of what a sleeping body rests on wakes it", async () => {
    using engine = await create({ gravity: down });
    engine.addBody({ ...body(1, at(0, 0, 0), { type: "box", size: { x: 2, y: 2, z: 1 } }), kind: "static" });
    engine.addBody(body(2, at(0, 0, 0.7), cube(0.4)));
    run(engine, 2);
    engine.setShapeGeometry(1, { type: "box", size: { x: 2, y: 2, z: 0.6 } });
    run(engine, 1);
    expect(stateOf(engine, 2).position.z).toBeCloseTo(0.5, 2);
    run(engine, 2);
    engine.setPose(1, at(0, 0, -0.2));
    run(engine, 1);
    expect(stateOf(engine, 2).position.z).toBeCloseTo(0.3, 2);
    run(engine, 2);
    engine.setBodyKind(1, "kinematic");
    engine.removeShape(1);
    run(engine, 0.5);
    expect(stateOf(engine, 2).position.z).toBeLessThan(-0.5);
  });
}

function total(contact: Contact, key: "x" | "y" | "z"): number {
  return contact.points.reduce((sum, { force }) => sum + force[key], 0);
}
