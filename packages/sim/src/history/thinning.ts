import type { KeptKeyframe } from "./kept-keyframe.ts";
import type { Stretch } from "./stretch.ts";

/** This many keyframes stay, however little memory there is: without them nothing could be reached. */
const FEWEST = 4;
/** A keyframe at a command is worth this many others. */
const MARKED = 4;

/** A keyframe that could be dropped, between its neighbours. */
export interface Candidate {
  readonly stretch: Stretch;
  readonly keyframe: KeptKeyframe;
  readonly before: KeptKeyframe;
  readonly after: KeptKeyframe | undefined;
}

/**
 * Returns keyframes that could be dropped, the least useful first: close to their neighbours, old, not at a command.
 * Excludes the last few, and those without which later moments would take more than `mostMs` to reach. Dropping one
 * makes its neighbours worth more than this order says.
 */
export function leastUseful(
  root: Stretch,
  { taken, mostMs }: { readonly taken: number; readonly mostMs: number },
): Candidate[] {
  const found: { readonly candidate: Candidate; readonly worth: number }[] = [];
  let count = 0;
  for (const stretch of root.tree()) {
    let before = lastBefore(stretch);
    for (const [i, keyframe] of stretch.keyframes.entries()) {
      count++;
      const [earlier, after] = [before, stretch.keyframes[i + 1]];
      before = keyframe;
      if (earlier === undefined || keyframe.number === taken || keyframe.isNeeded) continue;
      if ((after ?? keyframe).workMs - earlier.workMs > mostMs) continue;
      const steps = (after?.at ?? stretch.end).tick - earlier.at.tick;
      const worth = ((steps + 1) * (keyframe.isMarked ? MARKED : 1)) / (taken - keyframe.number);
      found.push({ candidate: { stretch, keyframe, before: earlier, after }, worth });
    }
  }
  found.sort((a, b) => a.worth - b.worth);
  return found.slice(0, Math.max(0, count - FEWEST)).map(({ candidate }) => candidate);
}

/** Returns the branch that was left longest ago; branches that redo leads to come last. */
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
