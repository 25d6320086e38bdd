import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

/** The exports of a module by name: the text of their declarations, without comments and private members. */
export type Exports = ReadonlyMap<string, string>;

/** Reads the exports of modules from the declarations that the compiler writes. */
export class Declarations {
  readonly #read = new Map<string, Exports>();

  /** Returns the exports of a `.d.ts` file, including those that it passes on from other files. */
  of(file: string): Exports {
    const known = this.#read.get(file);
    if (known !== undefined) return known;
    const exports = new Map<string, string>();
    // Set first, because files may pass on each other's exports.
    this.#read.set(file, exports);
    const source = readFileSync(file, "utf8");
    const { program, comments } = parseSync(file, source);
    const own = new Map<string, string>();
    const note = (name: string, text: string): void => void own.set(name, joined(own.get(name), text));
    for (const statement of program.body as unknown as Statement[]) {
      const declaration = declared(statement);
      if (declaration !== undefined)
        for (const name of namesOf(declaration)) note(name, plainText(source, declaration, comments));
    }
    for (const statement of program.body as unknown as Statement[]) this.#add(exports, statement, { file, own });
    return exports;
  }

  #add(exports: Map<string, string>, statement: Statement, { file, own }: Module): void {
    const from = statement.source?.value;
    const others = from === undefined ? own : this.#from(file, from);
    if (statement.type === "ExportAllDeclaration") {
      if (isThere(statement.exported)) exports.set(nameOf(statement.exported), `namespace of ${from}`);
      else for (const [name, text] of others) if (!exports.has(name)) exports.set(name, text);
    }
    if (statement.type !== "ExportNamedDeclaration") return;
    if (isThere(statement.declaration))
      for (const name of namesOf(statement.declaration)) exports.set(name, own.get(name)!);
    for (const { local, exported } of statement.specifiers ?? [])
      exports.set(nameOf(exported), others.get(nameOf(local)) ?? `from ${from ?? "another module"}`);
  }

  /** Exports of other packages are named, not described. */
  #from(file: string, specifier: string): Exports {
    if (!specifier.startsWith(".")) return new Map();
    const other = join(dirname(file), specifier.replace(/\.tsx?$/, ".d.ts"));
    return existsSync(other) ? this.of(other) : new Map();
  }
}

interface Module {
  readonly file: string;
  readonly own: Exports;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Named {
  readonly name?: string;
  readonly value?: string;
}

interface Declaration extends Span {
  readonly type: string;
  readonly id?: Named | null;
  readonly declarations?: readonly { readonly id: Named }[];
}

interface Statement extends Declaration {
  readonly declaration?: Declaration | null;
  readonly source?: { readonly value: string } | null;
  readonly exported?: Named | null;
  readonly specifiers?: readonly { readonly local: Named; readonly exported: Named }[];
}

function declared(statement: Statement): Declaration | undefined {
  if (statement.type === "ExportNamedDeclaration") return statement.declaration ?? undefined;
  return namesOf(statement).length > 0 ? statement : undefined;
}

function namesOf({ id, declarations }: Declaration): string[] {
  if (declarations !== undefined) return declarations.map((one) => nameOf(one.id));
  return isThere(id) ? [nameOf(id)] : [];
}

/** Returns whether a node is present; the parser writes `null` otherwise. */
function isThere<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined;
}

function nameOf({ name, value }: Named): string {
  return name ?? value ?? "";
}

/** Joins the overloads of a function, which follow each other. */
function joined(before: string | undefined, text: string): string {
  return before === undefined ? text : `${before}\n${text}`;
}

/** Returns a declaration as written, without its comments and without lines of private members. */
function plainText(source: string, { start, end }: Span, comments: readonly Span[]): string {
  let text = "";
  let at = start;
  for (const comment of comments.filter((one) => one.start >= start && one.end <= end)) {
    text += source.slice(at, comment.start);
    at = comment.end;
  }
  text += source.slice(at, end);
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !/^\s*(#private;|private )/.test(line));
  return lines.join("\n").replace(/^declare /, "");
}
