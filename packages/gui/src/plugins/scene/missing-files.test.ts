import { expect, test } from "vitest";
import { Notices } from "../../shell/notices.ts";
import { MissingFiles } from "./missing-files.ts";

test("[SC9] all files that are missing are one notice, which says how to get them", () => {
  const notices = new Notices();
  const missing = new MissingFiles(notices);
  missing.mesh("model://arm/meshes/base.stl", "the server has no base.stl");
  expect(notices.list.current.map(({ text }) => text)).toEqual([
    "base.stl is missing and drawn as a box. Start the server with --resource-path and the folder that has it.",
  ]);
  missing.mesh("model://arm/meshes/hand.stl", "the server has no hand.stl");
  missing.mesh("model://arm/meshes/tip.stl", "the server has no tip.stl");
  missing.picture("wood.png");
  expect(notices.list.current.map(({ text }) => text)).toEqual([
    "base.stl and 2 more meshes are missing and drawn as boxes; wood.png cannot be shown. " +
      "Start the server with --resource-path and the folder that has them.",
  ]);
  expect(notices.list.current[0]!.details).toContain("hand.stl: the server has no hand.stl");
});

test("[SC9] a notice that was closed comes back when another file is missing", () => {
  const notices = new Notices();
  const missing = new MissingFiles(notices);
  missing.mesh("a.stl", "not there");
  notices.close(notices.list.current[0]!.id);
  missing.mesh("b.stl", "not there");
  expect(notices.list.current.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^a\.stl and b\.stl are missing/),
  ]);
});
