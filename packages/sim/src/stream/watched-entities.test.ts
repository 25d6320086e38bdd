import { expect, test } from "vitest";
import { MAX_WATCHED, WatchedEntities } from "./watched-entities.ts";

const range = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);

test("[ST20] a client that keeps asking for other entities is remembered with its last ones only", () => {
  const watched = new WatchedEntities();
  for (let i = 0; i < 1000; i++) watched.add("greedy", range(i * 256, 256), 0);
  watched.add("modest", [1, 2, 3], 0);
  expect(watched.size).toBe(MAX_WATCHED + 3);
  const list = watched.list(0);
  expect(list).toHaveLength(MAX_WATCHED);
  expect(list).toEqual(expect.arrayContaining([1, 2, 3]));
});

test("[ST20] what nobody has asked for lately is no longer watched", () => {
  const watched = new WatchedEntities();
  watched.add("a", [1, 2], 0);
  watched.add("b", [2, 3], 2000);
  expect(watched.list(2500)).toEqual([2, 3, 1]);
  expect(watched.list(4000)).toEqual([3, 2]);
  expect([watched.list(9000), watched.size]).toEqual([[], 0]);
});
