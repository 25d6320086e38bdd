import { delimiter } from "node:path";

/** Returns the folders that an environment variable lists. */
export function pathsIn(env: NodeJS.ProcessEnv, name: string): string[] {
  return (env[name] ?? "").split(delimiter).filter((folder) => folder !== "");
}
