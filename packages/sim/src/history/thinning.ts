import type { KeptKeyframe } from "./kept-keyframe.ts";
import type { Stretch } from "./stretch.ts";

/** However little memory there is, so many keyframes stay: without them nothing could be reached. */
const FEWEST = 4;
/** A keyframe at a command is worth so many of those in between. */
const MARKED = 4;

/**
 * The keyframe that is missed least: near its neighbours, long ago, not at a command. None when so few are left, or when it would
 * take more than `mostMs` to reach the moments after it.
 */
export function leastUseful(
  root: Stretch,
  { taken, mostMs }: { readonly taken: number; readonly mostMs: number },
): { readonly stretch: Stretch; readonly keyframe: KeptKeyframe } | undefined {
  let least: { stretch: Stretch; keyframe: KeptKeyframe } | undefined;
  let leastWorth = Infinity;
  let count = 0;
  for (const stretch of root.tree()) {
    stretch.keyframes.forEach((keyframe, i) => {
      count++;
      const before = stretch.keyframes[i - 1] ?? lastBefore(stretch);
      if (before === undefined || keyframe.number === taken || keyframe.isNeeded) return;
      const after = stretch.keyframes[i + 1];
      const steps = (after?.at ?? stretch.end).tick - before.at.tick;
      const worth = ((steps + 1) * (keyframe.isMarked ? MARKED : 1)) / (taken - keyframe.number);
      if ((after ?? keyframe).workMs - before.workMs > mostMs || worth >= leastWorth) return;
      leastWorth = worth;
      least = { stretch, keyframe };
    });
  }
  return count > FEWEST ? least : undefined;
}

/** The branch that was left longest ago; those that redo leads to come last. */
export function oldestLeaf(root: Stretch, present: Stretch, pinned: readonly Stretch[]): Stretch | undefined {
  const onLine = new Set(present.line());
  const leaves = [...root.tree()].filter((stretch) => stretch.children.size === 0 && !onLine.has(stretch));
  const free = leaves.filter((leaf) => !pinned.includes(leaf));
  const [oldest] = (free.length > 0 ? free : leaves).sort((a, b) => a.leftAt - b.leftAt);
  return oldest;
}

function lastBefore({ parent }: Stretch): KeptKeyframe | undefined {
  for (let stretch = parent; stretch !== undefined; stretch = stretch.parent) {
    const last = stretch.keyframes.at(-1);
    if (last !== undefined) return last;
  }
  return undefined;
}
