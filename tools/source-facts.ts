import { parseSync } from "vite";

export interface Found {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

/** Returns what a file imports, re-exports, imports at run time by a fixed name, or names as the source of a type. */
export function imports(file: string, source: string): Found[] {
  const found: Found[] = [];
  for (const node of nodesOf(file, source)) {
    const from = node["source"];
    const imports = IMPORTING.includes(node["type"] as string);
    if (!imports || !isNode(from) || typeof from["value"] !== "string") continue;
    found.push({ text: from["value"], line: lineOf(source, from) });
  }
  return found;
}

/** Returns what a file loads when it is loaded: imports and re-exports of values, but not of types alone. */
export function loads(file: string, source: string): string[] {
  return [...nodesOf(file, source)].flatMap((node) => {
    const from = node["source"];
    if (!LOADING.includes(node["type"] as string) || !isNode(from) || isTypeOnly(node)) return [];
    return [from["value"] as string];
  });
}

const LOADING = ["ImportDeclaration", "ExportNamedDeclaration", "ExportAllDeclaration"];

export interface ImportedName extends Found {
  readonly from: string;
  readonly isType: boolean;
}

/** Returns every name that a file imports, by its original name. */
export function importedNames(file: string, source: string): ImportedName[] {
  return [...nodesOf(file, source)].flatMap((node) => {
    if (node["type"] !== "ImportDeclaration") return [];
    const from = (node["source"] as AstNode)["value"] as string;
    return (node["specifiers"] as AstNode[]).map((part) => ({
      from,
      text: nameOf(part["imported"]) ?? "*",
      line: lineOf(source, part),
      isType: node["importKind"] === "type" || part["importKind"] === "type",
    }));
  });
}

export interface Reexport {
  readonly from: string;
  /** Undefined if everything in the other file is exported. */
  readonly name: string | undefined;
  readonly isType: boolean;
}

/** Returns the exports of other files that a file passes on. */
export function reexports(file: string, source: string): Reexport[] {
  return [...nodesOf(file, source)].flatMap((node) => {
    const from = node["source"];
    if (!String(node["type"]).startsWith("Export") || !isNode(from)) return [];
    const text = from["value"] as string;
    const areTypes = node["exportKind"] === "type";
    if (node["type"] === "ExportAllDeclaration") return [{ from: text, name: undefined, isType: areTypes }];
    return (node["specifiers"] as AstNode[]).map((part) => ({
      from: text,
      name: nameOf(part["local"]),
      isType: areTypes || part["exportKind"] === "type",
    }));
  });
}

function nameOf(identifier: unknown): string | undefined {
  return isNode(identifier) ? (identifier["name"] as string) : undefined;
}

function isTypeOnly(node: AstNode): boolean {
  if (node["importKind"] === "type" || node["exportKind"] === "type") return true;
  const parts = (node["specifiers"] ?? []) as AstNode[];
  return parts.length > 0 && parts.every((part) => part["importKind"] === "type" || part["exportKind"] === "type");
}

/** Returns every string of a file, with its place, including quotes. Each expression in a template is written `${}`. */
export function quotedTexts(file: string, source: string): { text: string; start: number; end: number }[] {
  return [...nodesOf(file, source)].flatMap((node) => {
    const text = quotedText(node);
    return text === undefined ? [] : [{ text, start: node["start"] as number, end: node["end"] as number }];
  });
}

function quotedText(node: AstNode): string | undefined {
  if (node["type"] === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node["type"] !== "TemplateLiteral") return undefined;
  return (node["quasis"] as { value: { raw: string } }[]).map(({ value }) => value.raw).join("${}");
}

/** Returns the texts of a file that people may read: strings of several words, and the texts of elements. */
export function shownTexts(file: string, source: string): Found[] {
  return [...nodesOf(file, source)].flatMap((node) => {
    const text = node["type"] === "JSXText" ? (node["value"] as string) : quotedText(node);
    return text !== undefined && /\S \S/.test(text) ? [{ text, line: lineOf(source, node) }] : [];
  });
}

/** Returns the titles of the tests in a file, also of those with several cases. */
export function testTitles(file: string, source: string): Found[] {
  return [...nodesOf(file, source)].flatMap((node) => {
    if (node["type"] !== "CallExpression" || !isTest(node["callee"])) return [];
    const [title] = node["arguments"] as AstNode[];
    const text = title === undefined ? undefined : quotedText(title);
    return text === undefined ? [] : [{ text, line: lineOf(source, title!) }];
  });
}

/** Returns whether a callee is `test`, `describe` or something derived from them, such as `test.each(…)`. */
function isTest(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee["type"] === "Identifier") return ["describe", "test"].includes(callee["name"] as string);
  return isTest(callee["object"] ?? callee["callee"]);
}

