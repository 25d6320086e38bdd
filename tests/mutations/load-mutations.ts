// Loads COUNT broken files, leaves them in FOLDER and prints the outcome as JSON. In a process of its own, because a
// hostile file might end it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join, resolve } from "node:path";
import { MemoryResources, Rng } from "@orrery/sim";
import { formatProblem, loadSdf, seedFrom, writeSdf } from "@orrery/sim/host";
import { mutate } from "./mutate.ts";

export interface MutationReport {
  readonly files: number;
  readonly refused: number;
  /** Files that broke a rule, with the rule. */
  readonly broken: readonly string[];
  readonly slowest: { readonly seconds: number; readonly file: string };
}

const CONFIG = '<model><sdf version="1.9">model.sdf</sdf></model>';
const root = resolve(import.meta.dirname, "../..");
const sources = [
  ...filesBelow(join(root, "worlds")),
  ...filesBelow(join(root, "examples")),
  ...filesBelow(import.meta.dirname),
];

async function run(count: number, folder: string): Promise<MutationReport> {
  const rng = new Rng(seedFrom(5, "mutated files"));
  const broken: string[] = [];
  let refused = 0;
  let slowest = { seconds: 0, file: "" };
  for (let i = 0; i < count; i++) {
    const source = sources[rng.int(sources.length)]!;
    const { how, bytes } = mutate(source.bytes, rng);
    const file = `${i}: ${source.name}, ${how}`;
    writeFileSync(join(folder, `${i}${extname(source.name)}`), bytes);
    const before = process.cpuUsage();
    try {
      const wrong = await load(bytes);
      if (wrong === undefined) refused++;
      else if (wrong !== "") broken.push(`${file}: ${wrong}`);
    } catch (error) {
      broken.push(`${file}: ${error instanceof Error ? error.stack : String(error)}`);
    }
    const { user, system } = process.cpuUsage(before);
    const seconds = (user + system) / 1e6;
    if (seconds > slowest.seconds) slowest = { seconds, file };
  }
  return { files: count, refused, broken, slowest };
}

/** Returns what is wrong with the result; empty if nothing is, `undefined` if the file was refused as it should be. */
async function load(bytes: Uint8Array): Promise<string | undefined> {
  const resources = new MemoryResources({
    "self.sdf": bytes,
    "models/self/model.config": CONFIG,
    "models/self/model.sdf": bytes,
  });
  const { scene, problems } = await loadSdf("self.sdf", resources);
  const lost = problems.find(({ where }) => where === undefined || !(where.line >= 1 && where.column >= 1));
  if (lost !== undefined) return `no place: ${formatProblem(lost)}`;
  const isRefused = problems.some(({ severity }) => severity === "error");
  const count = scene.worlds.length + scene.models.length + scene.lights.length + scene.actors.length;
  if (isRefused) return count === 0 ? undefined : "half loaded";
  // An accepted file can be saved, too.
  writeSdf(scene);
  return "";
}

function filesBelow(folder: string): { name: string; bytes: Uint8Array }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(sdf|urdf)$/.test(name))
    .toSorted()
    .map((name) => ({ name, bytes: readFileSync(join(folder, name)) }))
    .filter(({ bytes }) => bytes.length < 200_000);
}

process.stdout.write(`${JSON.stringify(await run(Number(process.argv[2]), process.argv[3]!))}\n`);
