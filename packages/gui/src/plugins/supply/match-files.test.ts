import { describe, expect, test } from "vitest";
import { filesBelow, type DroppedEntry } from "./dropped-files.ts";
import { isAsset, matchFiles } from "./match-files.ts";

describe("missing meshes among dropped files", () => {
  test("[SF1] a file is what the world asks for when their paths end in the same names, as many as possible", () => {
    const dropped = ["ur5/meshes/visual/base.dae", "ur5/meshes/collision/base.stl", "ur10/meshes/visual/base.dae"];
    const missing = ["package://ur10/meshes/visual/base.dae", "model://ur5/meshes/collision/BASE.STL", "none.dae"];
    expect(matchFiles(missing, dropped)).toEqual([
      { uri: "package://ur10/meshes/visual/base.dae", path: "ur10/meshes/visual/base.dae" },
      { uri: "model://ur5/meshes/collision/BASE.STL", path: "ur5/meshes/collision/base.stl" },
    ]);
    // A single file, without any folder.
    expect(matchFiles(["model://arm/meshes/link.stl"], ["link.stl"])).toEqual([
      { uri: "model://arm/meshes/link.stl", path: "link.stl" },
    ]);
  });

  test("[SF1] pictures around a mesh come along, before it, at the same place beside it", () => {
    const dropped = [
      "arm/meshes/link.obj",
      "arm/meshes/link.mtl",
      "arm/materials/paint.png",
      "arm/notes.txt",
      "me.png",
    ];
    expect(matchFiles(["model://robots/arm/meshes/link.obj"], dropped)).toEqual([
      { uri: "model://robots/arm/meshes/link.mtl", path: "arm/meshes/link.mtl" },
      { uri: "model://robots/arm/materials/paint.png", path: "arm/materials/paint.png" },
      { uri: "model://robots/arm/meshes/link.obj", path: "arm/meshes/link.obj" },
    ]);
    // Only the folder "meshes" was dropped.
    expect(matchFiles(["model://arm/meshes/link.obj"], ["meshes/link.obj", "meshes/paint.png"])[0]).toEqual({
      uri: "model://arm/meshes/paint.png",
      path: "meshes/paint.png",
    });
    expect(["a.sdf", "b.dae", "c.JPG"].map(isAsset)).toEqual([false, true, true]);
  });

  test("[SF1] folders are walked through, however many turns their readers take", async () => {
    const file = (name: string): DroppedEntry => ({ name, isDirectory: false });
    const folder = (name: string, ...children: DroppedEntry[]): DroppedEntry => ({
      name,
      isDirectory: true,
      createReader: () => {
        const left = [...children];
        return { readEntries: (done) => done(left.splice(0, 1)) };
      },
    });
    const entries = [folder("arm", file("a.stl"), folder("deep", file("b.png"), file("c.stl"))), file("d.stl")];
    const paths = (await filesBelow(entries)).map(({ path }) => path);
    expect(paths).toEqual(["arm/a.stl", "arm/deep/b.png", "arm/deep/c.stl", "d.stl"]);
  });
});
