import { expect, test } from "vitest";
import type { PhysicsEngine } from "../engine.ts";
import {
  castRay,
  at,
  body,
  cube,
  down,
  DT,
  fingerprint,
  jointRecord,
  movedSlots,
  run,
  weightless,
  type CreateEngine,
} from "./engine-scene.fixture.ts";
import { machine, pile, savedScenes, wall, type SavedScene } from "./saved-scenes.fixture.ts";

export function stateContract(create: CreateEngine, memoryBytes: () => number): void {
  test.each(savedScenes)(
    "[PH70] after a restore %s runs on as if nothing had been, to the bit",
    async (_name, scene) => {
      using engine = await create({ gravity: down });
      using other = await create({ gravity: weightless });
      scene.fill(engine);
      run(engine, scene.before);
      const state = engine.save();
      const played = play(engine, scene);
      // Restored in the same engine, twice, and once in an engine that never saw this world.
      for (const target of [engine, engine, other]) {
        target.restore(state);
        expect(play(target, scene)).toEqual(played);
      }
      // A run without any save.
      using untouched = await create({ gravity: down });
      scene.fill(untouched);
      run(untouched, scene.before);
      expect(play(untouched, scene)).toEqual(played);
    },
  );

  test.each(savedScenes)("[PH71] %s restored saves the same bytes, also later", async (_name, scene) => {
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
    const ray = () => castRay(engine, { x: 0, y: 3, z: 10 }, { x: 0, y: 0, z: -1 }, 20);
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

  test("[PH76] engines and restores give their memory back: it stops growing after the first of them", async () => {
    const cycle = async (fill: SavedScene["fill"], restores: number) => {
      using engine = await create({ gravity: down });
      fill(engine);
      run(engine, 0.005);
      const state = engine.save();
      for (let i = 0; i < restores; i++) engine.restore(state);
    };
    for (let i = 0; i < 10; i++) await cycle(i % 2 ? pile : machine, 10);
    const settled = memoryBytes();
    for (let i = 0; i < 100; i++) await cycle(i % 2 ? pile : machine, 1);
    await cycle(pile, 100);
    await cycle(machine, 100);
    expect(memoryBytes()).toBe(settled);
  });
}

/** Returns what a caller sees while the scene continues. */
function play(engine: PhysicsEngine, scene: SavedScene): string[] {
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

function same(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}
