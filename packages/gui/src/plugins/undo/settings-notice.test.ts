import { expect, test } from "vitest";
import { past, stretch } from "../../testing/sample-past.ts";
import { settingsNotice } from "./settings-notice.ts";

const known = past([stretch("a", "", 0, 9, ["A@1", "B@2", "C@5", "D@6"])], {
  present: "a",
  bytes: 50e6,
  byteLimit: 512e6,
  commandLimit: 1000,
});

test("[HU16] what others are told of settings names what is different", () => {
  expect(settingsNotice(known, { ...known, bytes: 1 })).toBeUndefined();
  expect(settingsNotice(known, { ...known, isOn: false })).toBe("History was switched off: nothing can be undone");
  expect(settingsNotice({ ...known, isOn: false }, known)).toBe("History was switched on");
  const forgotten = known.undo.slice(-2);
  expect(settingsNotice(known, { ...known, commandLimit: 2, forgotten })).toBe(
    "The limit of the history is 2 commands now: 2 commands can no longer be undone",
  );
});
