import { existsSync, readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { command, root, runNode24 } from "./setup.mjs";

const gui = join(root, "packages/gui");
const stamp = join(gui, "dist/.built");
const sources = ["packages/gui", "packages/plots", "packages/sim", "packages/msgs", "worlds", "package-lock.json"];

/** Builds the page if any of its sources is newer than the last build. Resolves to the exit status. */
export async function buildGui() {
  if (!existsSync(join(gui, "vite.config.ts")) || isFresh()) return 0;
  process.stderr.write("build: the page\n");
  const started = new Date();
  // Under a test, whose mode is "test", the page would otherwise be built with React's slow development code.
  const env = { ...process.env, NODE_ENV: "production" };
  const { status } = await runNode24([command("vite"), "build", "--logLevel", "warn"], { cwd: gui, env });
  if (status === 0) {
    writeFileSync(stamp, "");
    // Changes made while the build ran are not in it.
    utimesSync(stamp, started, started);
  }
  return status ?? 1;
}

function isFresh() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  return sources.every((source) => newest(join(root, source)) <= built);
}

/**
 * Folders count too: a deleted file changes the time of its folder.
 * @param {string} path
 * @returns {number} milliseconds
 */
function newest(path) {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  const inside = readdirSync(path).filter(
    (name) => name !== "dist" && name !== "node_modules" && !name.endsWith(".md"),
  );
  // The package's own folder changes with every build, because dist is rebuilt in it.
  const own = inside.includes("package.json") ? 0 : stats.mtimeMs;
  return Math.max(own, ...inside.map((name) => newest(join(path, name))));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await buildGui();
