import type { SourcePlace } from "./scene.ts";

/** A problem in an input file. Errors keep the world from loading, warnings do not. */
export interface Problem {
  readonly severity: "error" | "warning";
  /** Stable, for programs: `xml-syntax`, `unknown-element`, `duplicate-name`, … */
  readonly code: string;
  readonly message: string;
  /** What to do about it; may be empty. */
  readonly hint: string;
  readonly where: SourcePlace | undefined;
}

/**
 * Formats a problem as compilers do, `worlds/a.sdf:12:7: error: joint "j" has no <child> (hint)`, so that editors can
 * jump to it.
 */
export function formatProblem({ severity, message, hint, where }: Problem): string {
  const place = where === undefined ? "" : `${where.file}:${where.line}:${where.column}: `;
  return `${place}${severity}: ${message}${hint === "" ? "" : ` (${hint})`}`;
}

/**
 * Returns problems file by file, in the order of lines. Files are in the order of their first problems; problems
 * without a place come first.
 */
export function inFileOrder(problems: readonly Problem[]): readonly Problem[] {
  const byFile = Map.groupBy(problems, ({ where }) => where?.file);
  const placeless = byFile.get(undefined) ?? [];
  byFile.delete(undefined);
  const placed = [...byFile.values()].flatMap((each) =>
    each.toSorted((a, b) => a.where!.line - b.where!.line || a.where!.column - b.where!.column),
  );
  return [...placeless, ...placed];
}

/**
 * Limit for each severity: a file of 64 MB can have millions of mistakes, and nobody reads more than the first
 * hundreds.
 */
const MAX_PROBLEMS = 500;
/** In characters; names in it come from the file and may be megabytes long. */
const MAX_MESSAGE = 500;

/**
 * What to do about a problem. A function if finding that out takes time; it is called only for problems that are kept.
 */
export type Hint = string | (() => string);

/** Collects problems while a file is read, so that one run shows all of them. */
export class Problems {
  readonly #list: Problem[] = [];
  #errors = 0;
  #warnings = 0;

  error(code: string, message: string, where?: SourcePlace, hint: Hint = ""): void {
    if (this.#errors++ < MAX_PROBLEMS) this.#list.push(problem("error", code, message, where, hint));
  }

  warn(code: string, message: string, where?: SourcePlace, hint: Hint = ""): void {
    if (this.#warnings++ < MAX_PROBLEMS) this.#list.push(problem("warning", code, message, where, hint));
  }

  get list(): readonly Problem[] {
    return this.#list;
  }

  get errorCount(): number {
    return this.#errors;
  }

  get hasErrors(): boolean {
    return this.#errors > 0;
  }
}

function problem(
  severity: Problem["severity"],
  code: string,
  message: string,
  where: SourcePlace | undefined,
  hint: Hint,
): Problem {
  return { severity, code, message: short(message), hint: short(typeof hint === "string" ? hint : hint()), where };
}

function short(text: string): string {
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
}
