import { nearest } from "@orrery/msgs/nearest";
import type { Command, Flag } from "./arguments.ts";
import { UsageError } from "./failure.ts";
import { columns, style } from "./terminal.ts";

/** Returns the output of `orrery COMMAND --help`. */
export function commandHelp({ name, summary, operands, flags, examples }: Command): string {
  const options = [...Object.entries(flags), ["help", HELP] as const];
  const shown = options.map(([flag, { value, doc }]) => [`  --${flag}${value === "" ? "" : ` ${value}`}`, doc]);
  return [
    `${style.bold("Usage:")} ${["orrery", name, ...operands].join(" ")} [OPTION…]`,
    "",
    summary,
    "",
    style.bold("Options:"),
    columns(shown),
    "",
    style.bold("Examples:"),
    ...examples.map((example) => `  ${example}`),
    "",
  ].join("\n");
}

/** Returns the output of `orrery --help`, or that of `orrery topic --help` with the commands of one group. */
export function listHelp(commands: readonly Command[], group = ""): string {
  const shown = commands.map(({ name, operands, summary }) => [`  ${[name, ...operands].join(" ")}`, summary]);
  return [
    `${style.bold("Usage:")} orrery ${group === "" ? "" : `${group} `}COMMAND [OPTION…]`,
    "",
    style.bold("Commands:"),
    columns(shown),
    "",
    style.bold("Examples:"),
    ...commands.map(({ examples }) => `  ${examples[0]}`),
    "",
    "orrery COMMAND --help shows more about a command; orrery --version shows the version.",
    "",
  ].join("\n");
}

/** Makes the error for a word that is not a command. */
export function unknownCommand(word: string, group: string, known: readonly string[]): UsageError {
  const near = nearest(word, known);
  const hint = near === undefined ? `known are ${known.join(", ")}` : `did you mean "${near}"?`;
  return new UsageError(`there is no command "${group === "" ? "" : `${group} `}${word}"; ${hint}`);
}

const HELP: Flag<boolean> = { doc: "show this help", value: "", initial: false, read: () => true };
