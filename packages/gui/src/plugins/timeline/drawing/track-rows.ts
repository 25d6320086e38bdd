/** A side track: stretches that follow on each other. */
export interface Chain {
  readonly ids: readonly string[];
  /** The stretch at whose end it begins. */
  readonly parent: string;
  readonly start: number;
  readonly end: number;
}

/**
 * A row for each side track, below the one that it leaves, as high up as there is room; the first row, 0, is taken. Tracks do not
 * overlap, and the lines down to them cross no track as long as that can be had. `least` is how much room the shortest needs.
 */
export function packTracks(chains: readonly Chain[], least: number): ReadonlyMap<string, number> {
  const rowOf = new Map<string, number>();
  const owners = new Map(chains.flatMap((chain) => chain.ids.map((id) => [id, chain] as const)));
  const children = Map.groupBy(chains, ({ parent }) => owners.get(parent));
  const placed: Placed[] = [];
  const place = (chain: Chain, fromRow: number): void => {
    const end = Math.max(chain.end, chain.start + least);
    const free = (row: number, avoidsCrossing: boolean): boolean =>
      placed.every(
        (other) =>
          !(other.row === row && chain.start < other.end && other.start < end) &&
          !(avoidsCrossing && (crosses(chain.start, fromRow, row, other) || isCrossed(chain.start, end, row, other))),
      );
    const last = fromRow + placed.length + 1;
    let row = fromRow + 1;
    while (row < last && !free(row, true)) row++;
    if (!free(row, true)) {
      row = fromRow + 1;
      while (!free(row, false)) row++;
    }
    placed.push({ start: chain.start, end, row, fromRow });
    for (const id of chain.ids) rowOf.set(id, row);
    for (const child of fromRight(children.get(chain) ?? [])) place(child, row);
  };
  for (const chain of fromRight(children.get(undefined) ?? [])) place(chain, 0);
  return rowOf;
}

interface Placed {
  readonly start: number;
  readonly end: number;
  readonly row: number;
  readonly fromRow: number;
}

/** Those further left go below those further right, so that the lines down to them cross nothing. */
function fromRight(chains: readonly Chain[]): readonly Chain[] {
  return chains.toSorted((a, b) => b.start - a.start || a.end - b.end);
}

/** Whether a line down at `at` goes through a track. */
function crosses(at: number, fromRow: number, toRow: number, track: Placed): boolean {
  return fromRow < track.row && track.row < toRow && track.start < at && at < track.end;
}

/** Whether a track goes through the line down to another. */
function isCrossed(start: number, end: number, row: number, other: Placed): boolean {
  return crosses(other.start, other.fromRow, other.row, { start, end, row, fromRow: 0 });
}
