import type { gz } from "@orrery/msgs";
import { toSecNsec, type Nanoseconds } from "../../base/time.ts";
import { IsLink, IsModel } from "../../components/identity.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { scopedName, worldPose } from "../../entities/find.ts";
import { toPoseMessage } from "../../messages/pose-message.ts";
import { readClock } from "../sim-clock.ts";
import type { AnswerMaker } from "./world-answers.ts";

/** Answers with the pose of every model and link in the world's frame, by scoped name; only on request. */
export const posesAnswer: AnswerMaker = {
  type: "gz.msgs.Pose_V",
  make: (world, root) => posesOf(world, readClock(world, root).timeNs),
};

function posesOf(world: World, timeNs: Nanoseconds): gz.Pose_V {
  const stamp = toSecNsec(timeNs);
  const shown = world.entities().filter((entity) => world.has(entity, IsModel) || world.has(entity, IsLink));
  return { header: { stamp }, pose: shown.map((entity) => poseMessage(world, entity)) };
}

function poseMessage(world: World, entity: Entity): gz.Pose {
  return { name: scopedName(world, entity), id: entity, ...toPoseMessage(worldPose(world, entity)) };
}