/** Returns where a binary operator occurs, also as part of an assignment. */
export function uses(file: string, source: string, operator: string): Found[] {
  return [...nodesOf(file, source)]
    .filter((node) => node["operator"] === operator || node["operator"] === `${operator}=`)
    .map((node) => ({ text: operator, line: lineOf(source, node) }));
}

/** Finds where a file uses a name by itself, as a value or as a type, not as the member of something else. */
export function names(file: string, source: string, isWanted: (name: string) => boolean): Found[] {
  const members = new Set<unknown>();
  const found: AstNode[] = [];
  for (const node of nodesOf(file, source)) {
    if (node["computed"] === false) members.add(node["property"]).add(node["key"]);
    if (node["type"] === "Identifier" && isWanted(node["name"] as string)) found.push(node);
  }
  return found
    .filter((node) => !members.has(node))
    .map((node) => ({ text: node["name"] as string, line: lineOf(source, node) }));
}

/** Returns the regular expression literals of a file. */
export function regexps(file: string, source: string): { source: string; flags: string; line: number }[] {
  return [...nodesOf(file, source)].flatMap((node) => {
    const regex = node["regex"] as { pattern: string; flags: string } | undefined;
    return node["type"] === "Literal" && regex !== undefined
      ? [{ source: regex.pattern, flags: regex.flags, line: lineOf(source, node) }]
      : [];
  });
}

export interface Comment {
  /** Includes the comment marks; consecutive line comments are one comment. */
  readonly text: string;
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  /** Whether it is the doc comment of a function or a method. */
  readonly isOnFunction: boolean;
}

/** Returns the comments of a file, in order. */
export function comments(file: string, source: string): Comment[] {
  const functions = new Set([...nodesOf(file, source)].filter(isFunction).map((node) => node["start"] as number));
  const spans: { start: number; end: number }[] = [];
  for (const { type, start, end } of parseSync(file, source).comments) {
    const last = spans.at(-1);
    const follows = type === "Line" && last !== undefined && /^\n[ \t]*$/.test(source.slice(last.end, start));
    if (follows && source.startsWith("//", last.start)) last.end = end;
    else spans.push({ start, end });
  }
  return spans.map(({ start, end }) => ({
    text: source.slice(start, end),
    line: source.slice(0, start).split("\n").length,
    isOnFunction: source.startsWith("/**", start) && functions.has(source.slice(end).search(/\S|$/) + end),
  }));
}

/** Returns whether the file declares nothing itself. An empty file does not count. */
export function reexportsOnly(file: string, source: string): boolean {
  const { body } = parsed(file, source) as { body: AstNode[] };
  const reexports = body.filter((node) => String(node["type"]).startsWith("Export") && isNode(node["source"]));
  return reexports.length > 0 && body.every((node) => reexports.includes(node) || node["type"] === "ImportDeclaration");
}

type AstNode = Record<string, unknown>;

const IMPORTING = [
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
];

const FUNCTIONS = [
  "ArrowFunctionExpression",
  "FunctionDeclaration",
  "MethodDefinition",
  "Property",
  "TSAbstractMethodDefinition",
  "TSDeclareFunction",
  "TSMethodSignature",
];

/**
 * Returns whether a node declares a function or a method, also if exported or a constant; accessors count as values.
 */
function isFunction(node: AstNode): boolean {
  const { type, declaration, declarations, kind, method } = node;
  if (isNode(declaration)) return isFunction(declaration);
  if (type === "VariableDeclaration") {
    const { init } = (declarations as AstNode[])[0]!;
    return isNode(init) && isFunction(init);
  }
  if (!FUNCTIONS.includes(type as string)) return false;
  return type === "Property" ? method === true : kind === undefined || kind === "method";
}

function parsed(file: string, source: string): AstNode {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]!.message}`);
  return program as unknown as AstNode;
}

function* nodesOf(file: string, source: string): Generator<AstNode> {
  const waiting: unknown[] = [parsed(file, source)];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isNode(value)) yield value;
    for (const child of Object.values(value as object).toReversed()) {
      if (typeof child === "object" && child !== null) waiting.push(child);
    }
  }
}

function isNode(value: unknown): value is AstNode {
  return typeof value === "object" && value !== null && "type" in value;
}

function lineOf(source: string, node: AstNode): number {
  return source.slice(0, node["start"] as number).split("\n").length;
}
