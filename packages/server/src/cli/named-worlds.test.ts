import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { namedWorlds } from "./named-worlds.ts";

function namespacesOf(...words: string[]): string[] {
  return namedWorlds(words).map(({ namespace }) => namespace);
}

test("[CL70] the first world has plain names, others a namespace from their file, numbered where it is not the first of that name", () => {
  expect(namespacesOf("shapes")).toEqual([""]);
  expect(namespacesOf("shapes", "shapes", "empty", "worlds/shapes.sdf", "worlds/empty.sdf")).toEqual([
    "",
    "/shapes-2",
    "/empty",
    "/shapes-3",
    "/empty-2",
  ]);
});

test("[CL70] NAMESPACE=WORLD gives a world its namespace; the first without one has plain names", () => {
  expect(namespacesOf("/lab/run-3=shapes")).toEqual(["/lab/run-3"]);
  expect(namespacesOf("/shapes-2=empty", "shapes", "shapes")).toEqual(["/shapes-2", "", "/shapes-3"]);
  expect(namedWorlds(["/a=shapes", "empty"]).map(({ label }) => label)).toEqual(["/a", "empty"]);
});

test("[CL70] a namespace that cannot be, and one that is given twice, are usage errors", () => {
  expect(() => namedWorlds(["/world/w=shapes"])).toThrow('the namespace "/world/w" begins with "/world"');
  expect(() => namedWorlds(["/a/=shapes"])).toThrow('the namespace "/a/" ends with a slash');
  expect(() => namedWorlds(["/a=shapes", "/a=empty"])).toThrow('the namespace "/a" is given to two worlds');
  expect(() => namedWorlds(["shapes", "/a=nowhere"])).toThrow("nowhere: error: there is no such file");
});

test("[CL70] files with names that are no namespaces get one all the same, and a file with = in its path is a file", () => {
  const folder = mkdtempSync(join(tmpdir(), "orrery-named-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "a=b"));
  for (const name of ["world.sdf", "my lab@2.sdf", "a=b/w.sdf"]) writeFileSync(join(folder, name), "");
  const files = ["world.sdf", "my lab@2.sdf", "a=b/w.sdf"].map((name) => join(folder, name));
  expect(namespacesOf("shapes", ...files)).toEqual(["", "/world-2", "/my_lab_2", "/w"]);
});
