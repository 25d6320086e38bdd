import type { gz } from "@orrery/msgs";
import { CastShadows, Geometry, Material, Transparency } from "../../components/geometry.ts";
import { IsLink, IsVisual } from "../../components/identity.ts";
import { Pose } from "../../components/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { EntityIndex } from "../../entities/entity-index.ts";
import { scopedName } from "../../entities/find.ts";
import { ambiguous, entitiesNamed } from "../bare-names.ts";
import { editProblem } from "../checks/editable.ts";
import { findEntity } from "../find-entity.ts";
import { geometryOf, materialOf } from "../../messages/geometry-from-message.ts";
import { fromPoseMessage } from "../../messages/pose-message.ts";
import { writing, type Prepared, type Write } from "../prepared.ts";

/**
 * Changes the look of a visual: material, shape and pose as given, a transparency above zero, and casting shadows. The
 * message cannot express an end of transparency or of shadows; components can.
 */
export function prepareVisual(world: World, root: Entity, message: gz.Visual): Prepared {
  const visual = findVisual(world, root, message);
  const { material, geometry, pose, transparency = 0, cast_shadows: castsShadows = false } = message;
  if (message.delete_me === true) throw new Error("a visual cannot be removed apart from its model");
  if (message.scale !== undefined) throw new Error("a visual is scaled by a separate edit");
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

/** Finds a visual by its id, its scoped name, or its own name and that of its link, scoped or not. */
function findVisual(world: World, root: Entity, message: gz.Visual): Entity {
  const { id = 0, name = "", parent_id: parentId = 0, parent_name: parentName = "" } = message;
  if (id === 0 && (parentId !== 0 || parentName !== "")) {
    const found = parentsNamed(world, root, parentId, parentName)
      .flatMap((parent) => EntityIndex.of(world).childrenNamed(parent, name))
      .filter((part) => world.has(part, IsVisual));
    if (found.length === 1) return found[0]!;
    if (found.length === 0) throw new Error(`"${parentName || parentId}" has no visual "${name}"`);
    throw ambiguous(world, `visual "${name}" of "${parentName}"`, found);
  }
  const found = findEntity(world, root, { id, name, type: "VISUAL" });
  if (!world.has(found, IsVisual)) throw new Error(`"${scopedName(world, found)}" is not a visual`);
  return found;
}

/** Returns the links with this name, unless the name is scoped: Gazebo's messages have links' own names. */
function parentsNamed(world: World, root: Entity, id: number, name: string): readonly Entity[] {
  const own = id === 0 && !name.includes("::") ? entitiesNamed(world, name, IsLink) : [];
  // Each of them is visited, so a client must not be able to name many.
  if (own.length > MAX_PARENTS) throw ambiguous(world, `link "${name}"`, own);
  return own.length > 0 ? own : [findEntity(world, root, { id, name })];
}

const MAX_PARENTS = 100;
