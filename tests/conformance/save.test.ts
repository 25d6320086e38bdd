import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { formatProblem, loadSdf, parseSdf, writeSdf } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { FileResources, resourceFolders } from "../../packages/server/src/files/files.ts";
import { root } from "../e2e/orrery-process.ts";
import { ORIGINS, set } from "./conformance-set.ts";

const why = existsSync(set) ? "" : " (skipped: ../shared/conformance is not there)";

test.skipIf(why !== "")(
  `[SD34] every world, model and robot of the conformance set is the same after it was saved${why}`,
  async () => {
    let count = 0;
    for (const [origin, folders] of Object.entries(ORIGINS)) {
      const files = readdirSync(join(set, origin), { recursive: true, encoding: "utf8" });
      for (const file of files.filter((name) => /\.(sdf|world|urdf)$/.test(name))) {
        const saved = await saveAndLoad(
          join(set, origin, file),
          folders.map((folder) => join(set, folder)),
        );
        if (saved === undefined) continue;
        count++;
        expect({ file, differences: saved }).toEqual({ file, differences: [] });
      }
    }
    expect(count).toBeGreaterThan(250);
  },
  120_000,
);

test("[SD34] every sample world is the same after it was saved", async () => {
  const folder = join(root, "worlds");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".sdf"))) {
    expect({ file, differences: await saveAndLoad(join(folder, file), []) }).toEqual({ file, differences: [] });
  }
});

/** Returns the differences between a file and its saved form; `undefined` for a file with errors. */
async function saveAndLoad(file: string, folders: readonly string[]): Promise<string[] | undefined> {
  const resources = new FileResources({ folders: resourceFolders(file, [], {}, folders), fuelCaches: [] });
  const { scene, problems } = await loadSdf(file, resources);
  if (problems.some(({ severity }) => severity === "error")) return undefined;
  const again = await parseSdf(writeSdf(scene, { file }), file, resources);
  const errors = again.problems.filter(({ severity }) => severity === "error").map(formatProblem);
  return [...errors, ...differences(comparable(scene), comparable(again.scene), "")].slice(0, 5);
}

/** Returns a scene without places in files, and with relative paths resolved against the file that contains them. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (value === null || typeof value !== "object") return value;
  const { from, fromUri: _uri, where: _, ...rest } = value as Record<string, unknown>;
  const entries = Object.entries(rest).map(([key, part]) => {
    const isPath = typeof from === "string" && typeof part === "string" && /uri|filename|Map$/.test(key);
    const isRelative = isPath && part !== "" && part !== "__default__" && !/^([a-z]+:|\/)/.test(part);
    return [key, isRelative ? join(dirname(from), part) : comparable(part)];
  });
  return Object.fromEntries(entries);
}

function differences(a: unknown, b: unknown, path: string): string[] {
  // Strict: minus zero differs from zero.
  if (isDeepStrictEqual(a, b)) return [];
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") {
    return [`${path}: ${JSON.stringify(a)} became ${JSON.stringify(b)}`];
  }
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...keys].flatMap((key) => differences(a[key as keyof typeof a], b[key as keyof typeof b], `${path}.${key}`));
}
