import type { orrery } from "@orrery/msgs";
import { expect, test } from "vitest";
import { forgottenText, jumpText, leapText, recordedText } from "./jump-words.ts";

const jump = (cause: orrery.TimeJump_Cause, from: number, to: number): orrery.TimeJump => ({
  cause,
  from: { sec: from },
  to: { sec: to, nsec: 300_000_000 },
  description: "Move box_1",
  author: "s2",
  author_name: "Guest 2",
});
const named = (_author: string, name: string): string => name;

test("[HU6] a jump is told with who, what and how far", () => {
  expect(jumpText(jump("UNDO", 8, 4), named)).toBe("Guest 2 went back 3.7 s: undid Move box_1");
  expect(jumpText(jump("REDO", 4, 8), named)).toBe("Guest 2 went forward 4.3 s: redid Move box_1");
  expect(jumpText(jump("GO_TO", 8, 12), named)).toBe("Guest 2 went to 12.3 s");
  expect(jumpText(jump("RESET", 8, 0), named)).toBe("Guest 2 reset the world");
  expect(jumpText(jump("UNKNOWN", 8, 0), named)).toBeUndefined();
});

test("[HU6] one that took no time says only what was done", () => {
  const still = { ...jump("UNDO", 4, 4), from: { sec: 4, nsec: 310_000_000 } };
  expect(jumpText(still, named)).toBe("Guest 2 undid Move box_1");
});

test("[PB5] a jump of a log is told as recorded, with where it led", () => {
  expect(recordedText(jump("UNDO", 8, 4))).toBe("In the log: Guest 2 undid “Move box_1”, back to 4.3 s");
  expect(recordedText(jump("REDO", 4, 8))).toBe("In the log: Guest 2 redid “Move box_1”, forward to 8.3 s");
  expect(recordedText(jump("GO_TO", 8, 4))).toBe("In the log: Guest 2 went back to 4.3 s");
  expect(recordedText({ ...jump("RESET", 8, 0), author_name: "" })).toBe(
    "In the log: Somebody reset the world, back to 0.3 s",
  );
  expect(recordedText({ ...jump("UNDO", 4, 4), from: { sec: 4, nsec: 3e8 } })).toBe(
    "In the log: Guest 2 undid “Move box_1”",
  );
  expect(recordedText(jump("UNKNOWN", 8, 4))).toBeUndefined();
});

test("[PB2] where the clock jumps, the tip says why, from when and to when", () => {
  const because = (cause: orrery.TimeJump_Cause) =>
    leapText({ fromNs: 5.7e9, jump: { cause, description: "Move box", authorName: "Ada" } }, 2.5e9);
  expect(because("UNDO")).toBe("Ada undid Move box: 5.7 s → 2.5 s");
  expect(because("GO_TO")).toBe("Ada went back: 5.7 s → 2.5 s");
  expect(because("UNKNOWN")).toBe("Time jumped: 5.7 s → 2.5 s");
  expect(leapText({ fromNs: 12e9, jump: undefined }, 0)).toBe("The clock was reset: 12.0 s → 0.0 s");
});

test("[HU6] commands that can no longer be undone are reported with the reason", () => {
  const kept = { isOn: true, undo: [], commandLimit: 1000 };
  expect(forgottenText(3, kept)).toBe("3 commands can no longer be undone (memory limit)");
  expect(forgottenText(1, { ...kept, commandLimit: 0 })).toBe("1 command can no longer be undone (memory limit)");
  expect(forgottenText(2, { ...kept, isOn: false })).toBe("2 commands can no longer be undone (history is off)");
});
