import { expect, test } from "vitest";
import { ball } from "../testing/counter.ts";
import { TestSim } from "../testing/test-sim.ts";
import { unwatched } from "./activity.ts";

const NOBODY = { author: "", authorName: "" };

test("[RU66] a way to another time tells how much of it is done; called off, the world is where it was, to the bit", async () => {
  const told: (number | undefined)[] = [];
  let callsOff = false;
  const travelling = (fraction: number | undefined): boolean => {
    told.push(fraction);
    return !(callsOff && fraction !== undefined && fraction > 0.5);
  };
  using sim = await TestSim.load(ball, { history: { enabled: true }, activity: { ...unwatched, travelling } });
  sim.run({ steps: 100 });
  sim.runner.timeline.goTo({ id: "", timeNs: 40e6 }, NOBODY);
  const fractions = told.filter((each) => each !== undefined);
  expect([fractions.length > 30, fractions.at(-1)]).toEqual([true, 1]);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBeUndefined();
  sim.run({ steps: 60 });
  const [hash, count] = [sim.runner.hash(), sim.runner.now().count];
  callsOff = true;
  expect(() => sim.runner.timeline.goTo({ id: "", timeNs: 30e6 }, NOBODY)).toThrow("it was cancelled on the way");
  expect([sim.runner.hash(), sim.runner.now().count]).toEqual([hash, count]);
  callsOff = false;
  sim.run({ steps: 10 });
  sim.runner.timeline.goTo({ id: "", timeNs: 30e6 }, NOBODY);
  expect(sim.runner.now().count).toBe(30);
});
