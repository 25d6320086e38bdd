import type { orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { nearest } from "@orrery/msgs/nearest";
import { Name } from "../components/identity.ts";
import { ChosenEngine } from "../components/physics.ts";
import type { Component } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import type { Query } from "../ecs/query.ts";
import { World } from "../ecs/world.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import { parseSdf } from "../formats/sdf/load-sdf.ts";
import { EntityIndex } from "../entities/entity-index.ts";
import type { LinkScene, Scene } from "../scene/scene.ts";
import { spawnWorld } from "../entities/kinds/world.ts";
import { applyCommand, scenesWanted } from "./apply-command.ts";
import { changeTexts } from "./texts/change-texts.ts";
import { MAX_EDITS, MAX_MADE } from "./checks/command-limits.ts";
import { withShortTexts } from "./texts/command-texts.ts";
import { describeCommand } from "./texts/describe-command.ts";
import { resolveConflicts } from "./checks/resolve-conflicts.ts";

const box = (name: string, link = ""): string => `<model name="${name}"><link name="link">
  <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision></link>${link}</model>`;

async function sceneOf(inner: string): Promise<Scene> {
  const { scene } = await parseSdf(`<sdf version="1.9">${inner}</sdf>`, "a.sdf", new MemoryResources({}));
  return scene;
}

async function worldOf(inner: string): Promise<{ world: CountedWorld; root: Entity }> {
  const world = new CountedWorld();
  const root = spawnWorld(world, (await sceneOf(`<world name="w">${inner}</world>`)).worlds[0]!);
  return { world, root };
}

/**
 * Counts how many times it is queried, weighting lists of children by their lengths. These queries dominate the time of
 * a command.
 */
class CountedWorld extends World {
  looks = 0;

  override get<T>(entity: Entity, component: Component<T>): T | undefined {
    this.looks++;
    return super.get(entity, component);
  }

  override has(entity: Entity, component: Component): boolean {
    this.looks++;
    return super.has(entity, component);
  }

  override childrenOf(entity: Entity): Entity[] {
    const children = super.childrenOf(entity);
    this.looks += children.length;
    return children;
  }

  override query<const C extends readonly [Component, ...Component[]]>(...components: C): Query<C> {
    const found = super.query(...components);
    this.looks += found.count;
    return found;
  }
}

const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const at = (x: number) => ({ position: { x } });

/** Each makes `count` edits of one kind, in a world of that many boxes. */
const commands: Readonly<Record<string, (count: number) => orrery.Edit[]>> = {
  create: (count) => numbers(count).map((i) => ({ create: { factory: { name: `new${i}`, clone_name: "box0" } } })),
  "create, all by one name": (count) =>
    numbers(count).map(() => ({ create: { factory: { clone_name: "box0", allow_renaming: true } } })),
  "create, with ids": (count) =>
    numbers(count).map((i) => ({
      create: { first_id: 0x80000000 + 8 * i, factory: { clone_name: "box0", allow_renaming: true } },
    })),
  "create and remove in turns": (count) =>
    numbers(count).flatMap((i) => [
      { create: { factory: { name: "box1", clone_name: "box0", allow_renaming: true } } },
      { remove: { name: `box${i}`, type: "MODEL" } },
    ]),
  "pose by name": (count) => numbers(count).map((i) => ({ pose: { name: `box${i}`, ...at(i) } })),
  "push by name": (count) =>
    numbers(count).map((i) => ({
      push: { wrench: { entity: { name: `box${i}::link` }, wrench: { force: { x: 1 } } } },
    })),
  "visual of a link by its bare name": (count) =>
    numbers(count).map((i) => ({
      visual: { name: "v", parent_name: `part${i % 50}`, material: { ambient: { r: 1, a: 1 } } },
    })),
  remove: (count) => numbers(count).map((i) => ({ remove: { name: `box${i}`, type: "MODEL" } })),
};

test.each(Object.keys(commands))("[CD21] twice the edits look twice as often at the world: %s", async (kind) => {
  const cost = async (count: number): Promise<number> => {
    const { world, root } = await worldOf(
      numbers(count)
        .map((i) => box(`box${i}`, `<link name="part${i}"><visual name="v"/></link>`))
        .join(""),
    );
    const command = { edits: commands[kind]!(count) };
    const scenes = scenesWanted(world, root, command).map((source) => ("scene" in source ? source.scene : undefined!));
    world.looks = 0;
    describeCommand(world, root, command);
    applyCommand(world, root, command, scenes);
    return world.looks;
  };
  // The ratio is 2 if the cost is linear, and 4 if it is quadratic.
  expect((await cost(120)) / (await cost(60))).toBeLessThan(2.5);
});

test("[CD27] to find room for what is created, each shape of the world is looked at a few times", async () => {
  const cost = async (count: number): Promise<number> => {
    const { world, root } = await worldOf(
      numbers(count)
        .map((i) => box(`box${i}`))
        .join(""),
    );
    const { models } = await sceneOf(box("new"));
    const scene = { worlds: [], lights: [], actors: [], models };
    const edits = numbers(10).map((i) => ({ create: { factory: { name: `new${i}`, pose: at(i) } } }));
    const scenes = edits.map(() => scene);
    const room = { low: { x: -1, y: -1, z: -1 }, high: { x: 10, y: 1, z: 1 } };
    const looksAt = (command: orrery.Command): number => {
      world.looks = 0;
      applyCommand(world, root, command, scenes);
      applyCommand(world, root, { edits: edits.map((_, i) => ({ remove: { name: `new${i}`, type: "MODEL" } })) }, []);
      return world.looks;
    };
    const without = looksAt({ edits });
    return (looksAt({ edits, room }) - without) / count;
  };
  expect(await cost(100)).toBeLessThan(20);
  expect(await cost(200)).toBeLessThan(20);
});

test("[CD21] what waits is settled in proportion to what it touches, also what is about things that are not there", async () => {
  const cost = async (count: number): Promise<number> => {
    const { world, root } = await worldOf(
      numbers(count)
        .map((i) => box(`box${i}`))
        .join(""),
    );
    const command = (author: string): orrery.Command => ({
      author,
      edits: numbers(count).flatMap((i) => [
        { pose: { name: `box${i}`, ...at(i) } },
        { pose: { name: `missing${i}`, ...at(i) } },
      ]),
    });
    world.looks = 0;
    resolveConflicts(world, root, [command("a"), command("b")]);
    return world.looks;
  };
  expect((await cost(120)) / (await cost(60))).toBeLessThan(2.5);
});

test("[CD22] a command that asks for too much at once is refused with the limit", async () => {
  const { world, root } = await worldOf(box("a"));
  const move = { pose: { name: "a", ...at(1) } };
  const tooMany = { edits: Array.from({ length: MAX_EDITS + 1 }, () => move) };
  expect(() => applyCommand(world, root, tooMany, [])).toThrow(`at most ${MAX_EDITS} edits, not ${MAX_EDITS + 1}`);
  const { models } = await sceneOf(box("b"));
  const link = models[0]!.links[0]!;
  const links = numbers(MAX_MADE / 2).map((i) => ({ ...link, name: `link${i}` }));
  const scene = { worlds: [], lights: [], actors: [], models: [{ ...models[0]!, links }] };
  const creation = { edits: [{ create: { factory: { name: "b" } } }] };
  expect(() => applyCommand(world, root, creation, [scene])).toThrow(`at most ${MAX_MADE} entities, not 100001`);
  const crowd = { ...scene, models: [{ ...models[0]!, links: links.slice(0, 4001) }] };
  expect(() => applyCommand(world, root, creation, [crowd])).toThrow("at most 4000 links that move, not 4001");
  const wide = await worldOf(
    numbers(300)
      .map((i) => box(`box${i}`))
      .join(""),
  );
  const renamed = { edits: numbers(2000).map((i) => ({ rename: { entity: { name: `box${i}` }, name: `new${i}` } })) };
  expect(() => applyCommand(wide.world, wide.root, renamed, [])).toThrow("more than 1000000 entities");
});

test("[CD23] texts of a command are cut", () => {
  const long = "x".repeat(1_000_000);
  const { description, author_name } = withShortTexts({
    id: "c",
    description: `${"x".repeat(198)}😀😀`,
    author_name: long,
  });
  expect(description).toBe(`${"x".repeat(198)}…`);
  expect(author_name).toBe(`${"x".repeat(99)}…`);
});

test("[CD9] the name in a text that is inserted is found where it stands, and not in a comment", async () => {
  const { world, root } = await worldOf("");
  const described = (sdf: string): string =>
    describeCommand(world, root, { edits: [{ create: { factory: { sdf } } }] });
  expect(described(`<sdf><!-- <model name="no"> --><model\n name = 'crate'>`)).toBe("Insert crate");
  expect(described(`<sdf><model_state name="no"/><light type="spot" name="lamp">`)).toBe("Insert lamp");
  expect(described("<model ".repeat(100_000))).toBe("Insert a model");
});

test("[CD6] references in parameters are found by going over them once", () => {
  const change = (xml: string): string => changeTexts(xml, (tag, text) => (text === "old" ? `new_${tag}` : text));
  expect(change("<a> old </a><b x='1'>old</b ><c>older</c><d/>old<e>old<f>old</f></e>")).toBe(
    "<a> new_a </a><b x='1'>new_b</b ><c>older</c><d/>old<e>old<f>new_f</f></e>",
  );
  expect(change(`<a>${" ".repeat(100_000)}x<b>old</b></a>`)).toMatch(/x<b>new_b<\/b><\/a>$/);
});

test("[CD21] a hint is not looked for in names that are too long or too many", async () => {
  expect(nearest("x".repeat(300), ["x".repeat(299)])).toBeUndefined();
  const names = Array.from({ length: 100_000 }, (_, i) => `name_of_a_thing_that_is_long_${i}`);
  expect(nearest("nam_of_a_thing_that_is_long_0", names)).toBe(names[0]);
  const { world, root } = await worldOf(box("crate"));
  expect(() => applyCommand(world, root, { edits: [{ remove: { name: "crat", type: "MODEL" } }] }, [])).toThrow(
    'did you mean "crate"?',
  );
  expect(world.query(Name).count).toBe(4);
});

test("[CD22] links and shapes that are too many for an engine are refused before anything is made", async () => {
  const { world, root } = await worldOf("");
  const { models } = await sceneOf(box("b"));
  const [model] = models;
  const link = model!.links[0]!;
  const creation = { edits: [{ create: { factory: { name: "b" } } }] };
  const make = (links: readonly LinkScene[]) =>
    applyCommand(world, root, creation, [{ worlds: [], lights: [], actors: [], models: [{ ...model!, links }] }]);
  const collisions = numbers(2001).map((i) => ({ ...link.collisions[0]!, name: `c${i}` }));
  expect(() => make([{ ...link, collisions }])).toThrow('the link "link" has 2001 collisions, and 2000 are allowed');
  world.set(root, ChosenEngine, "mujoco");
  const many = numbers(1501).map((i) => ({ ...link, name: `link${i}` }));
  expect(() => make(many)).toThrow("there would be 1501 links that move, and MuJoCo takes at most 1500");
  world.set(root, ChosenEngine, "rapier");
  expect(make(many).names).toEqual(["b"]);
});

test("[CD21] an index of what comes and goes does not grow with the number of commands", async () => {
  const { world, root } = await worldOf(box("box0"));
  const index = EntityIndex.of(world);
  for (let i = 0; i < 2000; i++) {
    const create = { edits: [{ create: { factory: { name: `new${i}`, clone_name: "box0" } } }] };
    const scenes = scenesWanted(world, root, create).map((source) => ("scene" in source ? source.scene : undefined!));
    applyCommand(world, root, create, scenes);
    expect(index.childrenNamed(root, `new${i}`)).toHaveLength(1);
    applyCommand(world, root, { edits: [{ remove: { name: `new${i}`, type: "MODEL" } }] }, []);
  }
  expect(index.size).toBeLessThan(2000);
  expect(index.childrenNamed(root, "box0")).toHaveLength(1);
});
