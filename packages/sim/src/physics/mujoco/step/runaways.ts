import type { BodyId } from "../../engine.ts";
import type { MujocoModel } from "../model/model.ts";
import type { NodeAddress } from "../model/addresses.ts";
import type { TreeNode } from "../model/tree.ts";
import type { MujocoWorld } from "../world.ts";

/** In m/s or rad/s, three times the speed of light. A faster body is about to become NaN. */
const FASTEST = 1e9;

/** Returns whether all velocities are small enough to begin the next step with. */
export function isTame({ views }: MujocoModel): boolean {
  const { qvel } = views;
  for (let i = 0; i < qvel.length; i++) if (!(Math.abs(qvel[i]!) <= FASTEST)) return false;
  return true;
}

/** Returns the nodes whose velocities diverged, with everything connected to them. */
export function runawayTrees({ nodes, views }: MujocoModel): NodeAddress[] {
  const above = new Map(nodes.map((place) => [place.node, place.above]));
  const rootOf = (node: TreeNode): TreeNode => {
    let root = node;
    for (let next = above.get(root); next !== undefined; next = above.get(root)) root = next;
    return root;
  };
  const isWild = ({ velocity, velocities }: NodeAddress): boolean =>
    views.qvel.subarray(velocity, velocity + velocities).some((value) => !(Math.abs(value) <= FASTEST));
  const roots = new Set(nodes.filter(isWild).map(({ node }) => rootOf(node)));
  return nodes.filter(({ node }) => roots.has(rootOf(node)));
}

/** Stops nodes and removes the forces on them. Returns their bodies. */
export function stopNodes(world: MujocoWorld, { views }: MujocoModel, places: readonly NodeAddress[]): BodyId[] {
  for (const { owner, velocity, velocities } of places) {
    world.forces.remove(owner.slot);
    for (const numbers of [views.qvel, views.qfrc_applied, views.qacc_warmstart])
      numbers.fill(0, velocity, velocity + velocities);
  }
  return [...new Set(places.map(({ owner }) => owner.id))].sort((a, b) => a - b);
}
