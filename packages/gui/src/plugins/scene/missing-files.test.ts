import { MemoryResources, World } from "@orrery/sim";
import { parseSdf, spawnWorld } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { Notices } from "../../ui/notices.ts";
import { isCollisionLeftOut } from "../../render/files/left-out-collisions.ts";
import { MissingFiles } from "./missing-files.ts";

test("[SC9] all files that are missing are one notice, which says how to get them", () => {
  const notices = new Notices();
  const missing = new MissingFiles(notices, { takesDrops: true, isLeftOut: () => false });
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
  const missing = new MissingFiles(notices, { takesDrops: true, isLeftOut: () => false });
  missing.mesh("a.stl", "not there");
  notices.close(notices.list.current[0]!.id);
  missing.mesh("b.stl", "not there");
  expect(notices.list.current.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^a\.stl and b\.stl are missing/),
  ]);
});

test("[SC9] what nothing shows any more is left out of the notice, which goes with the last", () => {
  const notices = new Notices();
  const missing = new MissingFiles(notices, { takesDrops: true, isLeftOut: () => false });
  missing.mesh("a.stl", "not there");
  missing.mesh("b.stl", "not there");
  missing.forget(new Set(["a.stl", "c.stl"]));
  expect(notices.list.current.map(({ text }) => text)).toEqual([expect.stringMatching(/^b\.stl is missing/)]);
  missing.forget(new Set(["b.stl"]));
  expect(notices.list.current).toEqual([]);
});

test("[SC9] where the page cannot give files, it does not ask for them; asked for again, nothing is missing for now", () => {
  const notices = new Notices();
  const missing = new MissingFiles(notices, { takesDrops: false, isLeftOut: () => false });
  missing.mesh("a.stl", "not there");
  expect(notices.list.current.map(({ text }) => text)).toEqual([
    "a.stl is missing and drawn as a box. Start the server with --resource-path and the folder that has it.",
  ]);
  expect(missing.meshes).toEqual(["a.stl"]);
  missing.clear();
  expect([missing.meshes, notices.list.current]).toEqual([[], []]);
});

test("[SC9] the notice says which collisions the simulation leaves out with their meshes", async () => {
  const mesh = (uri: string): string => `<geometry><mesh><uri>${uri}</uri></mesh></geometry>`;
  const files = {
    "there.stl":
      "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid s",
  };
  const { scene } = await parseSdf(
    `<sdf version="1.9"><world name="w"><model name="m"><link name="l">
      <visual name="v">${mesh("seen.stl")}</visual><collision name="c">${mesh("none.stl")}</collision>
      <collision name="d">${mesh("there.stl")}</collision></link></model></world></sdf>`,
    "w.sdf",
    new MemoryResources(files),
  );
  const world = new World();
  spawnWorld(world, scene.worlds[0]!);
  const notices = new Notices();
  const missing = new MissingFiles(notices, {
    takesDrops: false,
    isLeftOut: (name) => isCollisionLeftOut(world, name),
  });
  const text = (): string => notices.list.current[0]!.text;
  missing.mesh("none.stl", "not there");
  expect(text()).toMatch(
    /^none\.stl is missing and drawn as a box; its collision is left out, things pass through it\. /,
  );
  // The simulation has the second mesh, though the page cannot draw it. The third one has no collision.
  missing.mesh("there.stl", "not there");
  missing.mesh("seen.stl", "not there");
  expect(text()).toMatch(/drawn as boxes; the collision of one of them is left out, things pass through it\. /);
  missing.clear();
  missing.mesh("seen.stl", "not there");
  expect(text()).toMatch(/^seen\.stl is missing and drawn as a box\. /);
});
