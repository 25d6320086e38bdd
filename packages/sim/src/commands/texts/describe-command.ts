import type { gz, orrery } from "@orrery/msgs";
import { assertNever } from "../../base/assert-never.ts";
import { componentWithKey } from "../../ecs/component.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { scopedName, worldPose } from "../../entities/find.ts";
import { shortName } from "../checks/editable.ts";
import { entityMeant } from "../find-entity.ts";
import { placedMeant } from "../find-placed.ts";
import { countKinds, kindName } from "./name-things.ts";
import { editKinds, targetOf, type EditKind } from "../prepare-edit.ts";

/**
 * Describes briefly what a command does: "Move box_1", "Delete 3 models". Must be called before the command is applied,
 * because it may change names.
 */
export function describeCommand(world: World, root: Entity, { edits = [] }: orrery.Command): string {
  const described = edits.map((edit) => describe(world, root, edit));
  const [first] = described;
  if (first === undefined) return "Nothing";
  const distinct = new Set(described.map(({ what }) => what));
  if (distinct.size === 1) return `${first.verb} ${first.what}${first.end}`;
  const isAlike = described.every(({ verb, end }) => verb === first.verb && end === first.end);
  if (isAlike) return `${first.verb} ${countKinds(described.map(({ kind }) => kind))}${first.end}`;
  const more = described.length - 1;
  return `${first.verb} ${first.what}${first.end} and ${more} more ${more === 1 ? "edit" : "edits"}`;
}

/** For example "Edit Inertial of", "box_1::link", "". */
interface Description {
  readonly verb: string;
  readonly what: string;
  readonly end: string;
  /** The kind of the thing. */
  readonly kind: string;
}

function describe(world: World, root: Entity, edit: orrery.Edit): Description {
  const kind = editKinds.find((each) => edit[each] !== undefined);
  const target = targetOf(edit) ?? {};
  const entity = kind === undefined ? undefined : entityOf(world, root, target, kind);
  const what = entity === undefined ? target.name || (target.id ? `#${target.id}` : "") : scopedName(world, entity);
  const about = { what, kind: kindName(world, entity), end: "" };
  switch (kind) {
    case undefined:
      return { ...about, verb: "Do" };
    case "create":
      return { ...insertion(edit.create?.factory ?? {}), end: "" };
    case "remove":
      return { ...about, verb: "Delete" };
    case "pose":
      return { ...about, verb: entity !== undefined && isTurn(world, entity, edit.pose!) ? "Rotate" : "Move" };
    case "scale":
      return { ...about, verb: "Scale" };
    case "rename":
      return { ...about, verb: "Rename", end: ` to ${edit.rename?.name ?? ""}` };
    case "components":
      return { ...about, verb: `Edit ${componentNames(edit.components!)} of` };
    case "light":
    case "visual":
      return { ...about, verb: "Edit" };
    case "physics":
      return { verb: "Change", what: physicsNames(edit.physics!), end: "", kind: "setting" };
    case "collision":
      return { ...about, verb: `${edit.collision?.on === true ? "Enable" : "Disable"} collisions of` };
    case "push":
      return { ...about, verb: "Push" };
    default:
      return assertNever(kind);
  }
}

function entityOf(world: World, root: Entity, target: gz.Entity, kind: EditKind): Entity | undefined {
  const isPlaced = kind === "pose" || kind === "remove";
  return isPlaced ? placedMeant(world, root, target) : entityMeant(world, root, target);
}

function insertion({ name, sdf = "", sdf_filename = "", light, model, clone_name }: gz.EntityFactory) {
  const kind = light === undefined ? "thing" : "light";
  if (clone_name) return { verb: "Duplicate", what: clone_name, kind };
  const inText = nameInText(sdf);
  const file = sdf_filename
    .slice(-LONGEST_LOOK)
    .replace(/\/(model\.sdf)?$/, "")
    .split("/")
    .at(-1)
    ?.replace(/\.\w+$/, "");
  return { verb: "Insert", what: name || inText || file || light?.name || model?.name || "a model", kind };
}

/** Characters of inserted text in which a name is searched; otherwise it is described as "a model". */
const LONGEST_LOOK = 4096;

/** Returns the name of the first model or light in a text, which may not be valid XML. */
function nameInText(text: string): string | undefined {
  const start = text.slice(0, LONGEST_LOOK);
  for (let tag = start.indexOf("<"); tag >= 0; tag = start.indexOf("<", tag + 1)) {
    if (start.startsWith("<!--", tag)) {
      tag = start.indexOf("-->", tag);
      if (tag < 0) return undefined;
    }
    if (!/^<(model|light)\s/.test(start.slice(tag, tag + 7))) continue;
    const end = start.indexOf(">", tag);
    if (end < 0) return undefined;
    const name = /\sname\s*=\s*["']([^"']*)["']/.exec(start.slice(tag, end))?.[1];
    if (name !== undefined) return name;
    tag = end;
  }
  return undefined;
}

/** Returns whether a pose only turns the thing. */
function isTurn(world: World, entity: Entity, { position = {}, orientation }: gz.Pose): boolean {
  const { x, y, z, qx, qy, qz, qw } = worldPose(world, entity);
  const isNear = (a: number, b = 0): boolean => Math.abs(a - b) < 1e-6;
  if (!isNear(x, position.x) || !isNear(y, position.y) || !isNear(z, position.z)) return false;
  const { x: ax = 0, y: ay = 0, z: az = 0, w = 0 } = orientation ?? { w: 1 };
  return Math.abs(qx * ax + qy * ay + qz * az + qw * w) < 1 - 1e-9;
}

function componentNames({ components = {} }: gz.SerializedEntityMap): string {
  const names = Object.keys(components).map((key) => {
    const component = componentWithKey(Number(key));
    return component === undefined ? "a component" : shortName(component);
  });
  return names.length > 2 ? `${names.length} components` : names.join(" and ");
}

function physicsNames({ max_step_size, gravity }: gz.Physics): string {
  if (max_step_size && gravity) return "step size and gravity";
  return gravity ? "gravity" : max_step_size ? "step size" : "physics";
}
