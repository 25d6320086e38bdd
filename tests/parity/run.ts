// npm run parity -- DIR… [--physics-engine E] [--out OUT] [--twice]: status 1 if a loose check fails, 2 for wrong
// usage.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { looseFailures, reportWorld, summary } from "./report.ts";
import { runWorld, type Engine, type WorldRun } from "./run-world.ts";

const ENGINES: readonly string[] = ["auto", "rapier", "mujoco"];
const USAGE = `npm run parity -- DIR… [--physics-engine ${ENGINES.join("|")}] [--out OUT] [--twice]
  DIR     a recorded world (world.sdf, commands.json, checks.json, trace.json), or a folder of such folders
  --out   writes OUT/NAME/trace.json (and topics.json, replies.json) for each world
  --twice runs each world a second time and says in its trace whether it came out the same`;

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      "physics-engine": { type: "string", default: "auto" },
      out: { type: "string" },
      twice: { type: "boolean", default: false },
    },
  });
  const engine = values["physics-engine"];
  const folders = positionals.flatMap(worldFolders);
  if (folders.length === 0 || !ENGINES.includes(engine)) {
    console.error(folders.length === 0 ? `no recorded world given\n${USAGE}` : `no engine "${engine}"\n${USAGE}`);
    return 2;
  }
  const runs: WorldRun[] = [];
  for (const folder of folders) {
    const run = await runWorld(folder, { engine: engine as Engine, twice: values.twice });
    console.log(reportWorld(run, folder).join("\n"));
    if (values.out !== undefined) write(join(values.out, run.name), run);
    runs.push(run);
  }
  console.log(`\n${summary(runs).join("\n")}`);
  return runs.some(({ outcomes }) => looseFailures(outcomes).length > 0) ? 1 : 0;
}

/** Returns the folder itself, or the recorded worlds in it. */
export function worldFolders(folder: string): string[] {
  const path = resolve(folder);
  if (existsSync(join(path, "world.sdf"))) return [path];
  if (!existsSync(path)) return [];
  return readdirSync(path)
    .toSorted()
    .map((name) => join(path, name))
    .filter((inner) => existsSync(join(inner, "world.sdf")));
}

function write(folder: string, { trace, topics, replies }: WorldRun): void {
  mkdirSync(folder, { recursive: true });
  const { rows, ...head } = trace;
  const lines = rows.map((row) => JSON.stringify(row)).join(",\n");
  writeFileSync(join(folder, "trace.json"), `${JSON.stringify(head).slice(0, -1)},"rows":[\n${lines}\n]}\n`);
  if (Object.keys(topics).length > 0) writeFileSync(join(folder, "topics.json"), `${JSON.stringify(topics)}\n`);
  if (replies.length > 0) writeFileSync(join(folder, "replies.json"), `${JSON.stringify(replies)}\n`);
}
