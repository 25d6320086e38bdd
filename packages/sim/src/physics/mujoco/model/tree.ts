import type { BodyId, BodyKind, JointId } from "../../engine.ts";

/** A body in MuJoCo's tree, below the body or the world that one of its joints attaches it to. */
export interface TreeNode {
  readonly body: BodyId;
  /** The joint to the body above; undefined if the body moves freely. */
  readonly joint: JointId | undefined;
  /** Whether the joint's parent is below its child. */
  readonly reversed: boolean;
  /**
   * Whether this is a second part of a body that closes a loop: it has a share of the mass, no shapes, and is welded to
   * the first part.
   */
  readonly isCopy: boolean;
  readonly children: TreeNode[];
}

interface TreeBody {
  readonly id: BodyId;
  readonly kind: BodyKind;
}

interface TreeJoint {
  readonly id: JointId;
  /** `undefined` means the world. */
  readonly parent: BodyId | undefined;
  readonly child: BodyId;
}

/** The world and all static bodies. */
const GROUND = -1;

/**
 * Arranges bodies in trees by the joints that connect them: those below the world, and those below each free body. The
 * result depends only on the sets of bodies and joints, both sorted by id. A joint that would close a loop gets a
 * second part of its child.
 */
export function bodyTree(bodies: readonly TreeBody[], joints: readonly TreeJoint[]): TreeNode[] {
  const kinds = new Map(bodies.map(({ id, kind }) => [id, kind]));
  const place = (id: BodyId | undefined): number => (id === undefined || kinds.get(id) === "static" ? GROUND : id);
  const jointsAt = new Map<number, TreeJoint[]>();
  for (const joint of joints) {
    for (const end of new Set([place(joint.parent), place(joint.child)])) {
      const list = jointsAt.get(end);
      if (list === undefined) jointsAt.set(end, [joint]);
      else list.push(joint);
    }
  }
  const ground: TreeNode = { body: GROUND, joint: undefined, reversed: false, isCopy: false, children: [] };
  const nodes = new Map<number, TreeNode>([[GROUND, ground]]);
  const used = new Set<JointId>();
  const hang = (above: TreeNode, body: number, joint: TreeJoint | undefined, isCopy: boolean): TreeNode => {
    const reversed = joint !== undefined && place(joint.parent) === body;
    const node: TreeNode = { body, joint: joint?.id, reversed, isCopy, children: [] };
    above.children.push(node);
    return node;
  };
  const grow = (queue: TreeNode[]): void => {
    for (const node of queue) {
      for (const joint of jointsAt.get(node.body) ?? []) {
        const other = place(joint.parent) === node.body ? place(joint.child) : place(joint.parent);
        if (nodes.has(other)) continue;
        used.add(joint.id);
        const below = hang(node, other, joint, false);
        nodes.set(other, below);
        queue.push(below);
      }
    }
  };
  const root = (id: BodyId): TreeNode => {
    const node = hang(ground, id, undefined, false);
    nodes.set(id, node);
    return node;
  };

  const kinematic = bodies.filter(({ kind }) => kind === "kinematic").map(({ id }) => root(id));
  grow([ground, ...kinematic]);
  const free = bodies.filter(({ id, kind }) => kind === "dynamic" && !nodes.has(id));
  const isChild = new Set(joints.map(({ child }) => child));
  // Starts from the bodies that are no joint's child, which is how robots are described; then come the remaining loops.
  for (const { id } of [...free.filter(({ id }) => !isChild.has(id)), ...free]) if (!nodes.has(id)) grow([root(id)]);

  for (const joint of joints) {
    if (used.has(joint.id)) continue;
    const [parent, child] = [place(joint.parent), place(joint.child)];
    if (kinds.get(child) === "dynamic") hang(nodes.get(parent)!, child, joint, true);
    else if (kinds.get(parent) === "dynamic") hang(nodes.get(child)!, parent, joint, true);
    // Otherwise neither end is dynamic, and the joint has no effect.
  }
  return ground.children;
}

/**
 * The longest chain of bodies connected by joints. MuJoCo reads a model recursively, and its stack is exhausted at
 * about 180.
 */
const DEEPEST = 150;

/** Throws if a chain of bodies is longer than MuJoCo can read. */
export function checkDepth(roots: readonly TreeNode[]): void {
  let level = roots;
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > DEEPEST)
      throw new Error(`a chain of more than ${DEEPEST} links on joints, which MuJoCo cannot simulate; Rapier can`);
    level = level.flatMap(({ children }) => children);
  }
}

/** Returns all nodes, each before those below it, which is the order of MuJoCo's numbers. */
export function inTreeOrder(roots: readonly TreeNode[]): TreeNode[] {
  const order: TreeNode[] = [];
  const visit = (node: TreeNode): void => {
    order.push(node);
    node.children.forEach(visit);
  };
  roots.forEach(visit);
  return order;
}
