import { expect, test } from "vitest";
import { TestSim } from "../testing/test-sim.ts";
import { watchItems } from "../testing/watch-items.ts";

const BOX = `<model name="box"><pose>0 0 10 0 0 0</pose><link name="body"/></model>`;

test("[IT20] samples say which stretch they belong to, however the world got there", async () => {
  using sim = await TestSim.load(BOX, { history: { enabled: true }, defaultSystems: ["physics", "user-commands"] });
  const { timeline } = sim.runner;
  const watching = await watchItems(sim, ["sim_time"]);
  const expected: string[] = [];
  const run = (steps: number): void => {
    for (let i = 0; i < steps; i++) {
      const { length } = watching.steps;
      sim.run({ steps: 1 });
      watching.finish();
      if (watching.steps.length > length) expected.push(timeline.present.id);
    }
  };
  const goTo = (id: string, timeNs?: number): void => timeline.goTo({ id, timeNs }, { author: "", authorName: "" });
  run(20);
  const first = timeline.present.id;
  goTo("", 0.01e9);
  run(10);
  const fork = timeline.stretches()[0]!.id;
  // The end of a stretch that has branches already: the world begins one more.
  goTo(fork);
  run(5);
  // The end of a branch: the branch continues.
  goTo(first);
  run(5);
  expect(new Set(expected).size).toBe(3);
  expect(expected).toHaveLength(watching.steps.length);
  // When a stretch is split, the later part keeps the id. Earlier samples were sent with that id too.
  expect(watching.batches.flatMap(({ stretch, steps }) => steps!.map(() => stretch))).toEqual(expected);
});

test("[IT20] samples say since when no earlier one is missing", async () => {
  using sim = await TestSim.load(BOX, { history: { enabled: true } });
  sim.run({ steps: 10 });
  const watching = await watchItems(sim, ["sim_time"]);
  sim.run({ steps: 10 });
  watching.finish();
  sim.run({ steps: 10 });
  watching.finish();
  sim.runner.timeline.goTo({ id: "", timeNs: 0.015e9 }, { author: "", authorName: "" });
  sim.run({ steps: 1 });
  sim.run({ steps: 5 });
  watching.finish();
  expect(watching.batches.map(({ since }) => since)).toEqual([0.01, 0.02, 0.015]);
});
