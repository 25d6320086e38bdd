/**
 * Finds cycles of files that load each other, each by the shortest way round from its first file. Whether a value
 * exists when it is needed depends on which of them is loaded first.
 */
export function importCycles(loads: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const seen = new Set<string>();
  for (const file of [...loads.keys()].toSorted()) {
    if (seen.has(file)) continue;
    const cycle = wayBack(file, loads);
    if (cycle === undefined) continue;
    for (const each of cycle) seen.add(each);
    cycles.push(cycle);
  }
  return cycles;
}

/** Returns the files on the shortest way from a file back to it; `undefined` if there is none. */
function wayBack(start: string, loads: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const before = new Map<string, string>();
  const queue = [start];
  for (const file of queue) {
    for (const next of loads.get(file) ?? []) {
      if (next === start) return pathTo(file, before);
      if (before.has(next)) continue;
      before.set(next, file);
      queue.push(next);
    }
  }
  return undefined;
}

function pathTo(file: string, before: ReadonlyMap<string, string>): string[] {
  const path = [file];
  for (let from = before.get(file); from !== undefined; from = before.get(from)) path.unshift(from);
  return path;
}
