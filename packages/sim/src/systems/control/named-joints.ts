import { nearest } from "@orrery/msgs/nearest";
import { IsJoint, Name } from "../../components/identity.ts";
import { JointAxes } from "../../components/joint.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import type { SystemContext } from "../../runner/systems/system.ts";
import { partsBelow, scopedName } from "../../entities/find.ts";
import { derived } from "../derived.ts";
import { modelName } from "./model-joint.ts";

type Context = Pick<SystemContext<unknown>, "world" | "entity" | "log">;

/**
 * Returns the joints of a system's model with these names, scoped below it, in this order. Joints may be added after
 * the system and removed before it: a missing one causes one line in the log, and is looked up again when joints are
 * added. `axes` is the number of axes that each joint needs.
 */
export function namedJoints(
  { world, entity, log }: Context,
  names: readonly string[],
  { axes = 0 }: { readonly axes?: number } = {},
): () => readonly Entity[] {
  modelName(world, entity);
  let lastWarning = "";
  const warnIfNew = (text: string): void => {
    if (text !== "" && text !== lastWarning) log.warn(text);
    lastWarning = text;
  };

  function find(): Entity[] {
    if (!world.exists(entity)) return [];
    const model = scopedName(world, entity);
    const byName = jointsByName(world, entity);
    const missing = names.filter((name) => !byName.has(name));
    const found = [...new Set(names.flatMap((name) => byName.get(name) ?? []))];
    const fit = found.filter((joint) => (world.get(joint, JointAxes)?.length ?? 0) >= axes);
    if (missing.length > 0) warnIfNew(missingText(model, missing, [...byName.keys()]));
    else if (fit.length < found.length) warnIfNew(unfitText(model, found.length - fit.length, axes));
    else warnIfNew("");
    return fit;
  }

  const joints = derived(world, [Name, IsJoint, JointAxes], find);
  // Reports wrong names now rather than at the first command.
  joints();
  return joints;
}

/** Returns all joints of a model and of the models in it, by their names scoped below it. */
export function jointsByName(world: World, model: Entity): ReadonlyMap<string, Entity> {
  const prefix = scopedName(world, model).length + 2;
  return new Map(partsBelow(world, model, IsJoint).map((joint) => [scopedName(world, joint).slice(prefix), joint]));
}

function missingText(model: string, missing: readonly string[], known: readonly string[]): string {
  const near = missing.length === 1 ? nearest(missing[0]!, known) : undefined;
  const hint = near === undefined ? "" : ` (did you mean "${near}"?)`;
  const names = missing.map((name) => `"${name}"`).join(", ");
  return `the model ${model} has no joint ${names}${hint}; it is looked up again when joints are added`;
}

function unfitText(model: string, count: number, axes: number): string {
  return count === 1
    ? `a joint of the model ${model} has fewer than ${axes} axes and is not controlled`
    : `${count} joints of the model ${model} have fewer than ${axes} axes and are not controlled`;
}
