import { messages } from "@orrery/msgs";
import { formatTime } from "@orrery/sim/front";
import { LogFile, sectionsOf, type LoggedTopic, type LogSection } from "@orrery/sim/logs";
import { FileLogSource } from "../../logs/log-source.ts";
import { defineCommand, switchFlag } from "../arguments.ts";
import { note, print, style } from "../terminal.ts";

export const logInfo = defineCommand({
  name: "log info",
  summary: "Describes a log that run --record wrote: its world and times, the commands and the jumps in time.",
  operands: ["LOG"],
  flags: { json: switchFlag("one JSON object") },
  examples: ["orrery log info run.mcap"],
  async run({ json }, [file = ""]) {
    const source = new FileLogSource(file);
    const log = await LogFile.open(source);
    const sections = sectionsOf(log, messages, noteDamage);
    const { world, isWhole, about, topics } = log;
    if (json)
      print(
        JSON.stringify({ file, world, bytes: source.size, isWhole, ...Object.fromEntries(about), sections, topics }),
      );
    else print([headline(log, sections), ...sections.flatMap(lines), ...topics.map(topicText)].join("\n"));
    return 0;
  },
});

function noteDamage(error: unknown): void {
  note(style.yellow((error as Error).message.replace(": error: ", ": warning: ")));
}

function headline({ source, world, isWhole }: LogFile, sections: readonly LogSection[]): string {
  const lengthNs = sections.reduce((sum, { start, end }) => sum + end.timeNs - start.timeNs, 0);
  const end = isWhole ? "" : ", cut off";
  return `${source.name}: world "${world}", ${formatTime(lengthNs)} in ${(source.size / 1e6).toFixed(2)} MB${end}`;
}

function lines({ start, end, marks, jump }: LogSection): string[] {
  const times = `  ${formatTime(start.timeNs)} to ${formatTime(end.timeNs)}`;
  const commands = marks.map(({ at, description, authorName }) => {
    return `    ${formatTime(at.timeNs)}  ${description}${authorName === "" ? "" : `, by ${authorName}`}`;
  });
  return [...(jump === undefined ? [] : [jumpText(jump)]), times, ...commands];
}

function jumpText({ cause, mark, authorName, fromNs, toNs }: NonNullable<LogSection["jump"]>): string {
  const what = mark === undefined ? cause : `${cause} of ${mark.description}`;
  return `  ${what}${authorName === "" ? "" : `, by ${authorName}`}: ${formatTime(fromNs)} → ${formatTime(toNs)}`;
}

function topicText({ name, type, count, dropped }: LoggedTopic): string {
  const facts = [
    ...(type === "" ? [] : [type]),
    ...(count === undefined ? [] : [`${count} ${count === 1 ? "message" : "messages"}`]),
    ...(dropped === 0 ? [] : [`${dropped} dropped`]),
  ];
  return `  ${name}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`;
}
