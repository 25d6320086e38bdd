import { expect, test } from "vitest";
import { Seeker } from "./seeker.ts";

function slowSeeker() {
  const asked: { readonly to: number; readonly end: (error?: Error) => void }[] = [];
  const failures: number[] = [];
  const seeker = new Seeker<number>(
    (to) =>
      new Promise((resolve, reject) => {
        asked.push({ to, end: (error) => (error === undefined ? resolve() : reject(error)) });
      }),
    (to) => failures.push(to),
  );
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
  return { seeker, asked, failures, turn };
}

test("[HU10] one request at a time, and the last one wins", async () => {
  const { seeker, asked, turn } = slowSeeker();
  for (const to of [1, 2, 3]) seeker.seek(to);
  expect(asked.map(({ to }) => to)).toEqual([1]);
  expect(seeker.target.current).toBe(3);
  asked[0]!.end();
  await turn();
  expect(asked.map(({ to }) => to)).toEqual([1, 3]);
  asked[1]!.end();
  await turn();
  expect(seeker.target.current).toBeUndefined();
  seeker.seek(4);
  expect(asked.at(-1)!.to).toBe(4);
});

test("[HU10] a failure is told only of the moment that is still wanted", async () => {
  const { seeker, asked, failures, turn } = slowSeeker();
  seeker.seek(1);
  seeker.seek(2);
  asked[0]!.end(new Error("no"));
  await turn();
  expect(failures).toEqual([]);
  asked[1]!.end(new Error("no"));
  await turn();
  expect(failures).toEqual([2]);
  expect(seeker.target.current).toBeUndefined();
});
