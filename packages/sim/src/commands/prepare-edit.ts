import type { gz, orrery } from "@orrery/msgs";
import { assertNever } from "../base/assert-never.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import type { Scene } from "../scene/scene.ts";
import type { EditsSoFar } from "./checks/edits-so-far.ts";
import { planCreation } from "./edits/create.ts";
import { prepareCollisionSwitch } from "./edits/collision-switch.ts";
import { prepareComponents } from "./edits/edit-components.ts";
import { prepareLight } from "./edits/edit-light.ts";
import { prepareVisual } from "./edits/edit-visual.ts";
import type { Prepared } from "./prepared.ts";
import { preparePush } from "./edits/push.ts";
import { prepareRemoval } from "./edits/remove.ts";
import { prepareRenaming } from "./edits/rename.ts";
import { prepareScaling } from "./edits/scale.ts";
import type { LengthsOf } from "./edits/scale-params.ts";
import { preparePhysics } from "./edits/set-physics.ts";
import { preparePose } from "./edits/set-pose.ts";

/** The kinds of edits; each message has one. */
export const editKinds = [
  "create",
  "remove",
  "pose",
  "scale",
  "rename",
  "components",
  "light",
  "visual",
  "physics",
  "collision",
  "push",
] as const satisfies readonly (keyof orrery.Edit)[];

export type EditKind = (typeof editKinds)[number];

/** Returns the kind of an edit. Throws if it has none, or several. */
export function kindOf(edit: orrery.Edit): EditKind {
  const given = editKinds.filter((kind) => edit[kind] !== undefined);
  if (given.length === 1) return given[0]!;
  throw new Error(given.length === 0 ? "an edit is empty" : `an edit has several kinds: ${given.join(", ")}`);
}

/**
 * Checks an edit against the world and against what earlier edits will have done. Throws with the reason if it is
 * impossible.
 */
export function prepareEdit(
  world: World,
  root: Entity,
  edit: orrery.Edit,
  scene: Scene | undefined,
  soFar: EditsSoFar,
  lengthsOf: LengthsOf = () => [],
): Prepared {
  const kind = kindOf(edit);
  switch (kind) {
    case "create":
      if (scene === undefined) throw new Error("what should be created has not been loaded");
      return { create: planCreation(world, root, edit.create!, scene, soFar) };
    case "remove":
      return prepareRemoval(world, root, edit.remove!);
    case "pose":
      return preparePose(world, root, edit.pose!);
    case "rename":
      return prepareRenaming(world, root, edit.rename!, soFar);
    case "components":
      return prepareComponents(world, edit.components!);
    case "scale":
      return prepareScaling(world, root, edit.scale!, lengthsOf);
    case "light":
      return prepareLight(world, root, edit.light!);
    case "visual":
      return prepareVisual(world, root, edit.visual!);
    case "physics":
      return preparePhysics(world, root, edit.physics!);
    case "collision":
      return prepareCollisionSwitch(world, root, edit.collision!);
    case "push":
      return preparePush(world, root, edit.push!);
    default:
      return assertNever(kind);
  }
}

/**
 * Returns the target of an edit, as the edit names it; undefined for edits of the world and of entities that do not
 * exist yet.
 */
export function targetOf(edit: orrery.Edit): gz.Entity | undefined {
  const { remove, pose, scale, rename, components, light, visual, collision, push } = edit;
  const named = remove ?? pose ?? light ?? visual;
  if (named !== undefined) {
    const { id = 0, name = "" } = named;
    const type = remove?.type ?? (light ? "LIGHT" : visual ? "VISUAL" : undefined);
    return { id, name, ...(type === undefined ? {} : { type }) };
  }
  if (components !== undefined) return { id: components.id ?? 0 };
  return (scale ?? rename ?? collision)?.entity ?? push?.wrench?.entity;
}
