import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns what `npm start` gives to `orrery run`: what it was given, a sample world where no world is named, and the
 * port that the environment names, unless `--port` says otherwise.
 * @param {readonly string[]} given
 * @param {Readonly<Record<string, string | undefined>>} env
 * @param {string} root
 * @returns {string[]}
 */
export function startArguments(given, env, root) {
  const isWorld = (/** @type {string} */ word) =>
    !word.startsWith("-") &&
    (existsSync(word) || existsSync(join(root, "worlds", `${word.replace(/\.sdf$/, "")}.sdf`)));
  // The first word is taken as a world even if there is no such file; the command then says so.
  const isNamed = given.some((word, i) => isWorld(word) || (i === 0 && !word.startsWith("-")));
  const hasPort = given.some((word) => word === "--port" || word.startsWith("--port="));
  const port = env["PORT"];
  return [
    ...(isNamed ? [] : [join(root, "worlds/shapes.sdf")]),
    ...given,
    ...(hasPort || port === undefined || port === "" ? [] : ["--port", port]),
  ];
}
