import { MemoryResources, type Entity } from "@orrery/sim";
import { loadSdf, spawnWorld, type Delta } from "@orrery/sim/host";
import { IsLink, IsModel, Name, Pose } from "@orrery/sim/components";
import { expect, onTestFinished, test } from "vitest";
import { Mirror } from "../../client/mirror.ts";
import { labelOf } from "./tree-items.ts";
import { toggleTreeOrder, treeOrder } from "./tree-settings.ts";
import { TreeState } from "./tree-state.ts";

const SDF = `<sdf version="1.11"><world name="w">
  <light name="sun" type="directional"/>
  <model name="cart"><link name="body"><visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry></visual>
    <collision name="c"><geometry><sphere><radius>1</radius></sphere></geometry></collision></link>
    <link name="wheel"/><joint name="axle" type="revolute"><parent>body</parent><child>wheel</child>
    <axis><xyz>0 0 1</xyz></axis></joint>
    <model name="inner"><link name="wheel"/></model></model>
  <model name="Box"><static>true</static><link name="link"/></model>
</world></sdf>`;

/** Returns a mirror that receives changes in the way the stream sends them. */
async function mirrored() {
  const { scene } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": SDF }));
  const mirror = new Mirror();
  const root = spawnWorld(mirror.world, scene.worlds[0]!);
  Object.defineProperty(mirror, "root", { value: root });
  let version = mirror.world.changesSince(0).version;
  const tell = (): Delta => {
    const { delta, version: now } = mirror.world.changesSince(version);
    version = now;
    mirror.changes.emit({ delta, whole: false, exact: false });
    return delta;
  };
  const named = (name: string) => [...mirror.world.query(Name)].find(([, other]) => other === name)![0];
  return { mirror, root, tell, named };
}

/** Returns the rows as text, indented by two spaces per level. */
function drawn(tree: TreeState): string[] {
  return tree.shown.current.rows.map(({ item, level, isOpen, isMatch }) => {
    const mark = isOpen === undefined ? " " : isOpen ? "-" : "+";
    return `${"  ".repeat(level)}${mark} ${labelOf(item)}${isMatch ? " *" : ""}`;
  });
}

test("[ET1] the world is open at first; below it stand links, models, joints, lights and the rest, each by id", async () => {
  const { mirror, root, named } = await mirrored();
  using tree = new TreeState(mirror);
  expect(drawn(tree)).toEqual(["- w", "  + cart", "  + Box", "    sun"]);
  tree.toggle(named("cart"), true);
  expect(drawn(tree).slice(1, 6)).toEqual(["  - cart", "    + body", "      wheel", "    + inner", "      axle"]);
  tree.toggleAll(named("cart"), true);
  expect(drawn(tree)).toContain("        v");
  expect(tree.shown.current.size).toBe(mirror.world.entityCount);
  tree.toggleAll(root, false);
  expect(drawn(tree)).toEqual(["+ w"]);
});

test("[ET2] poses change nothing; what is added, removed, renamed or moved recreates only itself and what is above", async () => {
  const { mirror, root, tell, named } = await mirrored();
  using tree = new TreeState(mirror);
  const { world } = mirror;
  const [before, cart, box] = [tree.shown.current, tree.item(named("cart")), tree.item(named("Box"))];
  world.set(named("cart"), Pose, { ...Pose.initial(), z: 3 });
  tell();
  expect(tree.shown.current).toBe(before);
  const added = world.create(root);
  world.set(added, IsModel, {});
  world.set(added, Name, "new");
  const link = world.create(added);
  world.set(link, IsLink, {});
  tell();
  expect(drawn(tree)).toEqual(["- w", "  + cart", "  + Box", "  + new", "    sun"]);
  expect(tree.item(named("cart"))).toBe(cart);
  world.set(added, Name, "newer");
  tell();
  expect(drawn(tree)[3]).toBe("  + newer");
  world.setParent(link, named("Box"));
  tell();
  expect(drawn(tree)[3]).toBe("    newer");
  expect(tree.item(named("Box"))).not.toBe(box);
  expect(tree.item(named("Box"))!.children.map(labelOf)).toEqual(["link", `#${link}`]);
  world.remove(named("cart"));
  tell();
  expect(drawn(tree)).toEqual(["- w", "  + Box", "    newer", "    sun"]);
  expect(tree.shown.current.size).toBe(world.entityCount);
});

