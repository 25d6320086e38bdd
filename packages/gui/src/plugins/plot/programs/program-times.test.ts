import { expect, test } from "vitest";
import { ProgramClock } from "./program-times.ts";

test("[CU15] samples of a program are spread over the simulated time between the arrivals of its batches", () => {
  const clock = new ProgramClock();
  // It has run for a while: how much simulated time its first batch spans is not known.
  expect([...clock.convert({ times: [100, 101], since: undefined }, 5)]).toEqual([5, 5]);
  expect([...clock.convert({ times: [102, 103, 105], since: 101 }, 6)]).toEqual([5.25, 5.5, 6]);
  // In Python's example, batches do not say what they follow.
  expect([...clock.convert({ times: [106, 107], since: undefined }, 8)]).toEqual([7, 8]);
  // The world is paused.
  expect([...clock.convert({ times: [108, 109], since: 107 }, 8)]).toEqual([8, 8]);
  // It has jumped back, samples were lost, the program has started again.
  expect([...clock.convert({ times: [110, 111], since: 109 }, 3)]).toEqual([3, 3]);
  expect([...clock.convert({ times: [113, 114], since: 112 }, 4)]).toEqual([4, 4]);
  expect([...clock.convert({ times: [1, 2], since: undefined }, 5)]).toEqual([5, 5]);
});

test("[CU15] while a program and the world run equally fast, its samples keep their spacing although batches are held up", () => {
  const clock = new ProgramClock();
  clock.convert({ times: [0], since: undefined }, 10);
  const held = [0, 0.03, 0.3, 0, 0.02];
  const simulated = held.flatMap((late, i) => {
    const times = [0.01, 0.02, 0.03].map((time) => time + 0.03 * i);
    return [...clock.convert({ times, since: 0.03 * i }, 10 + 0.03 * (i + 1) + late)];
  });
  simulated.forEach((time, i) => expect(time).toBeCloseTo(10 + 0.01 * (i + 1), 2));
  expect(simulated).toEqual([...simulated].sort((a, b) => a - b));
});
