import { expect, test } from "vitest";
import { packTracks, type Chain } from "./track-rows.ts";

test("[HU7] tracks side by side share a row; those that overlap do not, and the left one goes below", () => {
  const rows = pack(["a", "main", 0, 10], ["b", "main", 20, 30], ["c", "main", 5, 12]);
  expect(rows).toEqual({ b: 1, c: 1, a: 2 });
});

test("[HU7] a track of a track is below it, and the line down to it crosses nothing", () => {
  const rows = pack(["a", "main", 0, 100], ["b", "main", 50, 60], ["a1", "a", 55, 58]);
  expect(rows).toEqual({ b: 1, a: 2, a1: 3 });
});

test("[HU7] the shortest has room for its mark", () => {
  expect(pack(["a", "main", 5, 5], ["b", "main", 5, 5])).toEqual({ a: 1, b: 2 });
  expect(pack(["a", "main", 5, 5], ["b", "main", 7, 7])).toEqual({ a: 1, b: 1 });
});

test("[HU7] two hundred random tracks never overlap", () => {
  let seed = 1;
  const random = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const chains = Array.from({ length: 200 }, (_, i): Chain => {
    const start = random(1000);
    return {
      ids: [`t${i}`],
      parent: random(3) === 0 && i > 0 ? `t${random(i)}` : "main",
      start,
      end: start + random(80),
    };
  });
  const rows = packTracks(chains, 2);
  for (const [i, a] of chains.entries()) {
    expect(rows.get(a.ids[0]!)).toBeGreaterThan(rows.get(a.parent) ?? 0);
    for (const b of chains.slice(i + 1)) {
      const isSameRow = rows.get(a.ids[0]!) === rows.get(b.ids[0]!);
      expect(isSameRow && a.start < b.end && b.start < a.end, `${a.ids[0]} and ${b.ids[0]}`).toBe(false);
    }
  }
});

function pack(...tracks: readonly (readonly [id: string, parent: string, start: number, end: number])[]) {
  const chains = tracks.map(([id, parent, start, end]): Chain => ({ ids: [id], parent, start, end }));
  return Object.fromEntries(packTracks(chains, 1));
}
