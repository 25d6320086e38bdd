/** A side track: a sequence of consecutive stretches. */
export interface Chain {
  readonly ids: readonly string[];
  /** The stretch at whose end the track begins. */
  readonly parent: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Assigns each side track a row below the one that it leaves, as high up as there is room; row 0 is taken. Tracks do
 * not overlap. The lines down to them cross no track where that can be avoided. `least` is the shortest length to
 * reserve for a track.
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

/**
 * Puts tracks that start further right first, so that they get the upper rows and the lines down to the others cross
 * nothing.
 */
function fromRight(chains: readonly Chain[]): readonly Chain[] {
  return chains.toSorted((a, b) => b.start - a.start || a.end - b.end);
}

/** Returns whether a line down at `at` crosses a track. */
function crosses(at: number, fromRow: number, toRow: number, track: Placed): boolean {
  return fromRow < track.row && track.row < toRow && track.start < at && at < track.end;
}

/** Returns whether a track crosses the line down to another track. */
function isCrossed(start: number, end: number, row: number, other: Placed): boolean {
  return crosses(other.start, other.fromRow, other.row, { start, end, row, fromRow: 0 });
}
