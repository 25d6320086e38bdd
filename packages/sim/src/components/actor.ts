import { identityPose } from "../base/pose.ts";
import { component } from "../ecs/component.ts";
import type { ActorScene } from "../scene/actor.ts";
import { structure } from "./why-locked.ts";

/**
 * Appearance and script of an actor. Its `Pose` is where the script has brought it; it started at `pose`, in the world.
 */
export const Actor = component(
  "gz_sim_components.Actor",
  (): Omit<ActorScene, "name" | "extra"> => ({
    pose: identityPose,
    skin: { filename: "__default__", from: "", scale: 1 },
    animations: [],
    script: { loop: true, delayStart: 0, autoStart: true, trajectories: [] },
    plugins: [],
  }),
  {
    group: "Actor",
    rank: 1,
    unit: { "script.delayStart script.trajectories.waypoints.time": "s" },
    locked: structure,
    order: "pose scale",
  },
);
