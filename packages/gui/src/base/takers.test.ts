import { expect, test } from "vitest";
import { FailureOwner } from "./failure-owner.ts";
import { Takers } from "./takers.ts";

test("[OF1] who registered last is asked first, and who takes it keeps it from the others", () => {
  const takers = new Takers<string>();
  const asked: string[] = [];
  const wants = (name: string, wanted: string) =>
    takers.take((offered) => {
      asked.push(`${name} ${offered}`);
      return offered === wanted;
    });
  using _ = wants("first", "mesh");
  const last = wants("last", "world");
  expect(takers.offer("world")).toBe(true);
  expect(takers.offer("mesh")).toBe(true);
  expect(takers.offer("picture")).toBe(false);
  expect(asked).toEqual(["last world", "last mesh", "first mesh", "last picture", "first picture"]);
  last[Symbol.dispose]();
  last[Symbol.dispose]();
  expect(takers.offer("world")).toBe(false);
});

test("[OF1] a taker that throws is a failure of its plugin, and the others are asked", () => {
  const owner = new FailureOwner();
  const takers = new Takers<string>(owner);
  takers.take(() => true);
  const failures: unknown[] = [];
  owner.during(
    (error) => failures.push(error),
    () =>
      takers.take(() => {
        throw new Error("out of ink");
      }),
  );
  expect(takers.offer("mesh")).toBe(true);
  expect(failures).toEqual([new Error("out of ink")]);
});
