import { isSame } from "./moment.ts";
import type { Mark, Stretch } from "./stretch.ts";

export interface PruneOptions {
  /** The stretch that the world is in; the line that leads there stays. */
  readonly present: Stretch;
  /** Stretches that stay, with the lines that lead to them, because somebody may be about to go there. */
  readonly pinned: readonly Stretch[];
  readonly mostBranches: number;
  readonly mostMarks: number;
}

/** A stretch without a successor, together with those before it that lead nowhere else. */
interface Branch {
  readonly stretches: readonly Stretch[];
  readonly marks: readonly Mark[];
  readonly leftAt: number;
}

/** Fraction that remains once there are too many, so that pruning is not repeated for every command. */
const LEFT = 0.9;

/**
 * Removes branches until there are no more branches or marks than allowed: first those without commands, then those
 * that were left longest ago. Returns the removed stretches.
 */
export function prune(root: Stretch, { present, pinned, mostBranches, mostMarks }: PruneOptions): Stretch[] {
  const staying = new Set([...new Set([present, ...pinned])].flatMap((stretch) => stretch.line()));
  const all = [...root.tree()];
  let branches = all.filter(({ children }) => children.size === 0).length;
  let marks = all.reduce((count, stretch) => count + stretch.marks.length, 0);
  if (branches <= mostBranches && marks <= mostMarks) return [];
  const leaves = all.filter((stretch) => stretch.children.size === 0 && !staying.has(stretch));
  const dropped: Stretch[] = [];
  for (const branch of leaves.map((leaf) => branchOf(leaf, staying)).sort(lessWanted)) {
    if (branches <= mostBranches * LEFT && marks <= mostMarks * LEFT) break;
    branch.stretches.at(-1)!.cut();
    dropped.push(...branch.stretches);
    branches--;
    marks -= branch.marks.length;
  }
  return dropped;
}

/**
 * Merges consecutive stretches between which nothing branches off any more. The later one, whose id clients know,
 * absorbs the earlier one. Returns the first stretch of the resulting tree.
 */
export function join(root: Stretch, staying: ReadonlySet<Stretch>): Stretch {
  let first = root;
  for (const stretch of [...root.tree()]) {
    const [child, ...others] = stretch.children;
    if (child === undefined || others.length > 0 || staying.has(stretch) || !isSame(stretch.end, child.start)) continue;
    child.merge(stretch);
    if (first === stretch) first = child;
  }
  return first;
}

function branchOf(leaf: Stretch, staying: ReadonlySet<Stretch>): Branch {
  const stretches = [leaf];
  for (let above = leaf.parent; above !== undefined && above.children.size === 1 && !staying.has(above);) {
    stretches.push(above);
    above = above.parent;
  }
  return { stretches, marks: stretches.flatMap(({ marks }) => marks), leftAt: leaf.leftAt };
}

function lessWanted(a: Branch, b: Branch): number {
  return Number(a.marks.length > 0) - Number(b.marks.length > 0) || a.leftAt - b.leftAt;
}
