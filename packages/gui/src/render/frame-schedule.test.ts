import { describe, expect, test } from "vitest";
import { FrameSchedule } from "./frame-schedule.ts";

describe("when pictures are drawn", () => {
  test("[RE4] a picture is drawn when one is wanted and due, once for all who asked; one that moves asks for the next", () => {
    const loop = new HandLoop();
    const results: ("done" | "moving" | "not now")[] = ["done", "moving", "done"];
    const drawn: number[] = [];
    using frames = new FrameSchedule(loop, (timeMs) => {
      drawn.push(timeMs);
      return results.shift()!;
    });
    loop.frame(1);
    expect(drawn).toEqual([]);
    frames.want();
    frames.want();
    expect(frames.isStale).toBe(true);
    loop.frame(2);
    loop.frame(3);
    expect(drawn).toEqual([2]);
    expect(frames.isStale).toBe(false);
    frames.want();
    loop.frame(4);
    expect(frames.isStale).toBe(true);
    loop.frame(5);
    loop.frame(6);
    expect(drawn).toEqual([2, 4, 5]);
    expect(frames.count).toBe(3);
  });

  test("[RE4] a picture that cannot be drawn yet does not count, and stays wanted", () => {
    const loop = new HandLoop();
    let isSized = false;
    using frames = new FrameSchedule(loop, () => (isSized ? "done" : "not now"));
    frames.want();
    loop.frame(1);
    expect([frames.count, frames.isStale]).toEqual([0, true]);
    isSized = true;
    frames.draw(2);
    expect([frames.count, frames.isStale]).toEqual([1, false]);
  });

  test("[RE4] after the end nothing is drawn, whoever asks", () => {
    const loop = new HandLoop();
    let count = 0;
    const frames = new FrameSchedule(loop, () => {
      count++;
      return "moving";
    });
    frames.want();
    frames[Symbol.dispose]();
    frames.want();
    frames.draw(1);
    loop.frame(2);
    expect(count).toBe(0);
  });
});

/** A loop whose frames the test triggers. */
class HandLoop {
  #next: ((timeMs: number) => void) | undefined;
  #timeMs = 0;

  nowMs(): number {
    return this.#timeMs;
  }

  nextFrame(draw: (timeMs: number) => void): Disposable {
    this.#next = draw;
    return { [Symbol.dispose]: () => void (this.#next = undefined) };
  }

  frame(timeMs: number): void {
    this.#timeMs = timeMs;
    const draw = this.#next;
    this.#next = undefined;
    draw?.(timeMs);
  }
}
