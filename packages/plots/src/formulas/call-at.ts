import { FormulaError } from "./formula-error.ts";
import { signatureOf } from "./functions/function.ts";
import { FUNCTIONS } from "./functions/table.ts";
import { tokenize, type Token } from "./token.ts";

/** The function whose arguments the cursor is among, for a hint beside it. */
export interface CallHint {
  readonly name: string;
  readonly signature: string;
  readonly help: string;
  /** The argument at the cursor, counted from 0. */
  readonly argument: number;
}

/** Returns the innermost known function that is called around a place; `undefined` when there is none. */
export function callAt(text: string, position: number): CallHint | undefined {
  const tokens = tokensOf(text.slice(0, position));
  const open: { readonly name: string; argument: number }[] = [];
  for (const [i, token] of tokens.entries()) {
    if (token.kind !== "symbol") continue;
    const before = tokens[i - 1];
    if (token.text === "(") open.push({ name: before?.kind === "name" ? before.text : "", argument: 0 });
    else if (token.text === ")") open.pop();
    else if (token.text === "," && open.length > 0) open.at(-1)!.argument++;
  }
  const call = open.findLast(({ name }) => FUNCTIONS.has(name));
  if (call === undefined) return undefined;
  const known = FUNCTIONS.get(call.name)!;
  return { name: known.name, signature: signatureOf(known), help: known.help, argument: call.argument };
}

/** Returns no tokens for a text that is not split into any: one that ends within a name, for instance. */
function tokensOf(text: string): readonly Token[] {
  try {
    return tokenize(text);
  } catch (error) {
    if (error instanceof FormulaError) return [];
    throw error;
  }
}
