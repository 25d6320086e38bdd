import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { MAX_FILE_BYTES } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import { FileResources, packageFoldersOf, resourceFolders } from "./files.ts";
import { packagesAround } from "./ros-packages.ts";

/** Returns a folder with files, by path; removed at the end of the test. */
function tree(...files: string[]): string {
  const root = mkdtempSync(join(tmpdir(), "orrery-files-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const file of files) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), file);
  }
  return root;
}

test("[SV1] a plain path is looked for beside the including file, then in the resource folders", async () => {
  const root = tree("worlds/part.sdf", "models/part.sdf", "models/other.sdf");
  const files = new FileResources({ folders: [join(root, "models")] });
  const from = join(root, "worlds/world.sdf");
  expect(await files.resolve("part.sdf", from)).toEqual({ path: join(root, "worlds/part.sdf"), kind: "file" });
  expect(await files.resolve("other.sdf", from)).toEqual({ path: join(root, "models/other.sdf"), kind: "file" });
  expect(await files.resolve("../models/other.sdf", from)).toEqual({
    path: join(root, "models/other.sdf"),
    kind: "file",
  });
  expect(await files.resolve("nothing.sdf", from)).toBeUndefined();
});

test("[SV1] model:// is looked for in the resource folders in their order, then beside the file; a model may be a folder", async () => {
  const root = tree("a/cone/model.config", "b/cone/model.config", "b/cube/model.sdf", "worlds/ball/model.sdf");
  const files = new FileResources({ folders: [join(root, "a"), join(root, "b")] });
  const from = join(root, "worlds/world.sdf");
  expect(await files.resolve("model://cone", from)).toEqual({ path: join(root, "a/cone"), kind: "folder" });
  expect(await files.resolve("model://cube/model.sdf", from)).toEqual({
    path: join(root, "b/cube/model.sdf"),
    kind: "file",
  });
  expect(await files.resolve("package://ball", from)).toEqual({ path: join(root, "worlds/ball"), kind: "folder" });
});

test("[SV1] file:// names an absolute path; the network is not asked", async () => {
  const root = tree("a b/part.sdf");
  const files = new FileResources({ folders: [root] });
  const part = { path: join(root, "a b/part.sdf"), kind: "file" };
  expect(await files.resolve(`file://${root}/a%20b/part.sdf`, "world.sdf")).toEqual(part);
  expect(await files.resolve("file://a b/part.sdf", "world.sdf")).toEqual(part);
  expect(await files.resolve("https://example.org/part.sdf", "world.sdf")).toBeUndefined();
});

test("[SV9] it says of what lies outside of its folders that it does, be it there or not", () => {
  const root = tree("models/cone/model.sdf", "secret/model.sdf");
  const from = join(root, "models/world.sdf");
  const files = new FileResources({ folders: [join(root, "models")], confined: true });
  for (const uri of [join(root, "secret"), join(root, "nothing"), `file://${root}/secret`, "../secret"])
    expect(files.isOutside(uri, from)).toBe(true);
  for (const uri of ["model://nothing", join(root, "models/nothing"), "nothing"])
    expect(files.isOutside(uri, from)).toBe(false);
  expect(new FileResources({ folders: [] }).isOutside("/etc", from)).toBe(false);
});

test("[SV9] confined to its folders, it finds nothing else: no absolute path, no .., no link that leads out", async () => {
  const root = tree("models/cone/model.sdf", "secret/model.sdf");
  symlinkSync(join(root, "secret"), join(root, "models/link"));
  const files = new FileResources({ folders: [join(root, "models")], confined: true });
  const from = join(root, "models/world.sdf");
  expect(await files.resolve("model://cone", from)).toEqual({ path: join(root, "models/cone"), kind: "folder" });
  for (const uri of [join(root, "secret"), "../secret/model.sdf", `file://${root}/secret`, "model://link", "/"])
    expect(await files.resolve(uri, from)).toBeUndefined();
  await expect(files.read(join(root, "secret/model.sdf"), 1000)).rejects.toThrow("in none of the resource folders");
});

test("[SV1] package:// and model:// are also looked for among the ROS packages", async () => {
  const root = tree("ros/arm/meshes/a.stl", "prefix/share/leg/l.stl", "models/arm/b.stl");
  const packageFolders = packageFoldersOf({
    ROS_PACKAGE_PATH: join(root, "ros"),
    AMENT_PREFIX_PATH: join(root, "prefix"),
  });
  const files = new FileResources({ folders: [join(root, "models")], packageFolders, fuelCaches: [] });
  const find = async (uri: string) => (await files.resolve(uri, join(root, "w/world.sdf")))?.path;
  expect(await find("package://arm/meshes/a.stl")).toBe(join(root, "ros/arm/meshes/a.stl"));
  expect(await find("package://arm/b.stl")).toBe(join(root, "models/arm/b.stl"));
  expect(await find("package://leg/l.stl")).toBe(join(root, "prefix/share/leg/l.stl"));
  expect(await find("model://leg/l.stl")).toBe(join(root, "prefix/share/leg/l.stl"));
  expect(await find("leg/l.stl")).toBeUndefined();
});

test("[SV2] resource folders are those of the command line, the environment, the config, the world's own and its models", () => {
  const env = {
    GAZEBO_MODEL_PATH: "/classic",
    SDF_PATH: "/sdf",
    IGN_GAZEBO_RESOURCE_PATH: "/ign",
    GZ_SIM_RESOURCE_PATH: "/gz:/gz2:",
    ORRERY_RESOURCE_PATH: "/own",
  };
  expect(resourceFolders("worlds/w.sdf", ["/config"], env, ["/first"])).toEqual([
    "/first",
    "/own",
    "/gz",
    "/gz2",
    "/ign",
    "/sdf",
    "/classic",
    "/config",
    "worlds",
    "worlds/models",
  ]);
});

test("[SV3] a file is read whole; one above the limit is refused by its size alone", async () => {
  const root = tree("small", "large");
  const files = new FileResources({ folders: [] });
  expect(new TextDecoder().decode(await files.read(join(root, "small"), 5))).toBe("small");
  await expect(files.read(join(root, "small"), 4)).rejects.toThrow(/at most/);
  // Sparse: it has a size but no contents.
  truncateSync(join(root, "large"), MAX_FILE_BYTES + 1);
  await expect(files.read(join(root, "large"), MAX_FILE_BYTES)).rejects.toThrow(/has 65 MB; at most 64 MB are read/);
});

test("[SV3] what cannot be read is refused with the reason and the path", async () => {
  const root = tree("file", "secret");
  const files = new FileResources({ folders: [] });
  const read = (path: string) => files.read(join(root, path), MAX_FILE_BYTES);
  await expect(read("nothing")).rejects.toMatchObject({
    name: "ResourceError",
    message: `there is no file ${root}/nothing`,
  });
  await expect(read(".")).rejects.toThrow(/is a folder, not a file/);
  await expect(read("file/below")).rejects.toThrow(/not a folder/);
  await expect(files.read("/dev/zero", MAX_FILE_BYTES)).rejects.toThrow(/not a plain file/);
  symlinkSync("loop", join(root, "loop"));
  await expect(read("loop")).rejects.toThrow(/link that leads to itself/);
  chmodSync(join(root, "secret"), 0);
  // The superuser may read everything.
  if (process.getuid?.() !== 0) await expect(read("secret")).rejects.toThrow(/permission denied/);
});

test("[SV50] a file in a ROS package finds that package and those beside it by their names, and nothing else around it", async () => {
  const inArm = ["package.xml", "urdf/arm.urdf", "meshes/a.stl"].map((file) => `src/arm_description/${file}`);
  const root = tree(...inArm, "src/leg/package.xml", "src/leg/l.stl", "src/other/o.stl");
  writeFileSync(join(root, "src/arm_description/package.xml"), "<package><name>arm</name></package>");
  const robot = join(root, "src/arm_description/urdf/arm.urdf");
  for (const confined of [false, true]) {
    const files = new FileResources({ folders: [], packageFolders: [], fuelCaches: [], near: robot, confined });
    const find = async (uri: string): Promise<string | undefined> => (await files.resolve(uri, robot))?.path;
    expect(await find("package://arm/meshes/a.stl")).toBe(join(root, "src/arm_description/meshes/a.stl"));
    expect(await find("model://leg/l.stl")).toBe(join(root, "src/leg/l.stl"));
    expect(await find("package://other/o.stl")).toBeUndefined();
    expect(await find("package://arm/../other/o.stl")).toBe(confined ? undefined : join(root, "src/other/o.stl"));
  }
});

test("[SV50] installed packages have others beside them as colcon puts them", async () => {
  const root = tree("install/arm/share/arm/package.xml", "install/leg/share/leg/package.xml");
  expect(Object.fromEntries(packagesAround(join(root, "install/arm/share/arm/urdf/arm.urdf")))).toEqual({
    arm: join(root, "install/arm/share/arm"),
    leg: join(root, "install/leg/share/leg"),
  });
});
