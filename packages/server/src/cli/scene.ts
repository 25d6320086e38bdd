import { formatProblem, loadSdf, sceneToJson, type ModelScene, type Scene } from "@orrery/sim";
import { FileResources, resourceFolders } from "../files.ts";
import { defineCommand, switchFlag } from "./arguments.ts";
import { note, print, style } from "./terminal.ts";
import { worldPath } from "./world-path.ts";

export const sceneCommand = defineCommand({
  name: "scene",
  summary: "Reads a world or model file and prints what Orrery makes of it, with everything resolved.",
  operands: ["FILE"],
  flags: { json: switchFlag("all of it, as one JSON object") },
  examples: ["orrery scene worlds/shapes.sdf --json", "orrery scene worlds/vehicle.sdf"],
  async run({ json }, [named = ""]) {
    const file = worldPath(named);
    const { scene, problems } = await loadSdf(
      file,
      new FileResources({ folders: resourceFolders(file, [], process.env) }),
    );
    for (const problem of problems)
      note((problem.severity === "error" ? style.red : style.yellow)(formatProblem(problem)));
    const isSound = problems.every(({ severity }) => severity !== "error");
    if (json) print(JSON.stringify(sceneToJson(scene, problems)));
    else if (isSound) print(outline(scene).join("\n"));
    return isSound ? 0 : 1;
  },
});

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
    ...model.links.map(({ name, inertial }) => `${inside}link ${name}${model.static ? "" : ` (${inertial.mass} kg)`}`),
    ...model.joints.map(({ name, type, parent, child }) => `${inside}joint ${name} (${type}, ${parent} to ${child})`),
    ...model.models.flatMap((nested) => modelOutline(nested, inside)),
    ...model.plugins.map(({ name }) => `${inside}system ${name}`),
  ];
}
