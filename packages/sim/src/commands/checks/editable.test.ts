import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Geometry, SolidOf } from "../../components/geometry.ts";
import { component, numeric } from "../../ecs/component.ts";
import * as rules from "../../ecs/value-rule.ts";
import { World } from "../../ecs/world.ts";
import { MemoryResources } from "../../formats/memory-resources.ts";
import { loadSdf, parseSdf } from "../../formats/sdf/load-sdf.ts";
import { partsBelow, scopedName } from "../../entities/find.ts";
import { saveWorld, spawnWorld } from "../../entities/kinds/world.ts";
import { IsLink } from "../../components/identity.ts";
import { applyCommand } from "../apply-command.ts";
import { builtInComponents } from "../../components/built-in.ts";
import { editProblem, removalProblem } from "./editable.ts";
import { componentsEdit } from "../make-edit.ts";

const folder = join(import.meta.dirname, "../../../../../worlds");
const files: Record<string, Uint8Array> = {};
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile()) files[path.slice(folder.length + 1)] = new Uint8Array(readFileSync(path));
}

/** An entity held by a joint cannot be moved, not even to where it is. */
const HELD = / cannot be moved: the joint /;

test.each(Object.keys(files).filter((name) => name.endsWith(".sdf")))(
  "[CD5] whatever %s has and may be edited can be written as it is",
  async (name) => {
    const { scene } = await loadSdf(name, new MemoryResources(files, []));
    const problems = new Set<string>();
    for (const each of scene.worlds) {
      const world = new World();
      spawnWorld(world, each);
      for (const component of builtInComponents.filter(({ facts }) => facts.edit !== undefined)) {
        for (const [entity, value] of world.query(component)) {
          const problem = editProblem(world, entity, component, value);
          if (problem !== undefined && !HELD.test(problem)) problems.add(`${scopedName(world, entity)}: ${problem}`);
        }
      }
    }
    expect([...problems]).toEqual([]);
  },
);

test("[CD5] a third party's component can be edited as it declares, and be taken away only if it says so", () => {
  const Cell = numeric(
    "test.EditedCell",
    { charge: 0, joules: 0 },
    { edit: { on: [IsLink], value: rules.record({ charge: rules.share, joules: rules.finite }) } },
  );
  const Note = component("test.Note", () => ({ text: "", mood: "calm" }), {
    edit: {
      on: [IsLink],
      value: rules.record({ text: rules.text, mood: rules.choice("calm", "wild") }),
      presence: "offered",
    },
  });
  const Kept = numeric("test.Kept", { state: 0 });
  const world = new World();
  const link = world.create();
  expect(editProblem(world, link, Cell, Cell.initial())).toMatch("cannot have EditedCell; these can: Link");
  world.set(link, IsLink, {});
  world.set(link, Cell, Cell.initial());
  expect(editProblem(world, link, Cell, { charge: 0.5, joules: 1 })).toBeUndefined();
  expect(editProblem(world, link, Cell, { charge: 2, joules: 1 })).toBe("EditedCell.charge must be at most 1, not 2");
  expect(editProblem(world, link, Cell, { charge: 1 })).toBe("EditedCell lacks joules");
  expect(editProblem(world, link, Note, { text: "a", mood: "sad" })).toBe("Note.mood must be one of calm, wild");
  expect(editProblem(world, link, Kept, { state: 1 })).toMatch("test.Kept cannot be edited; these can: Angular");
  expect(removalProblem(world, link, Cell)).toBe("EditedCell cannot be removed, only set");
  world.set(link, Note, Note.initial());
  expect(removalProblem(world, link, Note)).toBeUndefined();
});

test("[CD5] a collision may become another shape; another file it gets only when it is created", async () => {
  const triangle = "<polyline><point>0 0</point><point>1 0</point><point>0 1</point><height>1</height></polyline>";
  const text = `<sdf version="1.9"><world name="w"><model name="m"><link name="l">
    <collision name="c"><geometry>${triangle}</geometry></collision></link></model></world></sdf>`;
  const { scene } = await parseSdf(text, "a.sdf", new MemoryResources({}));
  const world = new World();
  const root = spawnWorld(world, scene.worlds[0]!);
  const [link] = partsBelow(world, world.childrenOf(root)[0]!, IsLink);
  const [collision] = world.childrenOf(link!);
  const other = { ...world.get(collision!, Geometry)!, polylines: [] };
  expect(editProblem(world, collision!, Geometry, other)).toMatch("when it is created");
  const sphere = { type: "sphere", radius: 2 } as const;
  applyCommand(world, root, { edits: [componentsEdit(collision!, [[Geometry, sphere]])] }, []);
  expect(world.has(collision!, SolidOf)).toBe(false);
  expect(saveWorld(world, root).models[0]!.links[0]!.collisions[0]!.geometry).toEqual(sphere);
});
