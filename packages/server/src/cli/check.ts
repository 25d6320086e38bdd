import { defineCommand } from "./arguments.ts";
import { collectGarbage } from "./garbage.ts";
import { countProblems, formatCounts, noProblems, noteProblems } from "./problems.ts";
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
    let counts = noProblems;
    for (const named of files) {
      const { problems } = await loadFile(worldPath(named), folders);
      noteProblems(problems);
      // Not the problems themselves: their texts may be pieces of a file, and hold the whole of it.
      counts = countProblems(problems, counts);
      collectGarbage();
    }
    const checked = files.length === 1 ? files[0]! : `${files.length} files`;
    print(`${checked}: ${formatCounts(counts) || "nothing wrong"}`);
    return counts.error > 0 ? 1 : 0;
  },
});
