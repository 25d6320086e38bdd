import { expect, test } from "vitest";
import { SharedWork } from "./shared-work.ts";

test("[GW65] what many ask for is done once, one piece after the other, and again after a while", async () => {
  const work = new SharedWork<string>(20);
  let open = 0;
  let most = 0;
  const made: string[] = [];
  const make = (key: string) => async (): Promise<string> => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setImmediate(resolve));
    open--;
    made.push(key);
    return key.toUpperCase();
  };
  const asked = ["a", "b", "a", "c", "b"].map((key) => work.give(key, make(key)));
  expect(await Promise.all(asked)).toEqual(["A", "B", "A", "C", "B"]);
  expect([made, most]).toEqual([["a", "b", "c"], 1]);
  await expect
    .poll(async () => {
      await work.give("a", make("a"));
      return made.length;
    })
    .toBe(4);
});

test("[GW65] work that fails fails for those who asked, and holds nobody up; too much of it is refused", async () => {
  const work = new SharedWork<number>(0);
  const failing = work.give("x", () => Promise.reject(new Error("no")));
  const good = work.give("y", () => Promise.resolve(1));
  await expect(failing).rejects.toThrow("no");
  expect(await good).toBe(1);
  const flood = (): void => {
    for (let i = 0; i < 100; i++) void work.give(`z${i}`, () => Promise.resolve(i));
  };
  expect(flood).toThrow("32 such requests are being answered already; try again");
});
