import { expect, test } from "vitest";
import { add, multiply } from "./kernels/arithmetic.ts";
import { Integral } from "./kernels/sums.ts";
import { SampleQueue } from "./kernels/sample-queue.ts";
import { ProgramBuilder } from "./program.ts";
import { assignRegisters } from "./registers.ts";

test("[FM30] equal parts are one slot, constants are computed once, and what nobody needs is left out", () => {
  const builder = new ProgramBuilder();
  const [x, y] = [builder.input(0, 0), builder.input(0, 1)];
  const sum = builder.loop(add, x, y);
  expect(builder.loop(add, x, y)).toBe(sum);
  expect(builder.loop(add, y, x)).not.toBe(sum);
  const integral = (): number => builder.kernel("integral", () => new Integral(), sum);
  expect(integral()).toBe(integral());
  const six = builder.loop(multiply, builder.constant(2), builder.constant(3));
  expect(builder.constantAt(six)).toBe(6);
  const { slots, outputs } = builder.finish([builder.loop(multiply, integral(), six)]);
  expect(slots.map(({ kind }) => kind)).toEqual(["input", "input", "loop", "kernel", "constant", "loop"]);
  expect(outputs).toEqual([5]);
});

test("[FM30] scratch columns are used again, but never for a result and one of its own arguments", () => {
  const builder = new ProgramBuilder();
  let slot = builder.input(0, 0);
  const first = builder.loop(add, slot, slot);
  for (let i = 0; i < 50; i++) slot = builder.loop(add, i === 0 ? first : slot, builder.input(0, 0));
  const program = builder.finish([slot, first]);
  const { of, count } = assignRegisters(program);
  expect(count).toBe(3);
  for (const [i, each] of program.slots.entries()) {
    if (each.kind === "loop") for (const input of each.inputs) expect(of[input]).not.toBe(of[i]);
  }
  expect(of[program.outputs[0]!]).not.toBe(of[program.outputs[1]!]);
});

test("[FM30] what a window remembers takes memory for the window, however long it runs", () => {
  const queue = new SampleQueue();
  for (let i = 0; i < 10_000; i++) {
    queue.push(i, -i);
    if (queue.tail - queue.head > 100) queue.head++;
    expect(queue.times[queue.head]).toBe(Math.max(0, i - 99));
  }
  expect(queue.times.length).toBeLessThanOrEqual(256);
});
