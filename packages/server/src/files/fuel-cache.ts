import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathsIn } from "./paths-in.ts";

/** Returns the folders of Gazebo's downloads: the folders of the environment, else those in the user's home. */
export function fuelCaches(env: NodeJS.ProcessEnv): string[] {
  const named = ["GZ_FUEL_CACHE_PATH", "IGN_FUEL_CACHE_PATH"].flatMap((name) => pathsIn(env, name));
  const home = env["HOME"] ?? homedir();
  return named.length > 0 ? named : [join(home, ".gz/fuel"), join(home, ".ignition/fuel")];
}

/**
 * Returns the paths where a cache would have the target of a Fuel URL such as
 * https://fuel.gazebosim.org/1.0/OpenRobotics/models/Cone: `SERVER/owner/models/name/VERSION`, in lower case. Without a
 * version, takes the newest that exists. Downloads nothing.
 */
export function inFuelCache(url: string, caches: readonly string[]): string[] {
  const { host = "", owner = "", kind = "", name = "", version, file = "" } = FUEL_URL.exec(url)?.groups ?? {};
  if (!SERVERS.includes(host.toLowerCase()) || leadsUp(url)) return [];
  return caches.flatMap((cache) =>
    SERVERS.flatMap((server) =>
      spellings(name).flatMap((spelling) => {
        const folder = join(cache, server, owner.toLowerCase(), kind.toLowerCase(), spelling);
        const chosen = version === undefined || version === "tip" ? newest(folder) : version;
        return chosen === undefined ? [] : [join(folder, chosen, decoded(file))];
      }),
    ),
  );
}

const FUEL_URL =
  /^https?:\/\/(?<host>[^/]+)\/(?:1\.0\/)?(?<owner>[^/]+)\/(?:fuel\/)?(?<kind>models|worlds)\/(?<name>[^/]+)(?:\/(?<version>\d+|tip))?(?:\/files)?(?<file>\/.*)?$/i;

/** One server, whose names changed over the years. */
const SERVERS = ["fuel.gazebosim.org", "fuel.ignitionrobotics.org", "app.gazebosim.org", "app.ignitionrobotics.org"];

/** Returns the spellings of a name in the cache: spaces may be written as in the URL (%20) or literally. */
function spellings(name: string): string[] {
  return [...new Set([name.toLowerCase(), decoded(name).toLowerCase()])];
}

/** Returns whether a path contains `..`, which could lead out of the cache. */
function leadsUp(url: string): boolean {
  return /(^|[/\\])\.\.?([/\\]|$)/.test(decoded(url));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function newest(folder: string): string | undefined {
  try {
    const versions = readdirSync(folder).filter((name) => /^\d+$/.test(name));
    return versions.toSorted((a, b) => Number(a) - Number(b)).at(-1);
  } catch {
    // There is no such folder, so the model is not in this cache.
    return undefined;
  }
}
