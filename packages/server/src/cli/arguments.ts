import { nearest } from "@orrery/msgs/nearest";
import { UsageError } from "./failure.ts";

/** One option of a command. */
export interface Flag<T> {
  readonly doc: string;
  /** The placeholder of its value in the help; empty if it takes none. */
  readonly value: string;
  readonly initial: T;
  /** Parses the value; throws a UsageError without the option's name. */
  readonly read: (text: string) => T;
  /** Whether it may be repeated: `T` is then a list, and each occurrence adds to it. */
  readonly repeats?: true;
  /** Wrong names that people try, each with the kind of value they give. */
  readonly mistakenFor?: Readonly<Record<string, string>>;
}

export interface Flags {
  readonly [name: string]: Flag<unknown>;
}

export type FlagValues<F extends Flags> = { readonly [K in keyof F]: F[K] extends Flag<infer T> ? T : never };

export interface Command<F extends Flags = Flags> {
  /** Its full name: "topic echo". */
  readonly name: string;
  readonly summary: string;
  /**
   * Names of its arguments other than options; "[JSON]" is optional, and a last one such as "FILE…" or "[WORD…]" may be repeated.
   */
  readonly operands: readonly string[];
  readonly flags: F;
  readonly examples: readonly string[];
  /** Resolves to the exit status. */
  readonly run: (values: FlagValues<F>, operands: readonly string[]) => Promise<number>;
}

export function defineCommand<const F extends Flags>(command: Command<F>): Command {
  // The values returned by `parseArguments` are those of the command's own flags.
  return command as unknown as Command;
}

export function switchFlag(doc: string): Flag<boolean> {
  return { doc, value: "", initial: false, read: () => true };
}

export function textFlag(value: string, doc: string): Flag<string | undefined> {
  return {
    doc,
    value,
    initial: undefined,
    read: (text) => {
      if (text === "") throw new UsageError("must not be empty");
      return text;
    },
  };
}

/** Declares an option that may be repeated. */
export function listFlag(value: string, doc: string): Flag<readonly string[]> {
  const { read } = textFlag(value, doc);
  return { doc, value, initial: [], read: (text) => [read(text)!], repeats: true };
}

export interface NumberRange {
  readonly integer?: boolean;
  readonly min?: number;
  readonly max?: number;
  /** Whether the value must be above `min`. */
  readonly above?: boolean;
}

export function numberFlag(value: string, doc: string, range: NumberRange = {}): Flag<number | undefined> {
  return { doc, value, initial: undefined, read: (text) => readNumber(text, range) };
}

export function choiceFlag<const C extends string>(
  value: string,
  choices: readonly C[],
  doc: string,
): Flag<C | undefined> {
  return {
    doc,
    value,
    initial: undefined,
    read: (text) => {
      const choice = choices.find((one) => one === text);
      if (choice === undefined) throw new UsageError(`must be ${choices.join(", ")}, not "${text}"`);
      return choice;
    },
  };
}

export interface Parsed {
  readonly values: FlagValues<Flags>;
  readonly operands: readonly string[];
  readonly help: boolean;
}

/** Parses the arguments after a command's name. Throws a UsageError. */
export function parseArguments({ flags, operands: wanted, examples }: Command, words: readonly string[]): Parsed {
  const values: Record<string, unknown> = Object.fromEntries(
    Object.entries(flags).map(([name, { initial }]) => [name, initial]),
  );
  const operands: string[] = [];
  const given = new Set<string>();
  const waiting = [...words];
  let isHelp = false;
  for (let word = waiting.shift(); word !== undefined; word = waiting.shift()) {
    if (word === "--") {
      operands.push(...waiting.splice(0));
    } else if (word === "--help" || word === "-h") {
      isHelp = true;
    } else if (/^-[^\d.]/.test(word)) {
      const [name, attached] = split(word);
      const flag = Object.hasOwn(flags, name) ? flags[name]! : unknownFlag(word, flags);
      if (given.has(name) && !flag.repeats) throw new UsageError(`--${name} is given twice`);
      given.add(name);
      const value = readFlag(name, flag, attached, waiting, flags);
      values[name] = flag.repeats ? [...(values[name] as unknown[]), ...(value as unknown[])] : value;
    } else {
      operands.push(word);
    }
  }
  if (!isHelp) checkOperands(wanted, operands, examples);
  return { values, operands, help: isHelp };
}

function split(word: string): [name: string, attached: string | undefined] {
  const equals = word.indexOf("=");
  const name = (equals < 0 ? word : word.slice(0, equals)).replace(/^--/, "");
  return [name, equals < 0 ? undefined : word.slice(equals + 1)];
}

function readFlag(
  name: string,
  flag: Flag<unknown>,
  attached: string | undefined,
  waiting: string[],
  flags: Flags,
): unknown {
  if (flag.value === "") {
    if (attached !== undefined) throw new UsageError(`--${name} takes no value`);
    return flag.read("");
  }
  // A second option in the place of the value means that the value was forgotten.
  const isForgotten = waiting[0]?.startsWith("--") === true && Object.hasOwn(flags, split(waiting[0])[0]);
  const text = attached ?? (isForgotten ? undefined : waiting.shift());
  if (text === undefined) throw new UsageError(`--${name} needs a value: --${name} ${flag.value}`);
  try {
    return flag.read(text);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`--${name} ${error.message}`) : error;
  }
}

function unknownFlag(word: string, flags: Flags): never {
  const [name] = split(word);
  const near = meantFlag(name, flags) ?? nearest(name, [...Object.keys(flags), "help"]);
  throw new UsageError(`there is no option ${word}${near === undefined ? "" : `; did you mean --${near}?`}`);
}

/**
 * Returns the option that was meant, if people are known to confuse it with this one, with its value: `server PORT`.
 */
function meantFlag(name: string, flags: Flags): string | undefined {
  for (const [own, { mistakenFor = {} }] of Object.entries(flags)) {
    if (Object.hasOwn(mistakenFor, name)) return `${own} ${mistakenFor[name]}`;
  }
  return undefined;
}

function checkOperands(wanted: readonly string[], given: readonly string[], examples: readonly string[]): void {
  const missing = wanted.find((name, i) => given[i] === undefined && !name.startsWith("["));
  if (missing !== undefined) {
    throw new UsageError([`${missing} is missing; for example:`, ...examples].join("\n  "));
  }
  const extra = given[wanted.length];
  if (extra !== undefined && !/…\]?$/.test(wanted.at(-1) ?? ""))
    throw new UsageError(`"${extra}" is one argument too many`);
}

function readNumber(
  text: string,
  { integer = false, min = -Infinity, max = Infinity, above = false }: NumberRange,
): number {
  const value = text.trim() === "" ? NaN : Number(text);
  const isWrong = !Number.isFinite(value) || (integer && !Number.isSafeInteger(value));
  if (isWrong) throw new UsageError(`must be a ${integer ? "whole " : ""}number, not "${text}"`);
  if (value < min || (above && value === min))
    throw new UsageError(`must be ${above ? "above" : "at least"} ${min}, not ${text}`);
  if (value > max) throw new UsageError(`must be at most ${max}, not ${text}`);
  return value;
}
