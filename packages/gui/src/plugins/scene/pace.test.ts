import { expect, test } from "vitest";
import { Pace, type Fences } from "./pace.ts";

/** A graphics card that is done when it is told to be. */
class Card implements Fences {
  readonly waiting = new Set<WebGLSync>();
  #isDone = false;

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
}

test("[SC17] a picture that is done by the next frame is followed by another at once", () => {
  const card = new Card();
  const pace = new Pace(card);
  expect(pace.isDue(0)).toBe(true);
  pace.drawn(0);
  card.finish();
  expect(pace.isDue(17)).toBe(true);
  expect(card.waiting.size).toBe(0);
});

test("[SC17] a picture waits for the one before, and then for as long as that took", () => {
  const card = new Card();
  const pace = new Pace(card);
  pace.drawn(0);
  expect(pace.isDue(90)).toBe(false);
  card.finish();
  expect(pace.isDue(100)).toBe(false);
  expect(pace.isDue(199)).toBe(false);
  expect(pace.isDue(200)).toBe(true);
});

test("[SC17] a picture that is never done, as with a lost context, stops the others for a moment only", () => {
  const card = new Card();
  const pace = new Pace(card);
  pace.drawn(0);
  expect(pace.isDue(900)).toBe(false);
  pace.isDue(1000);
  expect(pace.isDue(2000)).toBe(true);
});

test("[SC17] pictures drawn out of turn leave no fence behind", () => {
  const card = new Card();
  const pace = new Pace(card);
  pace.drawn(0);
  pace.drawn(5);
  expect(card.waiting.size).toBe(1);
});
