import { identityPose } from "../base/pose.ts";
import { numeric } from "../ecs/component.ts";
import { pose } from "./value-rules.ts";
import { IsCollision, IsLight, IsLink, IsModel, IsSensor, IsVisual } from "./identity.ts";

/** Relative to the parent entity: metres and a unit quaternion. Writing it moves the thing, bodies included. */
export const Pose = numeric(
  "gz_sim_components.Pose",
  { ...identityPose },
  {
    group: "Pose",
    rank: 1,
    unit: { "x y z": "m" },
    stream: "always",
    affects: ["body"],
    edit: { on: [IsModel, IsLink, IsCollision, IsVisual, IsLight, IsSensor], value: pose },
  },
);
