import { parseArguments, type Command } from "./arguments.ts";
import { commands, loadCommands } from "./commands.ts";
import { explain, UsageError } from "./failure.ts";
import { commandHelp, listHelp, unknownCommand } from "./help.ts";
import { note, print, style } from "./terminal.ts";
import { version } from "../version.ts";

const names = [...commands.keys()];

/** Finds the command and runs it. Resolves to the exit status. */
export async function main(words: readonly string[]): Promise<number> {
  let at = "orrery";
  try {
    const found = await findCommand(commandFirst(words));
    if (typeof found === "string") {
      print(found);
      return 0;
    }
    at = `orrery ${found.command.name}`;
    const { values, operands, help } = parseArguments(found.command, found.rest);
    if (help) {
      print(commandHelp(found.command));
      return 0;
    }
    return await found.command.run(values, operands);
  } catch (error) {
    if (!(error instanceof UsageError)) {
      note(style.red(explain(error)));
      return 1;
    }
    note(`${style.red(`${at}: ${error.message}`)}\ntry: ${at} --help`);
    return 2;
  }
}

/** Moves the command before its options, which may come first. */
function commandFirst(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => names.some((name) => name.split(" ")[0] === word));
  const isOption = words[0]?.startsWith("-") === true && !["--version", "--help", "-h"].includes(words[0]);
  if (!isOption || first < 0) return words;
  const command = words.slice(first);
  const length = commands.has(command.slice(0, 2).join(" ")) ? 2 : 1;
  return [...command.slice(0, length), ...words.slice(0, first), ...command.slice(length)];
}

/** Returns the command that the first words name, or the help text that they request. */
async function findCommand(words: readonly string[]): Promise<{ command: Command; rest: readonly string[] } | string> {
  const [first = "", second = ""] = words;
  if (first === "--version") return version;
  if (first === "--help" || first === "-h") return listHelp(await loadCommands(names));
  if (first === "help") return findCommand([...words.slice(1), "--help"]);
  const single = commands.get(first);
  if (single !== undefined) return { command: await single(), rest: words.slice(1) };
  const group = names.filter((name) => name.startsWith(`${first} `));
  const firstWords = [...new Set(names.map((name) => name.split(" ")[0]!))];
  if (first === "") throw new UsageError(`a command is missing: ${firstWords.join(", ")}`);
  if (group.length === 0) throw unknownCommand(first, "", firstWords);
  if (second === "--help" || second === "-h") return listHelp(await loadCommands(group), first);
  if (second === "") throw new UsageError(`a command is missing: ${group.join(", ")}`);
  const load = commands.get(`${first} ${second}`);
  if (load === undefined) {
    const secondWords = group.map((name) => name.split(" ")[1]!);
    throw unknownCommand(second, first, secondWords);
  }
  return { command: await load(), rest: words.slice(2) };
}
