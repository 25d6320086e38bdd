// Plain JavaScript for Node 20 without dependencies, because it runs before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { exitLike, runNode } from "./run-node.mjs";

export { exitLike };

/** @typedef {(text: string) => void} Say */

export const root = dirname(dirname(fileURLToPath(import.meta.url)));
export const node24 = join(root, "node_modules/node/bin/node");

/**
 * Installs what is missing and says so on stderr, one line for each thing it does; ends the process with a message when
 * it cannot. With nothing to do it reads a few small files.
 * @param {{ browser?: boolean, quiet?: boolean }} [options]
 */
export function setup({ browser = false, quiet = false } = {}) {
  /** @type {Say} */
  const say = (text) => {
    if (!quiet) process.stderr.write(`setup: ${text}\n`);
  };
  try {
    if (!isInstalled(root)) installPackages(say);
    if (browser) installBrowser(say);
  } catch (error) {
    process.stderr.write(`setup: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

/**
 * Returns whether node_modules holds what package-lock.json and the package.json files now ask for.
 * @param {string} folder
 */
export function isInstalled(folder) {
  if (!existsSync(join(folder, "node_modules/node/bin/node"))) return false;
  const stamp = stampFile(folder);
  const wanted = stampOf(folder);
  if (existsSync(stamp)) return readFileSync(stamp, "utf8") === wanted;
  // Installed by hand, with npm install or npm ci.
  if (!holdsLocked(folder)) return false;
  writeFileSync(stamp, wanted);
  return true;
}

/**
 * Returns a hash of all that decides what gets installed. Other parts of a package.json, such as its scripts, do not
 * count.
 * @param {string} folder
 */
export function stampOf(folder) {
  const hash = createHash("sha256").update(readFileSync(join(folder, "package-lock.json")));
  const packages = join(folder, "packages");
  const names = existsSync(packages) ? readdirSync(packages).sort() : [];
  for (const file of ["package.json", ...names.map((name) => `packages/${name}/package.json`)]) {
    if (!existsSync(join(folder, file))) continue;
    const manifest = readJson(join(folder, file));
    hash.update(JSON.stringify([file, ...DECIDING_FIELDS.map((field) => manifest[field] ?? null)]));
  }
  return hash.digest("hex");
}

/** @param {string} folder */
export function stampFile(folder) {
  return join(folder, "node_modules/.orrery-stamp");
}

/**
 * Runs the project's Node 24 with the terminal of this process and resolves to how it ended.
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 */
export function runNode24(args, options = {}) {
  return runNode(node24, args, options);
}

/**
 * Returns the script behind a command of node_modules/.bin, to be run by Node 24 whatever `node` is on the PATH.
 * @param {string} name
 */
export function command(name) {
  return realpathSync(join(root, "node_modules/.bin", name));
}

const DECIDING_FIELDS = [
  "name",
  "bin",
  "workspaces",
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "overrides",
  "allowScripts",
];

/**
 * Compares package-lock.json with the list that npm keeps of what it installed.
 * @param {string} folder
 */
function holdsLocked(folder) {
  const list = join(folder, "node_modules/.package-lock.json");
  if (!existsSync(list)) return false;
  /** @type {Record<string, { version?: string, link?: boolean, optional?: boolean }>} */
  const locked = readJson(join(folder, "package-lock.json")).packages;
  const installed = readJson(list).packages;
  return Object.entries(locked).every(
    ([path, { version, link, optional }]) =>
      !path.startsWith("node_modules/") || link || optional || installed[path]?.version === version,
  );
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** @param {Say} say */
function installPackages(say) {
  // Not npm ci: it refuses a lock file without the bindings of every platform, which some registries do not have.
  const args = ["install", "--no-save", "--loglevel", "error"];
  say(`npm ${args.join(" ")}`);
  // Not with the Node 24 in node_modules/.bin, which npm may be about to replace.
  const own = join(root, "node_modules");
  const path = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.startsWith(own));
  const env = { ...process.env, PATH: path.join(delimiter), NODE_ENV: "" };
  // On stderr, because npm's output must not mix with a command's output.
  const npm = spawnSync("npm", args, { cwd: root, stdio: ["ignore", 2, 2], env });
  if (npm.error) throw new Error(`npm could not be started: ${npm.error.message}`);
  if (npm.status !== 0) throw new Error(`npm failed with status ${npm.status ?? npm.signal}; its messages are above`);
  if (!existsSync(node24)) {
    throw new Error("npm did not install Node 24: the install script of the package `node` was kept from running");
  }
  writeFileSync(stampFile(root), stampOf(root));
}

const BROWSER = "/usr/bin/chromium";
const BROWSER_PACKAGES = ["chromium", "libegl1", "libgl1-mesa-dri", "libgles2"];

/** @param {Say} say */
function installBrowser(say) {
  const missing = missingPackages();
  if (missing.length === 0) return;
  const manual = `apt-get update && apt-get install -y --no-install-recommends ${missing.join(" ")}`;
  if (!existsSync("/usr/bin/apt-get"))
    throw new Error(`the browser tests need Chromium at ${BROWSER}; install it there`);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (sudo.length > 0 && spawnSync("sudo", ["-n", "true"]).status !== 0) {
    throw new Error(`the browser tests need packages that only root can install. Run as root: ${manual}`);
  }
  say(`apt-get install ${missing.join(" ")}`);
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...missing]]) {
    const words = [...sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", ...args];
    const done = spawnSync(/** @type {string} */ (words[0]), words.slice(1), {
      stdio: ["ignore", "pipe", "pipe"],
      encoding: "utf8",
    });
    if (done.status === 0) continue;
    throw new Error(`apt-get ${args[0]} failed:\n${done.stdout}${done.stderr}To try by hand, as root: ${manual}`);
  }
}

function missingPackages() {
  const info = "/var/lib/dpkg/info";
  // Reading dpkg's file lists takes one millisecond, asking dpkg fifty.
  const lists = new Set(existsSync(info) ? readdirSync(info).map((file) => file.replace(/(:\w+)?\.list$/, "")) : []);
  if (lists.size === 0) return existsSync(BROWSER) ? [] : BROWSER_PACKAGES;
  return BROWSER_PACKAGES.filter((name) => !lists.has(name) || (name === "chromium" && !existsSync(BROWSER)));
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  setup({ browser: process.argv.includes("--browser") });
}
