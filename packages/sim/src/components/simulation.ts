import { component, numeric, tag } from "../ecs/component.ts";
import type { AppearanceScene, FrameScene, Plugin } from "../scene/scene.ts";
import { flag, record } from "../ecs/value-rule.ts";
import { color } from "./value-rules.ts";
import { IsWorld } from "./identity.ts";
import { computed, structure, systems } from "./why-locked.ts";

/** On the world. Steps made, and nanoseconds of simulated time (exact to 2⁵³ ns, 104 days). */
export const SimClock = numeric(
  "orrery.SimClock",
  { steps: 0, timeNs: 0 },
  {
    group: "World",
    rank: 1,
    unit: { timeNs: "ns" },
    stream: "always",
    locked: computed,
    fields: { timeNs: { title: "Time", means: "time" } },
    order: "timeNs steps",
  },
);

/** On the world: the seed of all random streams. */
export const Seed = numeric(
  "orrery.Seed",
  { value: 0 },
  { group: "World", rank: 7, stream: "always", locked: "Set when the world is reset with a different seed" },
);

/** The systems that run on an entity, in order; adding to the list or removing from it starts and stops them. */
export const Plugins = component("gz_sim_components.SystemPluginInfo", (): readonly Plugin[] => [], {
  title: "Systems",
  group: "Systems",
  rank: 1,
  locked: systems,
});

/**
 * On the world: the systems that were added to those named in its file. As long as it has all of them, a saved file
 * does not name them either.
 */
export const DefaultPlugins = component("orrery.DefaultPlugins", (): readonly Plugin[] => [], {
  title: "Default systems",
  group: "Systems",
  rank: 2,
  locked: systems,
});

/** On a world that runs only the systems that its file names. */
export const OnlyNamedSystems = tag("orrery.OnlyNamedSystems");

/**
 * On the world: systems that failed and were stopped, by entity and name. They are part of the state; otherwise they
 * would run again after a restore.
 */
export const FailedSystems = component("orrery.FailedSystems", (): readonly string[] => [], {
  group: "Systems",
  rank: 3,
  locked: systems,
});

/** Named frames of a world or a model. */
export const Frames = component("orrery.Frames", (): readonly FrameScene[] => [], {
  locked: structure,
  order: "pose",
});

export const Appearance = component(
  "gz_sim_components.Scene",
  (): AppearanceScene => ({
    ambient: { r: 0.4, g: 0.4, b: 0.4, a: 1 },
    background: { r: 0.7, g: 0.7, b: 0.7, a: 1 },
    shadows: true,
    grid: true,
    sky: false,
  }),
  {
    title: "Appearance",
    group: "World",
    rank: 6,
    affects: ["look"],
    edit: { on: [IsWorld], value: record({ ambient: color, background: color, shadows: flag, grid: flag, sky: flag }) },
    order: "ambient background",
  },
);
