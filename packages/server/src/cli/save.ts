import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { writeSdf } from "@orrery/sim";
import { reasonOf } from "../files.ts";
import { defineCommand, textFlag } from "./arguments.ts";
import { Failure } from "./failure.ts";
import { countProblems, noteProblems } from "./problems.ts";
import { loadFile, resourcePathFlag } from "./scene.ts";
import { worldPath } from "./world-path.ts";

export const saveCommand = defineCommand({
  name: "save",
  summary: "Reads a world, model or robot file and writes it as one SDF file, with all that it includes.",
  operands: ["FILE"],
  flags: {
    out: textFlag("FILE", "where to write (default: stdout)"),
    "resource-path": resourcePathFlag,
  },
  examples: ["orrery save robot.urdf --out robot.sdf", "orrery save worlds/vehicle.sdf"],
  async run({ out, "resource-path": folders }, [named = ""]) {
    const { scene, problems } = await loadFile(resolve(worldPath(named)), folders);
    noteProblems(problems);
    if (problems.some(({ severity }) => severity === "error")) {
      throw new Failure(`${named} was not saved: ${countProblems(problems)}`);
    }
    // Absolute, so that a relative path in an included file can be led back to it.
    const text = writeSdf(scene, { file: resolve(out ?? named) });
    if (out === undefined) process.stdout.write(text);
    else await writeFile(out, text).catch((error: unknown) => Promise.reject(new Failure(reasonOf(error, out))));
    return 0;
  },
});
