import { type Resources } from "@orrery/sim";
import { builtInSystems, checkScene, loadSdf, SystemLibrary, type Problem } from "@orrery/sim/host";
import { defaultConfig, readConfig } from "../../config.ts";
import { PluginFolders } from "../../plugins/plugin-folders.ts";
import { defineCommand, textFlag } from "../arguments.ts";
import { BETWEEN_FILES, collectGarbage } from "../../world/garbage.ts";
import { countProblems, formatCounts, noProblems, noteProblems } from "../problems.ts";
import { resourcesOf, resourcePathFlag, strictFlag } from "../resource-flags.ts";
import { print } from "../terminal.ts";
import { worldPath } from "../world-path.ts";

export const checkCommand = defineCommand({
  name: "check",
  summary:
    "Reads world, model and robot files and reports every problem with them and with the files they name, by file and line.",
  operands: ["FILE…"],
  flags: {
    "resource-path": resourcePathFlag,
    strict: strictFlag,
    config: textFlag("FILE", "JSON with pluginFolders and resourceFolders, as for run"),
  },
  examples: ["orrery check worlds/shapes.sdf", "orrery check robot.urdf --resource-path models"],
  async run({ "resource-path": folders, strict, config }, files) {
    const { pluginFolders, resourceFolders } = config === undefined ? defaultConfig : await readConfig(config);
    const library = new SystemLibrary(builtInSystems, new PluginFolders(pluginFolders));
    let counts = noProblems;
    for (const named of files) {
      const file = worldPath(named);
      const resources = resourcesOf(file, folders, resourceFolders);
      const problems = await problemsOf(file, { resources, library, placeholders: !strict });
      noteProblems(problems);
      // Keeps only counts: the texts of problems may be slices of a file, which keep all of it in memory.
      counts = countProblems(problems, counts);
      collectGarbage({ above: BETWEEN_FILES });
    }
    const checked = files.length === 1 ? files[0]! : `${files.length} files`;
    print(`${checked}: ${formatCounts(counts) || "no problems"}`);
    return counts.error > 0 ? 1 : 0;
  },
});

/** Returns all problems of a file; if there are errors, only these, because there is no scene. */
async function problemsOf(
  file: string,
  { resources, library, placeholders }: { resources: Resources; library: SystemLibrary; placeholders: boolean },
): Promise<readonly Problem[]> {
  const { scene, problems } = await loadSdf(file, resources, { placeholders });
  return [...problems, ...(await checkScene(scene, { library, resources }))];
}
