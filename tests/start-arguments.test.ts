import { join } from "node:path";
import { expect, test } from "vitest";
import { startArguments } from "../tools/start-arguments.mjs";

const root = join(import.meta.dirname, "..");
const shapes = join(root, "worlds/shapes.sdf");

test("[CL51] npm start runs a sample world unless one is named, before or after options", () => {
  expect(startArguments([], {}, root)).toEqual([shapes]);
  expect(startArguments(["--port", "9000"], {}, root)).toEqual([shapes, "--port", "9000"]);
  for (const given of [["vehicle"], ["--port", "9000", "vehicle"], ["--paused", shapes], ["missing.sdf"]])
    expect(startArguments(given, {}, root)).toEqual(given);
});

test("[CL51] PORT of the environment is the port, unless --port says another", () => {
  expect(startArguments(["vehicle"], { PORT: "9000" }, root)).toEqual(["vehicle", "--port", "9000"]);
  for (const given of [
    ["vehicle", "--port", "9001"],
    ["vehicle", "--port=9001"],
  ])
    expect(startArguments(given, { PORT: "9000" }, root)).toEqual(given);
});
