import { loadSdf, sceneToJson, type LoadedScene, type ModelScene, type Scene } from "@orrery/sim/formats";
import { defineCommand, switchFlag, textFlag } from "../arguments.ts";
import { UsageError } from "../failure.ts";
import { noteProblems } from "../problems.ts";
import { resourcePathFlag, resourcesOf } from "../resource-flags.ts";
import { writeJsonFiles } from "../scene-files.ts";
import { print } from "../terminal.ts";
import { worldPath } from "../world-path.ts";

export const sceneCommand = defineCommand({
  name: "scene",
  summary: "Reads world, model and robot files and prints what Orrery reads from them, with everything resolved.",
  operands: ["FILE…"],
  flags: {
    json: switchFlag("everything, as one JSON object per file"),
    out: textFlag("DIR", "write FILE.json for each file below this folder instead (with --json)"),
    root: textFlag("DIR", "the folder that paths below --out are relative to (default: this one)"),
    "resource-path": resourcePathFlag,
  },
  examples: [
    "orrery scene worlds/shapes.sdf --json",
    "orrery scene worlds/vehicle.sdf",
    "orrery scene robots/*.urdf --json --out scenes --root robots --resource-path models",
  ],
  async run({ json, out, root, "resource-path": folders }, files) {
    if (out !== undefined) {
      if (!json) throw new UsageError("--out requires --json");
      return writeJsonFiles(files, { out, root: root ?? ".", load: (file) => loadFile(file, folders) });
    }
    if (root !== undefined) throw new UsageError("--root requires --out DIR");
    let isSound = true;
    for (const named of files) {
      const { scene, problems } = await loadFile(worldPath(named), folders);
      noteProblems(problems);
      const isGood = problems.every(({ severity }) => severity !== "error");
      if (json) print(JSON.stringify(sceneToJson(scene, problems)));
      else if (isGood) print(outline(scene).join("\n"));
      isSound &&= isGood;
    }
    return isSound ? 0 : 1;
  },
});

/**
 * Returns the contents of a file, with models from the given folders, the environment's folders, and the file's own.
 */
function loadFile(file: string, folders: readonly string[]): Promise<LoadedScene> {
  return loadSdf(file, resourcesOf(file, folders));
}

function outline({ worlds, models, lights }: Scene): string[] {
  return [
    ...worlds.flatMap((world) => [
      `world ${world.name}`,
      ...world.models.flatMap((model) => modelOutline(model, "  ")),
      ...world.lights.map(({ name, type }) => `  light ${name} (${type})`),
      ...world.plugins.map(({ name }) => `  system ${name}`),
    ]),
    ...models.flatMap((model) => modelOutline(model, "")),
    ...lights.map(({ name, type }) => `light ${name} (${type})`),
  ];
}

function modelOutline(model: ModelScene, indent: string): string[] {
  const inside = `${indent}  `;
  return [
    `${indent}model ${model.name}${model.static ? " (static)" : ""}`,
    ...model.links.map(
      ({ name, inertial }) => `${inside}link ${name}${model.static ? "" : ` (${rounded(inertial.mass)} kg)`}`,
    ),
    ...model.joints.map(({ name, type, parent, child }) => `${inside}joint ${name} (${type}, ${parent} to ${child})`),
    ...model.models.flatMap((nested) => modelOutline(nested, inside)),
    ...model.plugins.map(({ name }) => `${inside}system ${name}`),
  ];
}

/** Rounds for people: 0.1 + 0.2 is 0.3. The JSON has all digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}
