import { MemoryResources } from "@orrery/sim";
import { parseSdf, spawnModel } from "@orrery/sim/host";
import { Gravity, IsLink, IsModel, IsStatic, PhysicsSettings, Pose, SelfCollide } from "@orrery/sim/components";
import { Dice } from "./dice.ts";
import { drop, having, isWithin, rarely, toggle, toOne, type Edit } from "./edit.ts";
import { randomModel } from "./random-model.ts";

const texts = Array.from({ length: 12 }, (_, i) => randomModel(new Dice(i, "spare"), `spare${i}`));
const { scene } = await parseSdf(
  `<sdf version="1.9"><world name="spares">${texts.join("")}</world></sdf>`,
  "spares.sdf",
  new MemoryResources({}),
);
const spares = scene.worlds[0]!.models;

/** Edits of models, and of the world that contains them. */
export const modelEdits: Readonly<Record<string, Edit>> = {
  "add a model": (site) => {
    const parents = site.dice.chance(0.2) ? having(site.world, IsModel) : [];
    spawnModel(site.world, site.dice.pick([site.root, ...parents]), site.dice.pick(spares));
  },
  "remove a model": toOne(IsModel, ({ world }, model) => {
    if (having(world, IsLink).length > 4) world.remove(model);
  }),
  "move a model": toOne(IsModel, (site, model) => site.world.set(model, Pose, site.dice.pose(2))),
  "write a model's pose as it is": toOne(IsModel, ({ world }, model) =>
    world.set(model, Pose, world.get(model, Pose) ?? Pose.initial()),
  ),
  "take a model's pose away": rarely(0.2, toOne(IsModel, drop(Pose))),
  "put a model below another": toOne(IsModel, ({ world, root, dice }, model) => {
    world.setParent(
      model,
      dice.pick([root, ...having(world, IsModel).filter((other) => !isWithin(world, other, model))]),
    );
  }),
  "make a model static or not": toOne(IsModel, toggle(IsStatic)),
  "let a model collide with itself or not": toOne(IsModel, toggle(SelfCollide)),
  "change gravity": ({ world, root, dice }) =>
    world.set(root, Gravity, dice.chance(0.7) ? Gravity.initial() : dice.vector(10)),
  "change the step size": ({ world, root, dice }) =>
    world.set(root, PhysicsSettings, { ...PhysicsSettings.initial(), maxStepSize: dice.pick([0.001, 0.004, 0.01]) }),
};
