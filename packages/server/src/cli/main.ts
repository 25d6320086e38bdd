import { parseArguments, type Command } from "./arguments.ts";
import { checkCommand } from "./check.ts";
import { explain, UsageError } from "./failure.ts";
import { commandHelp, listHelp, unknownCommand } from "./help.ts";
import { logCheck } from "./log-check.ts";
import { logInfo } from "./log-info.ts";
import { playCommand } from "./play.ts";
import { runCommand } from "./run.ts";
import { saveCommand } from "./save.ts";
import { sceneCommand } from "./scene.ts";
import { serviceCall, serviceInfo, serviceList } from "./service.ts";
import { note, print, style } from "./terminal.ts";
import { topicEcho } from "./topic-echo.ts";
import { topicHz } from "./topic-hz.ts";
import { topicPub } from "./topic-pub.ts";
import { topicInfo, topicList } from "./topic.ts";
import { version } from "../version.ts";

const commands: readonly Command[] = [
  runCommand,
  playCommand,
  logInfo,
  logCheck,
  topicList,
  topicInfo,
  topicEcho,
  topicPub,
  topicHz,
  serviceList,
  serviceInfo,
  serviceCall,
  sceneCommand,
  checkCommand,
  saveCommand,
];

/** Finds the command that is meant and runs it. Resolves to the exit status. */
export async function main(words: readonly string[]): Promise<number> {
  let at = "orrery";
  try {
    const found = findCommand(commandFirst(words));
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

/** Options may stand before the command, too. */
function commandFirst(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => commands.some(({ name }) => name.split(" ")[0] === word));
  const isOption = words[0]?.startsWith("-") === true && !["--version", "--help", "-h"].includes(words[0]);
  if (!isOption || first < 0) return words;
  const command = words.slice(first);
  const length = commands.some(({ name }) => name === command.slice(0, 2).join(" ")) ? 2 : 1;
  return [...command.slice(0, length), ...words.slice(0, first), ...command.slice(length)];
}

/** The command that the first words name, or the text that they ask for. */
function findCommand(words: readonly string[]): { command: Command; rest: readonly string[] } | string {
  const [first = "", second = ""] = words;
  if (first === "--version") return version;
  if (first === "--help" || first === "-h") return listHelp(commands);
  if (first === "help") return findCommand([...words.slice(1), "--help"]);
  const single = commands.find(({ name }) => name === first);
  if (single !== undefined) return { command: single, rest: words.slice(1) };
  const group = commands.filter(({ name }) => name.startsWith(`${first} `));
  const firstWords = [...new Set(commands.map(({ name }) => name.split(" ")[0]!))];
  if (first === "") throw new UsageError(`a command is missing: ${firstWords.join(", ")}`);
  if (group.length === 0) throw unknownCommand(first, "", firstWords);
  if (second === "--help" || second === "-h") return listHelp(group, first);
  const secondWords = group.map(({ name }) => name.split(" ")[1]!);
  if (second === "")
    throw new UsageError(`a command is missing: ${secondWords.map((word) => `${first} ${word}`).join(", ")}`);
  const command = group.find(({ name }) => name === `${first} ${second}`);
  if (command === undefined) throw unknownCommand(second, first, secondWords);
  return { command, rest: words.slice(2) };
}
