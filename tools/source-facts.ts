import { parseSync } from "vite";

export interface Found {
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
}

/** What a file imports, re-exports, imports at run time by a fixed name, or names as the source of a type. */
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

/** Where a binary operator stands, also as part of an assignment. */
export function uses(file: string, source: string, operator: string): Found[] {
  return [...nodesOf(file, source)]
    .filter((node) => node["operator"] === operator || node["operator"] === `${operator}=`)
    .map((node) => ({ text: operator, line: lineOf(source, node) }));
}

/** The regular expressions that a file writes as such. */
export function regexps(file: string, source: string): { source: string; flags: string; line: number }[] {
  return [...nodesOf(file, source)].flatMap((node) => {
    const regex = node["regex"] as { pattern: string; flags: string } | undefined;
    return node["type"] === "Literal" && regex !== undefined
      ? [{ source: regex.pattern, flags: regex.flags, line: lineOf(source, node) }]
      : [];
  });
}

/** Whether the file declares nothing of its own. An empty file does not count. */
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
