import type { BodyId } from "../../engine.ts";
import type { MujocoModel } from "../model/model.ts";
import type { NodePlace } from "../model/places.ts";
import type { TreeNode } from "../model/tree.ts";
import type { MujocoViews } from "../model/views.ts";
import type { MujocoWorld } from "../world.ts";

/** In m/s or rad/s, three times the speed of light. A faster body is about to become NaN. */
const FASTEST = 1e9;

/** Coordinates, velocities and warm starts before a step, in reused memory. */
export class BeforeStep {
  #numbers = new Float64Array(0);

  keep({ qpos, qvel, qacc_warmstart }: MujocoViews): void {
    const size = qpos.length + qvel.length + qacc_warmstart.length;
    if (this.#numbers.length < size) this.#numbers = new Float64Array(2 * size);
    this.#numbers.set(qpos);
    this.#numbers.set(qvel, qpos.length);
    this.#numbers.set(qacc_warmstart, qpos.length + qvel.length);
  }

  putBack({ qpos, qvel, qacc_warmstart }: MujocoViews): void {
    const velocities = qpos.length + qvel.length;
    qpos.set(this.#numbers.subarray(0, qpos.length));
    qvel.set(this.#numbers.subarray(qpos.length, velocities));
    qacc_warmstart.set(this.#numbers.subarray(velocities, velocities + qacc_warmstart.length));
  }
}

/** Returns whether all velocities are small enough to begin the next step with. */
export function isTame({ views }: MujocoModel): boolean {
  const { qvel } = views;
  for (let i = 0; i < qvel.length; i++) if (!(Math.abs(qvel[i]!) <= FASTEST)) return false;
  return true;
}

/** Returns the nodes whose velocities diverged, with everything connected to them. */
export function runawayTrees({ nodes, views }: MujocoModel): NodePlace[] {
  const above = new Map(nodes.map((place) => [place.node, place.above]));
  const rootOf = (node: TreeNode): TreeNode => {
    let root = node;
    for (let next = above.get(root); next !== undefined; next = above.get(root)) root = next;
    return root;
  };
  const isWild = ({ velocity, velocities }: NodePlace): boolean =>
    views.qvel.subarray(velocity, velocity + velocities).some((value) => !(Math.abs(value) <= FASTEST));
  const roots = new Set(nodes.filter(isWild).map(({ node }) => rootOf(node)));
  return nodes.filter(({ node }) => roots.has(rootOf(node)));
}

/** Stops nodes and removes the forces on them. Returns their bodies. */
export function stopNodes(world: MujocoWorld, { views }: MujocoModel, places: readonly NodePlace[]): BodyId[] {
  for (const { owner, velocity, velocities } of places) {
    world.forces.remove(owner.slot);
    for (const numbers of [views.qvel, views.qfrc_applied, views.qacc_warmstart])
      numbers.fill(0, velocity, velocity + velocities);
  }
  return [...new Set(places.map(({ owner }) => owner.id))].sort((a, b) => a - b);
}
