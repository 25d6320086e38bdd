import { MILLISECOND } from "@orrery/sim";
import type { Cut } from "./cuts.ts";
import type { PageStretch } from "../../undo/api.ts";
import type { Chain } from "./track-rows.ts";

/**
 * Joins stretches to side tracks: each continues with the child that reaches farthest; the other children begin tracks of
 * their own.
 */
export function chainsOf(
  stretches: readonly PageStretch[],
  isMain: (id: string) => boolean,
  cut: ReadonlyMap<string, readonly Cut[]>,
): Chain[] {
  const children = Map.groupBy(stretches, ({ parent }) => parent);
  const endAt = (id: string): number => {
    const { at, startNs, endNs } = cut.get(id)!.at(-1)!;
    return at + endNs - startNs;
  };
  const reach = new Map<string, number>();
  for (const { id } of stretches.toReversed()) {
    reach.set(id, Math.max(endAt(id), ...(children.get(id) ?? []).map((child) => reach.get(child.id)!)));
  }
  const heirOf = (id: string): string | undefined =>
    children.get(id)?.reduce((best, child) => (reach.get(child.id)! > reach.get(best.id)! ? child : best)).id;
  const chains: Chain[] = [];
  const taken = new Set<string>();
  for (const { id, parent } of stretches) {
    if (isMain(id) || taken.has(id)) continue;
    const ids: string[] = [];
    for (let next: string | undefined = id; next !== undefined; next = heirOf(next)) ids.push(next);
    for (const one of ids) taken.add(one);
    chains.push({ ids, parent, start: cut.get(id)![0]!.at, end: endAt(ids.at(-1)!) });
  }
  return chains;
}

/**
 * Leaves out tracks of a few steps without commands: somebody only passed through. Returns the tracks to show, and the
 * ids of the stretches left out.
 */
export function worthShowing(
  chains: readonly Chain[],
  stretches: ReadonlyMap<string, PageStretch>,
): [shown: readonly Chain[], left: ReadonlySet<string>] {
  const parents = new Set(chains.map(({ parent }) => parent));
  const isWorth = ({ ids, start, end }: Chain): boolean =>
    end - start >= MIN_NS || ids.some((id) => parents.has(id) || stretches.get(id)!.marks.length > 0);
  const left = chains.filter((chain) => !isWorth(chain)).flatMap(({ ids }) => ids);
  return [chains.filter(isWorth), new Set(left)];
}

const MIN_NS = 50 * MILLISECOND;
