import { expect, test } from "vitest";
import { IdTable } from "./id-table.ts";

test("keeps what was set, close together, far apart and at both ends", () => {
  const table = new IdTable();
  const ids = [0, 1, 1023, 1024, 0x7fffffff, 0x80000000, 0xffffffff];
  ids.forEach((id, i) => table.set(id, i));
  expect(ids.map((id) => table.get(id))).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(table.size).toBe(ids.length);
  expect(table.sortedIds()).toEqual(ids);
  for (const id of [2, 1025, 0x80000001, 0xfffffffe]) expect(table.get(id)).toBe(-1);
});

test("a value is replaced, and gone when it was deleted", () => {
  const table = new IdTable();
  table.set(7, 1);
  table.set(7, 2);
  expect([table.get(7), table.size]).toEqual([2, 1]);
  table.delete(8);
  table.delete(9000);
  table.delete(7);
  table.delete(7);
  expect([table.has(7), table.size, table.sortedIds()]).toEqual([false, 0, []]);
  table.set(7, 3);
  expect([table.get(7), table.size]).toEqual([3, 1]);
});

test("is what a map would be, whatever is done to it", () => {
  const table = new IdTable();
  const map = new Map<number, number>();
  for (let i = 0, id = 1; i < 20_000; i++) {
    id = (Math.imul(id, 1664525) + 1013904223) >>> 0;
    const near = (id >>> 30) * 0x40000000 + ((id >>> 8) % 3000);
    if (id % 3 === 0) {
      table.delete(near);
      map.delete(near);
    } else {
      table.set(near, i);
      map.set(near, i);
    }
  }
  expect(table.size).toBe(map.size);
  expect(table.sortedIds()).toEqual([...map.keys()].sort((a, b) => a - b));
  for (const [id, value] of map) expect(table.get(id)).toBe(value);
});
