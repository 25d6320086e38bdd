import { expect, test } from "vitest";
import { FirstKeys } from "./first-keys.ts";

test("[HD5] keys go to whoever took something in hand last, then to those before, as long as they have it", () => {
  const keys = new FirstKeys();
  const heard: string[] = [];
  const user = (name: string, wanted: string) =>
    keys.take(({ key }) => {
      heard.push(`${name} ${key}`);
      return key === wanted;
    });
  using _ = user("tool", "x");
  const drag = user("drag", "Escape");
  expect(keys.offer(pressed("Escape"))).toBe(true);
  expect(keys.offer(pressed("x"))).toBe(true);
  expect(keys.offer(pressed("y"))).toBe(false);
  expect(heard).toEqual(["drag Escape", "drag x", "tool x", "drag y", "tool y"]);
  drag[Symbol.dispose]();
  expect(keys.offer(pressed("Escape"))).toBe(false);
});

test("[HD5] listeners are told of every key first, and cannot keep it", () => {
  const keys = new FirstKeys();
  const heard: string[] = [];
  keys.take(({ key }) => heard.push(`taken ${key}`) > 0);
  keys.events.on(({ key }) => heard.push(`told ${key}`));
  expect(keys.offer(pressed("x"))).toBe(true);
  expect(heard).toEqual(["told x", "taken x"]);
});

function pressed(key: string): KeyboardEvent {
  return { type: "keydown", key } as KeyboardEvent;
}
