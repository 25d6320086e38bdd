import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { gz } from "@orrery/msgs";
import { loadSdf, parseSdf, writeSdf } from "@orrery/sim/formats";
import { reasonOf } from "../files/files.ts";
import { defineCommand, textFlag } from "./arguments.ts";
import { connect, serverFlag } from "./client.ts";
import { Failure } from "./failure.ts";
import { countProblems, formatCounts, noteProblems } from "./problems.ts";
import { sdfFor } from "./save-uris.ts";
import { resourcePathFlag, resourcesOf, strictFlag } from "./resource-flags.ts";
import { safe } from "./terminal.ts";
import { worldPath } from "./world-path.ts";

export const saveCommand = defineCommand({
  name: "save",
  summary:
    "Writes one SDF file: a world, model or robot file with all that it includes, or the running world as it stands.",
  operands: ["[FILE]"],
  flags: {
    server: serverFlag,
    out: textFlag("FILE", "where to write (default: stdout)"),
    "resource-path": resourcePathFlag,
    strict: strictFlag,
  },
  examples: ["orrery save robot.urdf --out robot.sdf", "orrery save --out now.sdf"],
  async run({ out, server, strict, "resource-path": folders }, [named]) {
    const text =
      named === undefined
        ? await runningWorld(server, out, folders)
        : await fileAsSdf(named, { out, folders, placeholders: !strict });
    // Not escaped: a program reads it.
    if (out === undefined) process.stdout.write(process.stdout.isTTY ? safe(text) : text);
    else await writeAt(out, text);
    return 0;
  },
});

/** Makes the folders that are missing. */
async function writeAt(out: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(out), { recursive: true });
    await writeFile(out, text);
  } catch (error) {
    throw new Failure(reasonOf(error, out));
  }
}

async function fileAsSdf(
  named: string,
  { out, folders, placeholders }: { out: string | undefined; folders: readonly string[]; placeholders: boolean },
): Promise<string> {
  const file = resolve(worldPath(named));
  const resources = resourcesOf(file, folders);
  const { scene, problems } = await loadSdf(file, resources, { placeholders });
  noteProblems(problems);
  if (problems.some(({ severity }) => severity === "error")) {
    throw new Failure(`${named} was not saved: ${formatCounts(countProblems(problems))}`);
  }
  // Absolute, so that a relative path in an included file can be led back to it.
  return out === undefined ? writeSdf(scene, { file: resolve(named) }) : sdfFor(resolve(out), scene, resources);
}

async function runningWorld(
  server: string | undefined,
  out: string | undefined,
  folders: readonly string[],
): Promise<string> {
  using client = await connect(server);
  const service = client.node.services().find(({ name }) => name.endsWith("/generate_world_sdf"));
  if (service === undefined) throw new Failure("the server does not save worlds");
  const { data = "", header } = await client.node.request<gz.StringMsg>(service.name, {}, { timeoutMs: 60_000 });
  const file = header?.data?.find(({ key }) => key === "file")?.value?.[0] ?? "";
  if (out === undefined || file === "" || dirname(file) === dirname(resolve(out))) return data;
  // As the world's own file would be read: what it names is looked for from there. What is wrong with it was said when it was loaded.
  const resources = resourcesOf(file, folders);
  const { scene } = await parseSdf(data, file, resources, { placeholders: true });
  return sdfFor(resolve(out), scene, resources);
}
