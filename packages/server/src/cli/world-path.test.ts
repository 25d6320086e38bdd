import { expect, test } from "vitest";
import { Failure } from "./failure.ts";
import { worldNames, worldPath } from "./world-path.ts";

test("[CL20] a bare name that is no sample world is refused with the nearest one, or else all of them", () => {
  expect(worldNames()).toContain("shapes");
  expect(() => worldPath("shaped")).toThrow(
    new Failure('shaped: error: there is no such file; did you mean "shapes"?'),
  );
  expect(() => worldPath("nosuch")).toThrow(
    new Failure(`nosuch: error: there is no such file; worlds that come with Orrery: ${worldNames().join(", ")}`),
  );
  expect(() => worldPath("nosuch.urdf")).toThrow(new Failure("nosuch.urdf: error: there is no such file"));
});

test("[CL42] a log given as a world is refused with the command that plays it", () => {
  expect(() => worldPath("run.mcap")).toThrow(
    new Failure("run.mcap: error: this is a log, not a world: npx orrery play run.mcap"),
  );
});
