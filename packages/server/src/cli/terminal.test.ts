import { expect, onTestFinished, test, vi } from "vitest";
import { note, print, safe, style } from "./terminal.ts";
import { noteRecord } from "./note-record.ts";

/** Returns everything written to a stream during the test. */
function written(stream: NodeJS.WriteStream): string[] {
  const texts: string[] = [];
  const spy = vi.spyOn(stream, "write").mockImplementation((text) => {
    texts.push(String(text));
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  return texts;
}

test("[CL44] a text from outside cannot take the terminal over; our own colours stay", () => {
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  onTestFinished(() => void (process.stdout.isTTY = isTTY));
  vi.stubEnv("NO_COLOR", "");
  onTestFinished(() => void vi.unstubAllEnvs());
  const out = written(process.stdout);
  print(`${style.bold("/a\u001b[2J")}  \u001b]0;owned\u0007\n\tnext`);
  expect(out).toEqual([`\u001b[1m/a${String.raw`\u001b[2J`}\u001b[0m  ${String.raw`\u001b]0;owned\u0007`}\n\tnext\n`]);
  expect(safe("\u001b[31mred\u009b0m\u202e")).toBe(String.raw`\u001b[31mred\u009b0m\u202e`);
});

test("[CL44] log records and notes are escaped, and their further lines indented", () => {
  const errors = written(process.stderr);
  noteRecord({ level: "warn", source: "mine\u001b[2J", message: "odd\nerror: not from here", fields: { a: "1\n2" } });
  note("done\u0007");
  expect(errors).toEqual([
    `warning: ${String.raw`mine\u001b[2J`}: odd\n  error: not from here\n  a: 1\n  2\n`,
    `${String.raw`done\u0007`}\n`,
  ]);
});
