import { MessageRegistry } from "@orrery/msgs";
import { MemoryResources, type LogRecord, type Resources } from "@orrery/sim";
import {
  builtInSystems,
  defaultWorldAround,
  defaultSystems,
  formatProblem,
  loadSdf,
  logTo,
  Runner,
  SystemLibrary,
} from "@orrery/sim/host";
import { HttpResources } from "./http-resources.ts";
import type { WorldSource } from "./local-messages.ts";

/** Loads a world with the built-in systems. Rejects with all errors of its file. */
export async function loadWorld(source: WorldSource, onLog: (record: LogRecord) => void = print): Promise<Runner> {
  const { path, resources } = open(source);
  const { scene, problems } = await loadSdf(path, resources, { placeholders: true });
  const lines = problems.map(formatProblem);
  if (problems.some(({ severity }) => severity === "error")) throw new Error(lines.join("\n"));
  for (const message of lines) onLog({ level: "warn", source: "", message });
  const world = scene.worlds[0] ?? (await defaultWorldAround(scene));
  if (world === undefined) throw new Error(`${path}: error: the file holds nothing to run`);
  return Runner.create({
    scene: world,
    library: new SystemLibrary(builtInSystems),
    defaultSystems,
    resources,
    file: path,
    messages: new MessageRegistry(),
    log: logTo(onLog),
    nowMs: () => performance.now(),
    history: { enabled: true },
  });
}

function open(source: WorldSource): { readonly path: string; readonly resources: Resources } {
  if (source.kind === "files") return { path: source.path, resources: new MemoryResources(source.files) };
  const folder = new URL(".", source.url).href;
  return { path: decodeURI(source.url.slice(folder.length)), resources: new HttpResources(folder) };
}

/** Prints a record in the browser's own console. */
export function print({ level, source, message, fields = {} }: LogRecord): void {
  console[level](source === "" ? message : `${source}: ${message}`, fields);
}
