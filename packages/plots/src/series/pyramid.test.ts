import { expect, test } from "vitest";
import { seededRandom } from "../testing/seeded-random.ts";
import { Chunk } from "./chunk.ts";
import { summarise, widen } from "./pyramid.ts";

test("[SE8] summaries of blocks give the extremes of any range of a chunk, as samples come in", () => {
  const random = seededRandom(5);
  for (const capacity of [256, 1024, 4096]) {
    const chunk = new Chunk(capacity);
    while (chunk.end < capacity) {
      const first = chunk.end;
      chunk.end = Math.min(capacity, first + 1 + Math.floor(random() * 900));
      for (let i = first; i < chunk.end; i++) chunk.values[i] = random() < 0.1 ? NaN : random();
      summarise(chunk, first);
      for (let round = 0; round < 100; round++) {
        const from = Math.floor(random() * chunk.end * 0.1) * (round % 2);
        const to = from + Math.floor(random() * 1.1 * (chunk.end - from));
        const [least, greatest] = [Float64Array.of(0, Infinity), Float64Array.of(0, -Infinity)];
        widen(chunk, from, Math.min(to, chunk.end), least, greatest, 1);
        const numbers = chunk.values.slice(from, Math.min(to, chunk.end)).filter((value) => !Number.isNaN(value));
        expect([least[1], greatest[1]]).toEqual([Math.min(...numbers), Math.max(...numbers)]);
      }
    }
  }
});
