import { MessageRegistry, type orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { soak } from "../../../../tests/soak.ts";
import { Rng, seedFrom } from "../base/rng.ts";
import { FIRST_SESSION_ENTITY } from "../ecs/entities.ts";
import { hashComponents } from "../ecs/state-hash.ts";
import { World } from "../ecs/world.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import { parseSdf } from "../formats/sdf/load-sdf.ts";
import type { Scene } from "../scene/scene.ts";
import { hingeModel } from "../testing/hinge.ts";
import { randomEdit } from "../testing/random-edits.ts";
import { TestSim } from "../testing/test-sim.ts";
import { floor, twoWheeler } from "../testing/vehicles.ts";
import { applyCommand, scenesWanted } from "./apply-command.ts";
import { describeCommand } from "./texts/describe-command.ts";
import { touchedBy } from "./checks/touched-by.ts";

const crate = `<model name="crate"><pose>3 0 0.5 0 0 0</pose><link name="link"><inertial><mass>1</mass></inertial>
  <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
  <visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual></link></model>`;

const messages = new MessageRegistry();

async function scenesOf(world: World, sim: TestSim, command: orrery.Command): Promise<Scene[]> {
  const sources = scenesWanted(world, sim.runner.root, command);
  return Promise.all(
    sources.map(async (source) =>
      "scene" in source
        ? source.scene
        : (await parseSdf("sdf" in source ? source.sdf : "", "a.sdf", new MemoryResources({}))).scene,
    ),
  );
}

/** Returns the ids of what a command created, or why it was refused. */
async function outcome(world: World, sim: TestSim, command: orrery.Command): Promise<unknown> {
  try {
    return applyCommand(world, sim.runner.root, command, await scenesOf(world, sim, command));
  } catch (error) {
    return (error as Error).message;
  }
}

const ROOM: orrery.Room = { low: { x: -1, y: -1, z: 0.1 }, high: { x: 1, y: 1, z: 1 } };

const start = `${floor}${crate}${twoWheeler("")}${hingeModel("arm", { y: 5 })}<light name="sun" type="point"/>`;

for (const engine of ["rapier", "mujoco"]) {
  test(`[CD20] [CD27] random commands make the same components of a copy as of a world that ${engine} moves, refused or done`, async () => {
    const rng = new Rng(seedFrom(7, engine));
    using sim = await TestSim.load(`<physics type="${engine}"/>${start}`);
    const { world, root } = sim.runner;
    const mirror = new World();
    let version = 0;
    let firstId = FIRST_SESSION_ENTITY;
    const answers = { done: 0, refused: 0 };
    for (let i = 0; i < soak(1500); i++) {
      const changes = world.changesSince(version);
      version = changes.version;
      mirror.apply(changes.delta);
      expect(hashComponents(mirror)).toEqual(hashComponents(world));
      const edits = Array.from({ length: 1 + rng.int(2) }, (_, k) => randomEdit(world, root, rng, firstId + 1000 * k));
      firstId += 2000;
      // The targets have been moved since.
      const command: orrery.Command = { edits, ...(i % 2 === 0 && { room: ROOM }) };
      const before = hashComponents(world);
      const touched = touchedBy(mirror, root, command);
      const told = describeCommand(mirror, root, command);
      const received = messages.decode("orrery.msgs.Command", messages.encode("orrery.msgs.Command", command));
      expect([touchedBy(world, root, received), describeCommand(world, root, received)]).toEqual([touched, told]);
      const result = await outcome(world, sim, received);
      expect(await outcome(mirror, sim, command)).toEqual(result);
      expect(hashComponents(mirror)).toEqual(hashComponents(world));
      if (typeof result === "string") {
        expect([command, hashComponents(world)]).toEqual([command, before]);
        answers.refused++;
      } else answers.done++;
      sim.run({ steps: 3 });
    }
    expect(sim.log.filter(({ level }) => level === "error")).toEqual([]);
    expect(answers.done).toBeGreaterThan(60);
    expect(answers.refused).toBeGreaterThan(5);
  });

  test(`[CD19] in ${engine} a restore after each of many random commands makes no difference`, async () => {
    const rng = new Rng(seedFrom(11, engine));
    const load = () => TestSim.load(`<physics type="${engine}"/>${start}`);
    using sim = await load();
    using restored = await load();
    const commands: string[] = [];
    for (let i = 0; i < soak(600); i++) {
      const { world, root } = sim.runner;
      const command = { edits: [randomEdit(world, root, rng, FIRST_SESSION_ENTITY + 1000 * i)] };
      const steps = 4 * rng.int(2);
      commands.push(describeCommand(world, root, command));
      for (const each of [sim, restored]) {
        await outcome(each.runner.world, each, command);
        const now = each.runner.keyframe();
        if (each === restored) each.runner.restore(now);
        each.run({ steps });
      }
      expect([commands.slice(-3), restored.runner.hash()]).toEqual([commands.slice(-3), sim.runner.hash()]);
    }
  });
}
