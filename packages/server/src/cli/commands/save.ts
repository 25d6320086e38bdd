import { mkdir, writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { loadSdf, parseSdf, writeSdf } from "@orrery/sim/formats";
import { worldPrefix } from "@orrery/sim/front";
import { reasonOf } from "../../files/files.ts";
import { defineCommand, textFlag } from "../arguments.ts";
import { connect, serverFlag, type Client } from "../client.ts";
import { Failure, UsageError } from "../failure.ts";
import { countProblems, formatCounts, noteProblems } from "../problems.ts";
import { sdfFor } from "../save-uris.ts";
import { resourcePathFlag, resourcesOf, strictFlag } from "../resource-flags.ts";
import { safe } from "../terminal.ts";
import { worldPath } from "../world-path.ts";

export const saveCommand = defineCommand({
  name: "save",
  summary:
    "Writes one SDF file: a world, model or robot file with everything that it includes, or the running world as it is now.",
  operands: ["[FILE]"],
  flags: {
    server: serverFlag,
    namespace: textFlag("NAMESPACE", "of the running world, if the server has several"),
    out: textFlag("FILE", "where to write (default: stdout)"),
    "resource-path": resourcePathFlag,
    strict: strictFlag,
  },
  examples: ["orrery save robot.urdf --out robot.sdf", "orrery save --out now.sdf"],
  async run({ out, server, namespace, strict, "resource-path": folders }, [named]) {
    const text =
      named === undefined
        ? await runningWorld(server, { namespace, out, folders })
        : await fileAsSdf(named, { out, folders, placeholders: !strict });
    // Not escaped, because a program reads it.
    if (out === undefined) process.stdout.write(process.stdout.isTTY ? safe(text) : text);
    else await writeAt(out, text);
    return 0;
  },
});

/** Writes a file, creating missing folders. */
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
  // Absolute, so that relative paths in included files can be resolved against it.
  return out === undefined ? writeSdf(scene, { file: resolve(named) }) : sdfFor(resolve(out), scene, resources);
}

async function runningWorld(
  server: string | undefined,
  {
    namespace,
    out,
    folders,
  }: { readonly namespace: string | undefined; readonly out: string | undefined; readonly folders: readonly string[] },
): Promise<string> {
  using client = await connect(server);
  const service = await savingService(client, namespace);
  const { data = "", header } = await client.node.request(
    service,
    {},
    { response: "gz.msgs.StringMsg", timeoutMs: 60_000 },
  );
  const file = header?.data?.find(({ key }) => key === "file")?.value?.[0] ?? "";
  if (out === undefined || file === "" || dirname(file) === dirname(resolve(out))) return data;
  // Reads it like the world's own file, from which names are resolved. Its problems were reported when it was loaded.
  const resources = resourcesOf(file, folders);
  const { scene } = await parseSdf(data, file, resources, { placeholders: true });
  return sdfFor(resolve(out), scene, resources);
}

/** Returns the service that writes a running world: the world in a namespace, or the only one. */
async function savingService({ node }: Client, namespace: string | undefined): Promise<string> {
  const { worlds = [] } = await node.request("/orrery/worlds", {}, { response: "orrery.msgs.WorldList" });
  const running = worlds.filter(({ name = "" }) => name !== "");
  const found = running.filter((world) => namespace === undefined || (world.namespace ?? "") === namespace);
  const [world] = found;
  const known = running.map((one) => one.namespace || '""').join(", ");
  if (found.length > 1) throw new UsageError(`the server has several worlds; choose one with --namespace: ${known}`);
  if (world === undefined)
    throw new Failure(
      namespace === undefined ? "the server runs no world" : `the server has no world "${namespace}"; it has ${known}`,
    );
  const service = `${world.namespace ?? ""}${worldPrefix(world.name ?? "")}/generate_world_sdf`;
  if (!node.services().some(({ name }) => name === service)) throw new Failure("the server does not save worlds");
  return service;
}
