import { existsSync } from "node:fs";
import { basename, extname } from "node:path";
import { asNamePart, namespaceProblem } from "@orrery/sim/front";
import { UsageError } from "./failure.ts";
import { worldPath } from "./world-path.ts";

/** A world of the command line. */
export interface NamedWorld {
  /** Its file. */
  readonly file: string;
  /** The prefix of its names; empty for the world without a namespace. */
  readonly namespace: string;
  /** Its label while its own name is unknown. */
  readonly label: string;
}

/**
 * Returns the worlds that the arguments of a command line mean, each a file or `NAMESPACE=FILE`. The first without a
 * namespace keeps plain names; others are named after their file, with a number unless they are the first of that name.
 */
export function namedWorlds(words: readonly string[]): NamedWorld[] {
  const given = words.map(split);
  const taken = new Set<string>();
  for (const { namespace } of given) {
    if (namespace === undefined) continue;
    const problem = namespaceProblem(namespace);
    if (problem !== undefined) throw new UsageError(`the namespace "${namespace}" ${problem}`);
    if (taken.has(namespace)) throw new UsageError(`the namespace "${namespace}" is given to two worlds`);
    taken.add(namespace);
  }
  const bases: string[] = [];
  return given.map(({ word, namespace }) => {
    const file = worldPath(word);
    const base = asNamePart(basename(file, extname(file))).slice(0, LONGEST_BASE);
    bases.push(base);
    const first = bases.filter((other) => other === base).length;
    const own = namespace ?? (taken.has("") ? freeNamespace(base, first, taken) : "");
    taken.add(own);
    return { file, namespace: own, label: own === "" ? base : own };
  });
}

/** Leaves room for a number. */
const LONGEST_BASE = 150;

function split(word: string): { readonly word: string; readonly namespace: string | undefined } {
  const equals = word.indexOf("=");
  if (!word.startsWith("/") || equals < 0 || existsSync(word)) return { word, namespace: undefined };
  return { word: word.slice(equals + 1), namespace: word.slice(0, equals) };
}

/** Returns `/shapes`, `/shapes-2`, and so on: the first unused one from a number on. */
function freeNamespace(base: string, first: number, taken: ReadonlySet<string>): string {
  for (let number = first; ; number++) {
    const namespace = number === 1 ? `/${base}` : `/${base}-${number}`;
    if (!taken.has(namespace) && namespaceProblem(namespace) === undefined) return namespace;
  }
}
