import { PassThrough, Writable } from "node:stream";
import { expect, test } from "vitest";
import { limitOutput } from "./limited-output.ts";

test("[SV74] what systems print is passed on up to a limit, and the rest is counted", () => {
  const from = new PassThrough();
  let written = "";
  const to = new Writable({
    write(chunk, _, done) {
      written += String(chunk);
      done();
    },
  });
  let ms = 0;
  limitOutput(from, to, () => ms);
  const line = `${"x".repeat(1023)}\n`;
  for (let i = 0; i < 1000; i++) from.emit("data", line);
  ms += 10_000;
  from.emit("data", "at last\n");
  // 64 kB at once
  expect(written.split("\n")).toHaveLength(64 + 2 + 1);
  expect(written.slice(64 * 1024)).toBe(`… ${(1000 - 64) * 1024} bytes of what systems print were left out\nat last\n`);
});
