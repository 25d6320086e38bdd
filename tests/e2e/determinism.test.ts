import { join } from "node:path";
import { expect, test } from "vitest";
import { orrery, temporaryFolder } from "./orrery-process.ts";

async function finalHash(...args: string[]): Promise<string> {
  const { status, stdout, stderr } = await orrery("run", ...args, "--headless", "--hash", "--json");
  if (status !== 0) throw new Error(stderr);
  return (JSON.parse(stdout) as { hash: string }).hash;
}

test("[CL30] two processes end with the same state; so does one that saves on the way, and one that continues from there", async () => {
  const saved = join(temporaryFolder(), "half.orrery");
  const whole = await finalHash("shapes", "--steps", "600");
  expect(await finalHash("shapes", "--steps", "600")).toBe(whole);
  expect(await finalHash("shapes", "--steps", "600", "--save", saved, "--at", "300")).toBe(whole);
  expect(await finalHash("shapes", "--steps", "300", "--restore", saved)).toBe(whole);
  expect(await finalHash("shapes", "--steps", "301", "--restore", saved)).not.toBe(whole);
});

test("[CL31] random numbers follow from the seed, and continue from a saved state", async () => {
  const saved = join(temporaryFolder(), "half.orrery");
  const gusts = ["examples/gusts.sdf", "--config", "examples/orrery.json"];
  const whole = await finalHash(...gusts, "--seed", "7", "--steps", "1500", "--save", saved, "--at", "700");
  expect(await finalHash(...gusts, "--seed", "7", "--steps", "1500")).toBe(whole);
  expect(await finalHash(...gusts, "--steps", "800", "--restore", saved)).toBe(whole);
  expect(await finalHash(...gusts, "--seed", "8", "--steps", "1500")).not.toBe(whole);
});
