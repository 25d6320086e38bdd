import { composeInto, type Entity, type Pose } from "@orrery/sim";
import type { EntityNodes } from "./entity-nodes.ts";
import { POSE } from "./pose-tree.ts";

/**
 * Returns the present shown pose of an entity in the world; `undefined` if the entity does not exist. Also works for an
 * entity that was never requested, whose pose the tree has not computed yet.
 */
export function shownPose(nodes: EntityNodes, entity: Entity): Pose | undefined {
  const node = nodes.of(entity);
  if (node < 0) return undefined;
  const { local, parents } = nodes.tree;
  for (let k = 0; k < POSE; k++) FOUND[k] = local[node * POSE + k]!;
  for (let above = parents[node]!; above >= 0; above = parents[above]!) {
    composeInto(FOUND, 0, local, above * POSE, FOUND, 0);
  }
  const [x, y, z, qx, qy, qz, qw] = FOUND;
  return { x: x!, y: y!, z: z!, qx: qx!, qy: qy!, qz: qz!, qw: qw! };
}

const FOUND = new Float64Array(POSE);
