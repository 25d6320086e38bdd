import { defineSystem } from "@orrery/sim";
import { ChosenEngine, IsModel, Plugins, WorldLinearVelocity, WorldWrenchCmd } from "@orrery/sim/components";
import { plugin } from "@orrery/sim/testing";
import { having, rarely, toOne, type Edit, type Site } from "./edit.ts";

/** Pushes a link now and then. */
const noise = defineSystem({
  name: "noise",
  create: ({ world, random }) => ({
    preUpdate({ paused }) {
      if (paused) return;
      for (const [link] of world.query(WorldLinearVelocity)) {
        if (random.uniform() > 0.02) continue;
        const [fx, fz, tz] = [5 * random.gaussian(), 9 * random.uniform(), random.gaussian()];
        return world.set(link, WorldWrenchCmd, { fx, fy: 0, fz, tx: 0, ty: 0, tz });
      }
    },
  }),
});

const faulty = defineSystem({
  name: "faulty",
  create: ({ random }) => ({
    preUpdate({ paused }) {
      if (!paused && random.uniform() < 0.05) throw new Error("bad luck");
    },
  }),
});

const unmakeable = defineSystem({
  name: "unmakeable",
  create: () => {
    throw new Error("it cannot be made");
  },
});

/** Systems that edits start and stop. */
export const passingSystems = [noise, faulty, unmakeable];
export const passingNames = passingSystems.map(({ name }) => name);

/** Edits of running systems. */
export const systemEdits: Readonly<Record<string, Edit>> = {
  "start a system": ({ world, root, dice }) => {
    const entity = dice.chance(0.6) ? root : dice.pick([root, ...having(world, IsModel)]);
    world.set(entity, Plugins, [...(world.get(entity, Plugins) ?? []), plugin(dice.pick(passingNames))]);
  },
  "stop systems": toOne(Plugins, ({ world, dice }, entity) => {
    const stops = ({ name }: { name: string }): boolean => passingNames.includes(name) && dice.chance(0.5);
    world.set(
      entity,
      Plugins,
      world.get(entity, Plugins)!.filter((each) => !stops(each)),
    );
  }),
  "stop physics, or start it again": rarely(0.3, ({ world, root }) => {
    const running = world.get(root, Plugins)!;
    const others = running.filter(({ name }) => name !== "physics");
    world.set(root, Plugins, others.length < running.length ? others : [plugin("physics"), ...others]);
  }),
  "replace physics": rarely(0.3, replacePhysics),
  "hand the world to another engine": rarely(0.3, (site) => {
    site.world.set(site.root, ChosenEngine, site.dice.pick(["rapier", "mujoco"]));
    replacePhysics(site);
  }),
};

/** Changes its parameters by one blank, which creates a new system: the old engine is replaced at once. */
function replacePhysics({ world, root }: Site): void {
  const running = world.get(root, Plugins)!;
  const before = running.find(({ name }) => name === "physics")?.innerXml ?? "";
  const others = running.filter(({ name }) => name !== "physics");
  world.set(root, Plugins, [plugin("physics", `${before} `), ...others]);
}
