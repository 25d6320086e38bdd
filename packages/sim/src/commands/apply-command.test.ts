import type { gz, orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { IsModel, IsStatic, Name } from "../components/identity.ts";
import { Inertial, PhysicsSettings, SelfCollide } from "../components/physics.ts";
import { Pose } from "../components/pose.ts";
import { Plugins, SimClock } from "../components/simulation.ts";
import { FIRST_SESSION_ENTITY, type Entity } from "../ecs/entities.ts";
import { hashComponents } from "../ecs/state-hash.ts";
import { World } from "../ecs/world.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import { parseSdf } from "../formats/sdf/load-sdf.ts";
import { find, scopedName } from "../entities/find.ts";
import type { Scene } from "../scene/scene.ts";
import { spawnWorld } from "../entities/kinds/world.ts";
import { applyCommand, scenesWanted } from "./apply-command.ts";
import { describeCommand } from "./texts/describe-command.ts";
import { countKinds, nameThings } from "./texts/name-things.ts";
import { componentsEdit, createEdit, moveEdit, pushEdit, removeEdit, renameEdit } from "./make-edit.ts";
import { namedEntities } from "./named-entities.ts";
import { touchedBy } from "./checks/touched-by.ts";

const box = (name: string): string => `<model name="${name}"><link name="link">
  <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
  <visual name="c"><geometry><box><size>1 1 1</size></box></geometry></visual></link></model>`;

async function sceneOf(inner: string): Promise<Scene> {
  const { scene, problems } = await parseSdf(`<sdf version="1.9">${inner}</sdf>`, "a.sdf", new MemoryResources({}));
  expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  return scene;
}

async function worldOf(inner: string): Promise<{ world: World; root: Entity; entity: (name: string) => Entity }> {
  const world = new World();
  const root = spawnWorld(world, (await sceneOf(`<world name="w">${inner}</world>`)).worlds[0]!);
  return { world, root, entity: (name) => find(world, root, name)! };
}

const ahead = { x: 5, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 };

test("[CD1] all edits are checked before the first is done: what is refused has changed nothing", async () => {
  const { world, root, entity } = await worldOf(box("a") + box("b"));
  const before = hashComponents(world);
  const refused = (edits: orrery.Edit[], scenes: Scene[] = []): string => {
    let reason = "";
    try {
      applyCommand(world, root, { edits }, scenes);
    } catch (error) {
      reason = (error as Error).message;
    }
    expect(hashComponents(world)).toEqual(before);
    return reason;
  };
  const good = moveEdit(entity("a"), ahead);
  expect(refused([])).toBe("the command has no edits");
  expect(refused([good, {}])).toBe("an edit is empty");
  expect(refused([good, { pose: good.pose!, remove: { id: entity("b") } }])).toMatch(/several kinds: remove, pose/);
  expect(refused([good, removeEdit(999 as Entity)])).toBe("there is no entity 999");
  expect(refused([good, { pose: { name: "b", position: { x: Number.NaN } } }])).toMatch(/finite/);
  expect(refused([removeEdit(entity("a")), good])).toBe('"a" is removed by the same command');
  expect(refused([good, renameEdit(entity("a"), "b")])).toBe('the name "b" is taken');
  const scene = await sceneOf(box("c"));
  expect(refused([createEdit({ sdf: "…" }), createEdit({ sdf: "…" })], [scene, scene])).toMatch(/"c" is taken/);
});

test("[CD2] an edit may be about what the same command makes, and take a name that it frees", async () => {
  const { world, root, entity } = await worldOf(box("a") + box("b"));
  const scene = await sceneOf(box("b"));
  const first = FIRST_SESSION_ENTITY as Entity;
  const edits = [
    removeEdit(entity("b")),
    createEdit({ sdf: "…" }, first),
    moveEdit(first, ahead),
    renameEdit(entity("a"), "c"),
    { pose: { name: "c", position: { z: 7 } } },
  ];
  expect(applyCommand(world, root, { edits }, [scene])).toEqual({ entities: [first], names: ["b"] });
  expect(world.get(first, Pose)!.x).toBe(5);
  expect(world.get(entity("c"), Pose)!.z).toBe(7);
});

test("[CD3] entities that a session makes get ids one after the other; those of others and the world's are refused", async () => {
  const { world, root } = await worldOf(box("a"));
  const next = world.nextId;
  const create = async (name: string, firstId: number): Promise<Entity> => {
    const edits = [createEdit({ sdf: "…" }, firstId)];
    return applyCommand(world, root, { edits }, [await sceneOf(box(name))]).entities[0]!;
  };
  const model = await create("x", FIRST_SESSION_ENTITY + 16);
  expect(model).toBe(FIRST_SESSION_ENTITY + 16);
  expect(world.entities().slice(-4)).toEqual([0, 1, 2, 3].map((i) => model + i));
  expect(world.nextId).toBe(next);
  await expect(create("y", 77)).rejects.toThrow(/first_id must be from 2147483648 on/);
  await expect(create("y", FIRST_SESSION_ENTITY + 13)).rejects.toThrow(`there is an entity ${model} already`);
  await expect(create("y", 0xffffffff)).rejects.toThrow(/room for 4 more/);
  expect(await create("y", FIRST_SESSION_ENTITY + 12)).toBe(FIRST_SESSION_ENTITY + 12);
});

test("[CD3] ids do not depend on whether the world has a mesh already", async () => {
  const triangle = "<polyline><point>0 0</point><point>1 0</point><point>0 1</point><height>1</height></polyline>";
  const prism = (name: string): string => `<model name="${name}"><link name="l">
    <collision name="c"><geometry>${triangle}</geometry></collision></link><link name="m"/></model>`;
  const ids = async (inner: string): Promise<number[]> => {
    const { world, root, entity } = await worldOf(inner);
    const command = { edits: [createEdit({ sdf: "…" }, FIRST_SESSION_ENTITY)] };
    applyCommand(world, root, command, [await sceneOf(prism("p"))]);
    return [entity("p"), entity("p::l"), entity("p::m")];
  };
  expect(await ids(prism("q"))).toEqual(await ids(""));
});

test("[CD4] a clone is what its original is now, with its joints where they stand, at rest and elsewhere", async () => {
  const { world, root, entity } = await worldOf(
    `${box("a")}<light name="sun" type="point"><pose>0 0 3 0 0 0</pose></light>`,
  );
  world.set(entity("a"), Pose, ahead);
  world.set(entity("a"), SelfCollide, {});
  const command = {
    edits: [createEdit({ clone_name: "a", name: "b" }), createEdit({ clone_name: "sun", allow_renaming: true })],
  };
  const scenes = scenesWanted(world, root, command).map((source) => (source as { scene: Scene }).scene);
  expect(applyCommand(world, root, command, scenes).names).toEqual(["b", "sun_0"]);
  expect(world.get(entity("b"), Pose)).toEqual(ahead);
  expect(world.has(entity("b"), SelfCollide)).toBe(true);
  expect(world.childrenOf(entity("b::link"))).toHaveLength(2);
  expect(() => scenesWanted(world, root, { edits: [createEdit({ clone_name: "z" })] })).toThrow(
    'there is no entity "z"',
  );
});

test("[CD5] only components that may be edited are written, with values that are fit", async () => {
  const { world, root, entity } = await worldOf(box("a") + box("b"));
  const before = hashComponents(world);
  const [model, link] = [entity("a"), entity("a::link")];
  const inertial = world.get(link, Inertial)!;
  const refused = (edit: orrery.Edit, reason: RegExp): void => {
    expect(() => applyCommand(world, root, { edits: [edit] }, [])).toThrow(reason);
    expect(hashComponents(world)).toEqual(before);
  };
  refused(
    componentsEdit(root, [[SimClock, { steps: 1, timeNs: 1 }]]),
    /SimClock cannot be edited; these can: .*Inertial/,
  );
  refused(componentsEdit(model, [[Plugins, []]]), /cannot be edited/);
  refused(componentsEdit(model, [[Name, "x"]]), /cannot be edited/);
  refused(componentsEdit(model, [[Inertial, inertial]]), /"a" cannot have Inertial; these can: Link/);
  refused(componentsEdit(link, [[Inertial, { ...inertial, mass: -1 }]]), /Inertial.mass must be above 0, not -1/);
  refused(componentsEdit(link, [[Inertial, { ...inertial, mass: "1" }]]), /Inertial.mass must be a number/);
  refused(componentsEdit(link, [[Inertial, { ...inertial, ixx: 9 }]]), /above the sum of the other two/);
  refused(componentsEdit(link, [[Inertial, { ...inertial, extra: 1 }]]), /Inertial has no field extra/);
  refused(componentsEdit(link, [[Inertial, undefined]]), /cannot be removed/);
  refused(componentsEdit(model, [[IsStatic, undefined]]), /has no Static to remove/);
  refused(componentsEdit(model, [[Pose, { ...ahead, qw: 2 }]]), /unit quaternion/);
  refused(
    componentsEdit(root, [[PhysicsSettings, { ...world.get(root, PhysicsSettings)!, maxStepSize: 5 }]]),
    /a step must take/,
  );
  refused(
    { components: { id: link, components: { 1: { type: Inertial.key, component: new Uint8Array([255]) } } } },
    /not a value of Inertial/,
  );
  refused(
    { components: { id: link, components: { 7: { component: new Uint8Array() } } } },
    /no component with the key 7/,
  );
});

test("[CD5] values are written, tags set and taken away", async () => {
  const { world, root, entity } = await worldOf(box("a"));
  const link = entity("a::link");
  const heavy = { ...world.get(link, Inertial)!, mass: 9 };
  applyCommand(world, root, { edits: [componentsEdit(link, [[Inertial, heavy]])] }, []);
  expect(world.get(link, Inertial)).toEqual(heavy);
  applyCommand(
    world,
    root,
    {
      edits: [
        componentsEdit(entity("a"), [
          [IsStatic, {}],
          [SelfCollide, {}],
        ]),
      ],
    },
    [],
  );
  expect([world.has(entity("a"), IsStatic), world.has(entity("a"), SelfCollide)]).toEqual([true, true]);
  applyCommand(world, root, { edits: [componentsEdit(entity("a"), [[IsStatic, undefined]])] }, []);
  expect(world.has(entity("a"), IsStatic)).toBe(false);
});

test("[CD8] what a command touches and names, for conflicts and for what is stale", async () => {
  const { world, root, entity } = await worldOf(box("a") + box("b"));
  const [a, b] = [entity("a"), entity("b")];
  const below = [b, ...world.entities().filter((each) => scopedName(world, each).startsWith("b::"))];
  const edits = [
    moveEdit(a, ahead),
    removeEdit(b),
    { pose: { name: "a" } },
    componentsEdit(99 as Entity, [[Pose, ahead]]),
  ];
  expect(touchedBy(world, root, { edits })).toEqual(
    new Set([`${a}/${Pose.key}`, ...below.map((each) => `${each}/*`), `99/${Pose.key}`]),
  );
  expect(
    namedEntities({ edits: [...edits, createEdit({}, 2 ** 31 + 5), moveEdit((2 ** 31 + 6) as Entity, ahead)] }),
  ).toEqual([a, b, 99]);
});

test("[CD8] two pushes of one link are not in conflict, two edits of one component are", async () => {
  const { world, root, entity } = await worldOf(box("a"));
  const touched = (id: string, edit: orrery.Edit) => touchedBy(world, root, { id, edits: [edit] });
  const push = pushEdit(entity("a::link"), { force: { x: 1, y: 0, z: 0 } });
  expect([...touched("b:1", push)].filter((key) => touched("a:1", push).has(key))).toEqual([]);
  const move = moveEdit(entity("a"), ahead);
  expect(touched("b:1", move)).toEqual(touched("a:1", move));
});

test("[CD9] a command tells in words what it does", async () => {
  const { world, root, entity } = await worldOf(box("a") + box("b") + box("c"));
  const all = ["a", "b", "c"].map(entity);
  const turned = { ...ahead, x: 0, qz: 1, qw: 0 };
  const told = (...edits: orrery.Edit[]): string => describeCommand(world, root, { edits });
  expect(told(moveEdit(all[0]!, ahead))).toBe("Move a");
  expect(told(moveEdit(all[0]!, turned))).toBe("Rotate a");
  expect(told(...all.map(removeEdit))).toBe("Delete 3 models");
  expect(nameThings(world, [entity("a::link"), ...all])).toBe("3 models and 1 link");
  expect(countKinds(["joint", "light", "model", "light"])).toBe("1 model, 2 lights and 1 joint");
  expect(told(createEdit({ sdf: box("cone") }))).toBe("Insert cone");
  expect(told(createEdit({ sdf_filename: "model://robots/arm/model.sdf" }))).toBe("Insert arm");
  expect(told(createEdit({ clone_name: "a" }))).toBe("Duplicate a");
  expect(told(renameEdit(all[1]!, "z"))).toBe("Rename b to z");
  expect(told(componentsEdit(entity("a::link"), [[Inertial, Inertial.initial()]]))).toBe("Edit Inertial of a::link");
  expect(told(removeEdit(all[0]!), moveEdit(all[1]!, ahead))).toBe("Delete a and 1 more edit");
  expect(world.query(IsModel).count).toBe(3);
  const unknown: gz.Entity = { name: "nosuch" };
  expect(told({ remove: unknown })).toBe("Delete nosuch");
});
