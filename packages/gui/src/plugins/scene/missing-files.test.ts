import { expect, test } from "vitest";
import { Notices } from "../../shell/notices.ts";
import { MissingFiles } from "./missing-files.ts";

test("[SC9] all files that are missing are one notice, which says how to get them", () => {
  const notices = new Notices();
  const missing = new MissingFiles(notices, { takesDrops: true });
  missing.mesh("model://arm/meshes/base.stl", "the server has no base.stl");
  expect(notices.list.current.map(({ text }) => text)).toEqual([
    "base.stl is missing and drawn as a box. " +
      "Drop the folder that has it onto this page, or start the server with --resource-path.",
  ]);
  missing.mesh("model://arm/meshes/hand.stl", "the server has no hand.stl");
  missing.mesh("model://arm/meshes/tip.stl", "the server has no tip.stl");
  missing.picture("wood.png");
  expect(notices.list.current.map(({ text }) => text)).toEqual([
    "base.stl and 2 more meshes are missing and drawn as boxes; wood.png cannot be shown. " +
      "Drop the folder that has them onto this page, or start the server with --resource-path.",
  ]);
  expect(notices.list.current[0]!.details).toContain("hand.stl: the server has no hand.stl");
});

test("[SC9] a notice that was closed comes back when another file is missing", () => {
  const notices = new Notices();
  const missing = new MissingFiles(notices, { takesDrops: true });
  missing.mesh("a.stl", "not there");
  notices.close(notices.list.current[0]!.id);
  missing.mesh("b.stl", "not there");
  expect(notices.list.current.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^a\.stl and b\.stl are missing/),
  ]);
});

test("[SC9] where the page cannot give files, it does not ask for them; asked for again, nothing is missing for now", () => {
  const notices = new Notices();
  const missing = new MissingFiles(notices, { takesDrops: false });
  missing.mesh("a.stl", "not there");
  expect(notices.list.current.map(({ text }) => text)).toEqual([
    "a.stl is missing and drawn as a box. Start the server with --resource-path and the folder that has it.",
  ]);
  expect(missing.meshes).toEqual(["a.stl"]);
  missing.clear();
  expect([missing.meshes, notices.list.current]).toEqual([[], []]);
});