test("[ET2] names and kinds that are sent again unchanged recreate nothing", async () => {
  const { mirror, root, tell, named } = await mirrored();
  using tree = new TreeState(mirror);
  const before = tree.shown.current;
  mirror.world.set(named("cart"), Name, "cart");
  mirror.world.set(root, Name, "w");
  tell();
  expect(tree.shown.current).toBe(before);
});

test("[ET2] an entity created again under the same id, and another world, are shown", async () => {
  const { mirror, tell, named } = await mirrored();
  using tree = new TreeState(mirror);
  const box = named("Box");
  mirror.world.remove(box);
  mirror.world.create(named("w"), box);
  mirror.world.set(box, Name, "again");
  tell();
  expect(drawn(tree)).toEqual(["- w", "  + cart", "    sun", "    again"]);
});

test("[ET3] a search shows what it finds and the way there; what was open before is so again after it", async () => {
  const { mirror, named } = await mirrored();
  using tree = new TreeState(mirror);
  tree.search("WHEEL");
  expect(drawn(tree)).toEqual(["- w", "  - cart", "      wheel *", "    - inner", "        wheel *"]);
  expect(tree.shown.current.found).toBe(2);
  tree.toggle(named("inner"), false);
  expect(drawn(tree)).toHaveLength(4);
  tree.search("");
  expect(drawn(tree)).toEqual(["- w", "  + cart", "  + Box", "    sun"]);
});

test.each([
  ["kind:joint", ["axle"]],
  ["kind:lig", ["sun"]],
  ["kind:model in", ["inner"]],
  ["kind:visual kind:collision", ["v", "c"]],
  ["#1", ["w"]],
  ["inner::wh", ["wheel"]],
  ["cart::body", ["body", "v", "c"]],
  ["b x", ["Box"]],
  ["nothing like it", []],
])("[ET3] %s finds %j", async (text, names) => {
  const { mirror } = await mirrored();
  using tree = new TreeState(mirror);
  tree.search(text);
  expect(tree.shown.current.rows.filter(({ isMatch }) => isMatch).map(({ item }) => item.name)).toEqual(names);
  expect(tree.shown.current.found).toBe(names.length);
});

test("[ET3] something found can be opened to see all that is in it", async () => {
  const { mirror, named } = await mirrored();
  using tree = new TreeState(mirror);
  tree.search("box");
  expect(drawn(tree)).toEqual(["- w", "  + Box *"]);
  tree.toggle(named("Box"), true);
  expect(drawn(tree)).toEqual(["- w", "  - Box *", "      link"]);
});

test("[ET4] what was chosen elsewhere is unfolded", async () => {
  const { mirror, named } = await mirrored();
  using tree = new TreeState(mirror);
  tree.reveal([named("v")]);
  expect(drawn(tree).slice(0, 4)).toEqual(["- w", "  - cart", "    - body", "        v"]);
  const before = tree.shown.current;
  tree.reveal([named("v"), 999 as Entity]);
  expect(tree.shown.current).toBe(before);
});

test("[ET10] a switch sorts each kind by name, with numbers as numbers, also after a change", async () => {
  const { mirror, root, tell, named } = await mirrored();
  const { world } = mirror;
  using tree = new TreeState(mirror);
  onTestFinished(() => treeOrder.set("id"));
  for (const name of ["box_10", "box_2"]) {
    const entity = world.create(root);
    world.set(entity, IsModel, {});
    world.set(entity, Name, name);
  }
  tell();
  expect(drawn(tree)).toEqual(["- w", "  + cart", "  + Box", "    box_10", "    box_2", "    sun"]);
  toggleTreeOrder();
  expect(drawn(tree)).toEqual(["- w", "  + Box", "    box_2", "    box_10", "  + cart", "    sun"]);
  world.set(named("box_2"), Name, "crate");
  tell();
  expect(drawn(tree)).toEqual(["- w", "  + Box", "    box_10", "  + cart", "    crate", "    sun"]);
  toggleTreeOrder();
  expect(drawn(tree).slice(1, 4)).toEqual(["  + cart", "  + Box", "    box_10"]);
});
