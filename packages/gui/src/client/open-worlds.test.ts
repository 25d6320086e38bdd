import { messages } from "@orrery/msgs";
import { Bus } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { sessionOver } from "../testing/session-over.ts";
import { OpenWorlds } from "./open-worlds.ts";

function page() {
  const session = sessionOver(new Bus({ codec: messages }));
  return { session, worlds: new OpenWorlds(session) };
}

test("[MW1] worlds are opened once each, and closed; the last one stays", () => {
  const { worlds } = page();
  const [first] = worlds.list.current;
  const second = worlds.open("/b");
  expect(worlds.open("/b")).toBe(second);
  expect(worlds.list.current).toEqual([first, second]);
  expect(worlds.close(second)).toBe(true);
  expect(worlds.close(second)).toBe(false);
  expect(worlds.close(first!)).toBe(false);
  expect(worlds.list.current).toEqual([first]);
});

test("[MW3] the first world has the focus until another is given it; it leaves a world that is closed", () => {
  const { worlds } = page();
  const first = worlds.focus.current;
  const second = worlds.open("/b");
  expect(worlds.focus.current).toBe(first);
  worlds.turnTo(second);
  worlds.close(second);
  expect(worlds.focus.current).toBe(first);
  worlds.turnTo(second);
  expect(worlds.focus.current).toBe(first);
});

test("[MW1] what is started for each world begins with it and ends with it", () => {
  const { worlds } = page();
  const told: string[] = [];
  const each = worlds.each(({ namespace }) => {
    told.push(`"${namespace}" begins`);
    return { [Symbol.dispose]: () => void told.push(`"${namespace}" ends`) };
  });
  const second = worlds.open("/b");
  worlds.close(second);
  each[Symbol.dispose]();
  worlds.open("/c");
  expect(told).toEqual(['"" begins', '"/b" begins', '"/b" ends', '"" ends']);
});

test("[MW1] a closed world leaves nothing behind in its session", async () => {
  const { session, worlds } = page();
  const { node, worlds: known, presence } = session;
  const counts = (): number[] => [node, known, presence.session, presence.people].map(({ changes }) => changes.count);
  const before = counts();
  for (let i = 0; i < 3; i++) {
    const view = worlds.open("/b");
    expect(counts()).not.toEqual(before);
    worlds.close(view);
  }
  expect(counts()).toEqual(before);
});
