import { Pose } from "@orrery/sim/components";

/** Shown like a component, but not one: computed from the poses of the entity and of everything that it is part of. */
export const poseInWorld = {
  name: "gz_sim_components.WorldPose",
  title: "Pose in the world",
  group: Pose.facts.group,
  rank: Pose.facts.rank + 1,
  locked: "Follows from its pose and the things it is part of",
} as const;
