import { expect, test } from "vitest";
import { escapeControl, hasControl, replaceControl } from "./control-characters.ts";

test("[BA40] what acts on a terminal is escaped as in JSON; other text, in any script, stays as it is", () => {
  expect(escapeControl("a\u001b]0;owned\u0007b\u009b2J\u007f\u202ec\u2066")).toBe(
    String.raw`a\u001b]0;owned\u0007b\u009b2J\u007f\u202ec\u2066`,
  );
  expect(escapeControl("one\n\ttwo\r", "\n\t")).toBe("one\n\ttwo\\u000d");
  const harmless = "größer · 机器人 · مرحبا · 👩‍🚀 · µm";
  expect([escapeControl(harmless), hasControl(harmless), hasControl("a\u0000")]).toEqual([harmless, false, true]);
  expect(replaceControl("a\u001bb", "_")).toBe("a_b");
  expect(JSON.parse(escapeControl(JSON.stringify({ name: "a\u009b\u202e" })))).toEqual({ name: "a\u009b\u202e" });
});
