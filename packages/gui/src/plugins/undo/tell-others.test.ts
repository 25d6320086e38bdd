import type { orrery } from "@orrery/msgs";
import { Emitter } from "@orrery/sim/host";
import { expect, test } from "vitest";
import type { Person } from "../../client/presence.ts";
import { Value } from "../../client/value.ts";
import type { WorldHistory } from "../../client/world-history.ts";
import { Notices } from "../../ui/notices.ts";
import { Authors } from "./authors.ts";
import { tellOthers } from "./tell-others.ts";

function telling({ isOwn = false, log = "" } = {}) {
  const state = new Value<orrery.History | undefined>(undefined);
  const jumps = new Emitter<orrery.TimeJump>(() => undefined);
  const notices = new Notices();
  const session = new Value<orrery.Session | undefined>({ id: "s1" });
  const authors = new Authors({ people: new Value<readonly Person[]>([]), session }, false);
  let waiting: (() => void) | undefined;
  const clock = {
    nowMs: () => 0,
    after: (_ms: number, act: () => void) => {
      waiting = act;
      return () => (waiting = undefined);
    },
  };
  const history = { state, jumps, log: new Value(log), takeOwnSettings: () => isOwn } as unknown as WorldHistory;
  const undone: string[] = [];
  tellOthers({ history, notices }, authors, { clock, undoReset: (author) => () => undone.push(author) });
  const texts = (): string[] => notices.list.current.map(({ text }) => text);
  return { state, jumps, texts, later: () => waiting?.(), notices, undone };
}

const by = (author: string, cause: orrery.TimeJump_Cause, sec: number): orrery.TimeJump => ({
  cause,
  author,
  author_name: "Guest 2",
  description: "Move box_1",
  from: { sec: 10 },
  to: { sec },
});

test("[HU6] jumps of others are told of, one's own are not", () => {
  const { jumps, texts } = telling();
  jumps.emit(by("s1", "UNDO", 4));
  expect(texts()).toEqual([]);
  jumps.emit(by("s2", "UNDO", 4));
  jumps.emit(by("s2", "RESET", 0));
  expect(texts()).toEqual(["Guest 2 went back 6.0 s: undid Move box_1", "Guest 2 reset the world"]);
});

test("[HU18] a reset is told to everybody, to whoever made it too, with the way to undo it", () => {
  const { jumps, texts, notices, undone } = telling();
  jumps.emit(by("s1", "RESET", 0));
  jumps.emit(by("s2", "RESET", 0));
  expect(texts()).toEqual(["You reset the world", "Guest 2 reset the world"]);
  for (const { action } of notices.list.current) action?.run();
  expect(undone).toEqual(["s1", "s2"]);
});

test("[HU6] of somebody who drags through time, the last moment is told, in one notice", () => {
  const { jumps, texts, later } = telling();
  for (const sec of [9, 8, 7]) jumps.emit(by("s2", "GO_TO", sec));
  expect(texts()).toEqual(["Guest 2 went to 9.0 s"]);
  later();
  expect(texts()).toEqual(["Guest 2 went to 7.0 s"]);
});

test("[PB5] jumps that a log holds are told as such, one at a time, whoever had that id then", () => {
  const { jumps, texts } = telling({ log: "run.mcap" });
  jumps.emit(by("s1", "UNDO", 4));
  expect(texts()).toEqual(["In the log: Guest 2 undid “Move box_1”, back to 4.0 s"]);
  jumps.emit(by("s2", "GO_TO", 12));
  expect(texts()).toEqual(["In the log: Guest 2 went forward to 12.0 s"]);
});

test("[PB5] others who go elsewhere in a log are announced; one's own moves are not, nor that it starts again", () => {
  const { jumps, texts, later } = telling({ log: "run.mcap" });
  jumps.emit(by("s1", "SEEK", 4));
  jumps.emit({ ...by("", "SEEK", 0), author_name: "" });
  expect(texts()).toEqual([]);
  for (const sec of [9, 8, 7]) jumps.emit(by("s2", "SEEK", sec));
  later();
  expect(texts()).toEqual(["Guest 2 went to 7.0 s"]);
});

test("[HU6] commands that left the lists are counted in one notice; those of before the page was opened are not", () => {
  const { state, texts, later } = telling();
  const forgets = (...ids: string[]): orrery.History => ({ enabled: true, forgotten: ids.map((id) => ({ id })) });
  state.set(forgets("a", "b"));
  expect(texts()).toEqual([]);
  state.set(forgets("c"));
  state.set(forgets("d", "e"));
  state.set(forgets());
  expect(texts()).toEqual(["1 command can no longer be undone (memory limit)"]);
  later();
  expect(texts()).toEqual(["3 commands can no longer be undone (memory limit)"]);
});

test("[HU16] settings that somebody else changed are told of, one's own are not; what they forgot is no news of its own", () => {
  for (const isOwn of [false, true]) {
    const { state, texts, later } = telling({ isOwn });
    state.set({ enabled: true, command_limit: 10 });
    state.set({ enabled: false, command_limit: 10, forgotten: [{ id: "a" }] });
    later();
    expect(texts()).toEqual(isOwn ? [] : ["History was switched off: nothing can be undone"]);
  }
});
