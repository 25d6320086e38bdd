import { expect, test } from "vitest";
import { Pace, type Fences } from "./gpu-pace.ts";

/** A graphics card that finishes a picture, and a page that polls, only when a test says so. */
class Card implements Fences {
  readonly waiting = new Set<WebGLSync>();
  nowMs = 0;
  #isDone = false;
  #polls: (() => void)[] = [];

  pace(): Pace {
    return new Pace(this, { nowMs: () => this.nowMs, later: (act) => void this.#polls.push(act) });
  }

  place(): WebGLSync {
    this.#isDone = false;
    const fence = { label: "" } as WebGLSync;
    this.waiting.add(fence);
    return fence;
  }

  isPassed(): boolean {
    return this.#isDone;
  }

  remove(fence: WebGLSync): void {
    this.waiting.delete(fence);
  }

  finish(): void {
    this.#isDone = true;
  }

  /** Runs the polls that are due and returns how many there were. */
  poll(): number {
    const due = this.#polls;
    this.#polls = [];
    for (const act of due) act();
    return due.length;
  }
}

test("[SC17] a picture that is done by the next frame is followed by another at once", () => {
  const card = new Card();
  const pace = card.pace();
  expect(pace.isDue()).toBe(true);
  pace.drawn(0);
  card.finish();
  card.nowMs = 17;
  expect(pace.isDue()).toBe(true);
  expect(card.waiting.size).toBe(0);
});

test("[SC17] a picture waits for the one before, and then for as long as that took", () => {
  const card = new Card();
  const pace = card.pace();
  const isDueAt = (nowMs: number): boolean => ((card.nowMs = nowMs), pace.isDue());
  pace.drawn(0);
  expect(isDueAt(90)).toBe(false);
  card.finish();
  expect([100, 199, 200].map(isDueAt)).toEqual([false, false, true]);
});

test("[SC17] a scene that was still for long is drawn at once: the wait was no drawing", () => {
  const card = new Card();
  const pace = card.pace();
  for (const idleMs of [300, 12_000, 3_600_000]) {
    const startMs = card.nowMs;
    pace.drawn(startMs);
    card.nowMs += 4;
    card.poll();
    card.finish();
    card.nowMs += 4;
    card.poll();
    expect(card.waiting.size).toBe(0);
    card.nowMs = startMs + idleMs;
    expect(pace.isDue()).toBe(true);
  }
});

test("[SC17] a page that could not poll meanwhile, as in a hidden tab, waits no longer than for the longest picture", () => {
  const card = new Card();
  const pace = card.pace();
  pace.drawn(0);
  card.finish();
  card.nowMs = 60_000;
  expect(pace.isDue()).toBe(true);
});

test("[SC17] a picture that is never done, as with a lost context, stops the others for a moment only", () => {
  const card = new Card();
  const pace = card.pace();
  const isDueAt = (nowMs: number): boolean => ((card.nowMs = nowMs), pace.isDue());
  pace.drawn(0);
  expect([900, 1000, 2000].map(isDueAt)).toEqual([false, false, true]);
});

test("[SC17] polling ends with the picture, and with the scene; pictures drawn out of turn leave no fence behind", () => {
  const card = new Card();
  const pace = card.pace();
  pace.drawn(0);
  pace.drawn(5);
  expect(card.waiting.size).toBe(1);
  expect([card.poll(), card.poll()]).toEqual([1, 1]);
  card.finish();
  expect([card.poll(), card.poll()]).toEqual([1, 0]);
  pace.drawn(10);
  pace[Symbol.dispose]();
  expect(card.waiting.size).toBe(0);
  expect([card.poll(), card.poll()]).toEqual([1, 0]);
});
