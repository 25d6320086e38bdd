import { dirname, relative, sep } from "node:path";
import { writeSdf, type Resources, type Scene } from "@orrery/sim/formats";
import { resourcesOf } from "./resource-flags.ts";
import { note, style } from "./terminal.ts";

/**
 * Returns a scene as SDF for the file `out`, such that its meshes and pictures are found from there: files found only
 * through the folders of `resources` are named by their path from `out`. Missing ones stay as written, with a warning.
 */
export async function sdfFor(out: string, scene: Scene, resources: Resources): Promise<string> {
  const named = new Map<string, { readonly uri: string; readonly from: string; readonly usual: string }>();
  const key = (uri: string, from: string): string => `${from}\n${uri}`;
  writeSdf(scene, {
    file: out,
    uriOf(uri, from, usual) {
      named.set(key(uri, from), { uri, from, usual });
      return usual;
    },
  });
  const there = resourcesOf(out, []);
  const paths = new Map<string, string>();
  for (const { uri, from, usual } of named.values()) {
    // Network addresses are the same from everywhere.
    if (uri === "" || uri === "__default__" || /^https?:/i.test(uri)) continue;
    const meant = await resources.resolve(uri, from);
    const found = await there.resolve(usual, out);
    if (meant === undefined && found === undefined) {
      note(style.yellow(`warning: ${uri} was not found, and is written as it is (--resource-path DIR may lead to it)`));
    } else if (meant !== undefined && meant.path !== found?.path) {
      paths.set(key(uri, from), relative(dirname(out), meant.path).replaceAll(sep, "/"));
    }
  }
  return writeSdf(scene, { file: out, uriOf: (uri, from, usual) => paths.get(key(uri, from)) ?? usual });
}
