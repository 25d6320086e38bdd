import { nearest } from "@orrery/msgs/nearest";
import type { Hint, Problems } from "../../scene/problem.ts";
import type { SourcePlace } from "../../scene/scene.ts";
import { attributeOf, placeOfAttribute, type XmlElement } from "../xml.ts";
import { versionOf, type SdfContext } from "./context.ts";
import type { SdfVersion } from "./version.ts";

/** Returns the `name` of an element after checking it; empty if it is missing, which was reported. */
export function readName(element: XmlElement, context: SdfContext): string {
  const { problems } = context;
  const name = (attributeOf(element, "name") ?? "").trim();
  checkName(name, element.name, placeOfAttribute(element, "name"), versionOf(element, context), problems);
  return name;
}

/** Checks a name against those reserved for frames, and those that refer into a nested model. */
export function checkName(
  name: string,
  kind: string,
  where: SourcePlace,
  version: SdfVersion,
  problems: Problems,
): void {
  if (isReservedName(name)) {
    problems.error("reserved-name", `${kind} name "${name}" is reserved`, where, "choose another name");
  }
  // Up to SDF 1.7 a nested model could be written flat, with `::` in the names of its parts.
  if (name.includes("::") && version >= 8) {
    problems.error("reserved-name", `${kind} name "${name}" contains "::"`, where, "use a nested model");
  }
}

function isReservedName(name: string): boolean {
  return name === "world" || (name.length >= 4 && name.startsWith("__") && name.endsWith("__"));
}

/** Returns a hint: `did you mean "x"?` with the nearest name, or a list of the known names. */
export function didYouMean(name: string, known: Iterable<string>): Hint {
  return () => {
    const names = [...Iterator.from(known).take(MAX_CANDIDATES)];
    const best = nearest(name, names);
    if (best !== undefined) return `did you mean "${best}"?`;
    if (names.length === 0) return "";
    const shown = names.slice(0, 5).map((one) => `"${one}"`);
    return `there is ${shown.join(", ")}${names.length > 5 ? ", …" : ""}`;
  };
}

/** A hostile file may have thousands of mistakes, each with thousands of candidate names. */
const MAX_CANDIDATES = 300;

/** The names within one scope: two things of one kind, or two that define a frame, cannot have the same name. */
export class SiblingNames {
  readonly #claimed = new Map<string, { kind: string; line: number }>();
  /** The next number to try for a taken name: names stay taken, so lower numbers need not be tried again. */
  readonly #numbers = new Map<string, number>();
  readonly #context: SdfContext;
  readonly #renames: boolean;

  /** `renames` says that things of different kinds may share a name, in files of any version. */
  constructor(context: SdfContext, { renames = false }: { readonly renames?: boolean } = {}) {
    this.#context = context;
    this.#renames = renames;
  }

  /** Returns the name to use: the given one, or a new one where files may share names. */
  claim(name: string, kind: string, element: XmlElement): string {
    const first = this.#claimed.get(name);
    if (name === "" || first === undefined) {
      this.#claimed.set(name, { kind, line: element.line });
      return name;
    }
    const { problems } = this.#context;
    const where = placeOfAttribute(element, "name");
    const message = `${kind} name "${name}" is already used by a ${first.kind} (line ${first.line})`;
    const mayShare = this.#renames || versionOf(element, this.#context) <= 6;
    if (first.kind === kind || !mayShare) {
      problems.error("duplicate-name", message, where, "names must differ");
      return name;
    }
    const renamed = this.#free(`${name}_${kind}`);
    problems.warn("duplicate-name", message, where, `it is called "${renamed}" from here on`);
    this.#claimed.set(renamed, { kind, line: element.line });
    return renamed;
  }

  #free(wanted: string): string {
    if (!this.#claimed.has(wanted)) return wanted;
    let number = this.#numbers.get(wanted) ?? 0;
    while (this.#claimed.has(`${wanted}${number}`)) number++;
    this.#numbers.set(wanted, number + 1);
    return `${wanted}${number}`;
  }
}
