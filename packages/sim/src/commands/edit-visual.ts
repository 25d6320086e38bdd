import type { gz } from "@orrery/msgs";
import { CastShadows, Geometry, Material, Transparency } from "../components/geometry.ts";
import { IsVisual, Name } from "../components/identity.ts";
import { Pose } from "../components/pose.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { scopedName } from "../scene/find.ts";
import { editProblem } from "./editable.ts";
import { findEntity } from "./find-entity.ts";
import { geometryOf, materialOf } from "./geometry-message.ts";
import { fromPoseMessage } from "./pose-message.ts";
import { writing, type Prepared, type Write } from "./prepared.ts";

/**
 * How something looks: what the message says of material, shape and pose, transparency above zero, and that it casts shadows.
 * The message cannot say that transparency ends, or shadows: components can.
 */
export function prepareVisual(world: World, root: Entity, message: gz.Visual): Prepared {
  const visual = findVisual(world, root, message);
  const { material, geometry, pose, transparency = 0, cast_shadows: castsShadows = false } = message;
  if (message.delete_me === true) throw new Error("a visual cannot be removed apart from its model");
  if (message.scale !== undefined) throw new Error("a visual is scaled by an edit of its own");
  const writes: Write[] = [];
  if (material !== undefined) writes.push(writing(visual, Material, materialOf(material, world.get(visual, Material))));
  if (geometry !== undefined) writes.push(writing(visual, Geometry, geometryOf(geometry)));
  if (pose !== undefined) writes.push(writing(visual, Pose, fromPoseMessage(pose)));
  if (transparency !== 0) writes.push(writing(visual, Transparency, { amount: transparency }));
  if (castsShadows) writes.push(writing(visual, CastShadows, true));
  if (writes.length === 0) throw new Error("nothing is given: material, geometry, pose, transparency or cast_shadows");
  for (const write of writes) {
    const problem = "value" in write ? editProblem(world, visual, write.component, write.value) : undefined;
    if (problem !== undefined) throw new Error(problem);
  }
  return { writes };
}

/** By its id, by its scoped name, or by its own name and the link that it is on. */
function findVisual(world: World, root: Entity, message: gz.Visual): Entity {
  const { id = 0, name = "", parent_id: parentId = 0, parent_name: parentName = "" } = message;
  if (id === 0 && (parentId !== 0 || parentName !== "")) {
    const parent = findEntity(world, root, { id: parentId, name: parentName });
    const found = world.childrenOf(parent).find((part) => world.has(part, IsVisual) && world.get(part, Name) === name);
    if (found !== undefined) return found;
    throw new Error(`"${scopedName(world, parent)}" has no visual "${name}"`);
  }
  const found = findEntity(world, root, { id, name, type: "VISUAL" });
  if (!world.has(found, IsVisual)) throw new Error(`"${scopedName(world, found)}" is no visual`);
  return found;
}
