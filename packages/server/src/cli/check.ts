import type { Problem } from "@orrery/sim";
import { defineCommand } from "./arguments.ts";
import { countProblems, noteProblems } from "./problems.ts";
import { loadFile, resourcePathFlag } from "./scene.ts";
import { print } from "./terminal.ts";
import { worldPath } from "./world-path.ts";

export const checkCommand = defineCommand({
  name: "check",
  summary: "Reads world, model and robot files and tells all that is wrong with them, by file and line.",
  operands: ["FILE…"],
  flags: { "resource-path": resourcePathFlag },
  examples: ["orrery check worlds/shapes.sdf", "orrery check robot.urdf --resource-path models"],
  async run({ "resource-path": folders }, files) {
    const found: Problem[] = [];
    for (const named of files) {
      const { problems } = await loadFile(worldPath(named), folders);
      noteProblems(problems);
      found.push(...problems);
    }
    const checked = files.length === 1 ? files[0]! : `${files.length} files`;
    print(`${checked}: ${countProblems(found) || "nothing wrong"}`);
    return found.some(({ severity }) => severity === "error") ? 1 : 0;
  },
});
