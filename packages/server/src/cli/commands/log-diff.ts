import { formatTime } from "@orrery/sim/front";
import { diffLogs, LogFile, type ComponentDifference, type LogDiff } from "@orrery/sim/logs";
import { FileLogSource } from "../../logs/log-source.ts";
import { defineCommand, numberFlag, switchFlag } from "../arguments.ts";
import { Failure } from "../failure.ts";
import { clearProgress, print, showProgress } from "../terminal.ts";

const MAX_TEXT = 160;

export const logDiff = defineCommand({
  name: "log diff",
  summary:
    "Finds the first moment at which two logs of a world differ: by entity, component and value. The status is 1 if they do.",
  operands: ["LOG", "LOG"],
  flags: {
    most: numberFlag("N", "list at most N differences of that moment (default 20)", {
      integer: true,
      min: 1,
      max: 10_000,
    }),
    json: switchFlag("one JSON object"),
  },
  examples: ["orrery log diff before.mcap after.mcap"],
  async run({ most = 20, json }, [one = "", other = ""]) {
    const logs = [await LogFile.open(new FileLogSource(one)), await LogFile.open(new FileLogSource(other))] as const;
    const diff = diffLogs(logs, { most, onProgress: (timeNs) => showProgress(`the same until ${formatTime(timeNs)}`) });
    clearProgress();
    if (diff.same === 0 && diff.differsAtNs === undefined)
      throw new Failure(`${one} and ${other} have no moment in common: they cannot be compared`);
    print(json ? JSON.stringify(diff) : textOf(diff, one, other));
    return diff.differsAtNs === undefined ? 0 : 1;
  },
});

function textOf({ same, differsAtNs, parts, input, ends }: LogDiff, one: string, other: string): string {
  const moments = same === 1 ? "1 moment" : `${same} moments`;
  if (differsAtNs === undefined) {
    const end =
      ends[0] === ends[1] ? "" : `; ${one} ends at ${formatTime(ends[0])}, ${other} at ${formatTime(ends[1])}`;
    return `the same at all ${moments} that both logs have${end}`;
  }
  const inputs =
    input === undefined
      ? ["  their inputs until then are the same"]
      : [
          `  their inputs differ first at ${formatTime(input.timeNs)}:`,
          `    ${one}: ${input.one ?? "no more"}`,
          `    ${other}: ${input.other ?? "no more"}`,
        ];
  return [
    `they differ first at ${formatTime(differsAtNs)}, after ${moments} that are the same`,
    ...inputs,
    ...parts.flatMap(lines),
  ].join("\n");
}

function lines({ entity, component, one, other }: ComponentDifference): string[] {
  const cut = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
  return [`  ${entity} ${component}`, `    - ${cut(one ?? "is not there")}`, `    + ${cut(other ?? "is not there")}`];
}
