import { Value } from "../../client/value.ts";
import { kept } from "../../client/kept.ts";

/** The switches of what the scene shows. */
export const sceneSwitches = [
  "wireframe",
  "transparent",
  "lights",
  "collisions",
  "inertia",
  "joints",
  "mass",
  "contacts",
  "frames",
  "allFrames",
  "frameNames",
  "shadows",
  "grid",
  "orthographic",
] as const;
export type SceneSwitch = (typeof sceneSwitches)[number];

const ON_AT_FIRST: ReadonlySet<SceneSwitch> = new Set<SceneSwitch>(["lights", "shadows", "grid", "frameNames"]);

/** This person's settings for the scene, stored by the browser. */
export class SceneOptions {
  readonly switches: Readonly<Record<SceneSwitch, Value<boolean>>>;
  /** Dragging orbits around the world, or turns the camera itself in first person. */
  readonly mode = new Value<"orbit" | "walk">("orbit");

  constructor() {
    const made = sceneSwitches.map((name) => [
      name,
      kept(`scene.${name}`, ON_AT_FIRST.has(name), (value) => typeof value === "boolean"),
    ]);
    this.switches = Object.fromEntries(made) as Record<SceneSwitch, Value<boolean>>;
  }
}
