import { IsCollision, IsLink, IsModel } from "../../../components/identity.ts";
import { Pose } from "../../../components/pose.ts";
import { worldPose } from "../../../entities/find.ts";
import { forEachKnown } from "./carrier.ts";
import { replaceShape } from "./shape-carriers.ts";

/** Moves bodies, all bodies of a model, and shapes within their bodies. */
export const poses = forEachKnown([Pose], (entity, edits) => {
  const { world, engine, added } = edits;
  if (world.has(entity, IsLink) || world.has(entity, IsModel)) {
    for (const link of edits.linksOf(entity)) {
      if (!added.has(link) && engine.hasBody(link)) engine.setPose(link, worldPose(world, link));
    }
  } else if (world.has(entity, IsCollision)) replaceShape(entity, edits);
});
