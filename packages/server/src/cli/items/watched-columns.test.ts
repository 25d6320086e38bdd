import { expect, test } from "vitest";
import type { Described, ItemBatch } from "./item-stream.ts";
import type { Manager } from "./managers.ts";
import { WatchedColumns } from "./watched-columns.ts";

const manager = (label: string): Manager => ({ label, namespace: "", prefix: `/introspection/${label}` });
const [world, battery] = [manager("world"), manager("battery")];

const number = (name: string): Described => ({ name, type: "double", columns: [""], units: ["V"], unavailable: "" });
const vector = (name: string): Described => ({
  name,
  type: "vector3d",
  columns: ["x", "y", "z"],
  units: ["m", "m", "m"],
  unavailable: "",
});

function rowsOf(table: WatchedColumns, batch: Omit<ItemBatch, "timeline">): (readonly number[])[] {
  const rows: (readonly number[])[] = [];
  table.rows({ ...batch, timeline: 0 }, (row, { step, time }) => rows.push([step, time, ...row]));
  return rows;
}

test("[CL75] samples of several managers are rows that have the columns of all", () => {
  const table = new WatchedColumns([
    { manager: world, described: [vector("a")] },
    { manager: battery, described: [number("u")] },
  ]);
  expect(table.columns.map(({ name, unit }) => `${name} ${unit}`)).toEqual([
    "world/a.x m",
    "world/a.y m",
    "world/a.z m",
    "battery/u V",
  ]);
  const layout = [vector("a")];
  expect(
    rowsOf(table, { manager: world, layout, steps: [7, 8], times: [0.7, 0.8], values: [1, 2, 3, 4, 5, 6] }),
  ).toEqual([
    [7, 0.7, 1, 3, 5, NaN],
    [8, 0.8, 2, 4, 6, NaN],
  ]);
  expect(rowsOf(table, { manager: battery, layout: [number("u")], steps: [1], times: [0], values: [9] })).toEqual([
    [1, 0, NaN, NaN, NaN, 9],
  ]);
});

test("[CL75] an item that changes its type has empty cells from then on, and others keep their columns", () => {
  const table = new WatchedColumns([{ manager: world, described: [number("a"), number("b")] }]);
  expect(table.columns.map(({ name }) => name)).toEqual(["a", "b"]);
  const batch = { manager: world, steps: [1], times: [1], values: [1, 2, 3, 4] };
  expect(rowsOf(table, { ...batch, layout: [vector("a"), number("b")] })).toEqual([[1, 1, NaN, 4]]);
  expect(rowsOf(table, { ...batch, layout: [number("b"), vector("c")] })).toEqual([[1, 1, NaN, 1]]);
});
