import { expect, test } from "vitest";
import { past, stretch } from "../../testing/sample-past.ts";
import { settingsQuestion } from "./settings-words.ts";

/** Four commands on the line of the present, and a branch with one. */
const known = past(
  [stretch("a", "", 0, 4, ["A@1", "B@2"]), stretch("b", "a", 4, 9, ["C@5", "D@6"]), stretch("c", "a", 4, 7, ["E@5"])],
  { present: "b", bytes: 50e6, byteLimit: 512e6, commandLimit: 1000 },
);
const onLine = { ...known, undo: known.undo.filter(({ description }) => description !== "E") };

test("[HU16] switching history off asks first, with all that will be gone", () => {
  expect(settingsQuestion(onLine, { enabled: false })).toMatchObject({
    text: "5 commands and 1 branch will be gone, for everybody. This cannot be undone.",
  });
  expect(settingsQuestion(past([stretch("a", "", 0, 4)], { present: "a" }), { enabled: false })).toBeUndefined();
  expect(settingsQuestion({ ...onLine, isOn: false }, { enabled: true })).toBeUndefined();
});

test("[HU16] a limit asks when commands leave by it", () => {
  expect(settingsQuestion(onLine, { enabled: true, command_limit: 4 })).toBeUndefined();
  expect(settingsQuestion(onLine, { enabled: true, command_limit: 3 })?.title).toBe("Forget the oldest command?");
  expect(settingsQuestion(onLine, { enabled: true, command_limit: 1 })?.title).toBe("Forget the oldest 3 commands?");
  expect(settingsQuestion(onLine, { enabled: true, byte_limit: 50e6 })).toBeUndefined();
  expect(settingsQuestion(onLine, { enabled: true, byte_limit: 40e6 })?.text).toContain(
    "of 5 commands and 1 branch, the oldest will be gone",
  );
});
