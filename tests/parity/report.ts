import { existsSync } from "node:fs";
import { join } from "node:path";
import { describeCheck, type Outcome } from "./checks.ts";
import { differences } from "./compare-records.ts";
import { readJson, type WorldRun } from "./run-world.ts";
import type { TopicRecord } from "./topics.ts";

/** Reports every check of a world, one per line; below them Gazebo's messages and replies where Orrery's differ. */
export function reportWorld(run: WorldRun, folder: string): string[] {
  return [
    `${run.name} (${run.engine})`,
    ...run.complaints.map((text) => `  ! ${text}`),
    ...run.outcomes.map((outcome) => `  ${checkLine(outcome)}`),
    ...topicLines(run, folder).map((text) => `  ~ ${text}`),
    ...replyLines(run, folder).map((text) => `  ~ ${text}`),
  ];
}

/** Returns one line per world: how many checks of each level pass. */
export function summary(runs: readonly WorldRun[]): string[] {
  const lines = runs.map(({ name, engine, outcomes }) => {
    const count = (level: string): string => {
      const of = outcomes.filter(({ check }) => check.level === level);
      return of.length === 0 ? "" : `${of.filter(({ ok }) => ok).length}/${of.length}`;
    };
    const failed = looseFailures(outcomes).length > 0;
    return row(name, engine, count("loose"), count("strict"), failed ? "FAILED" : "ok");
  });
  const all = runs.flatMap(({ outcomes }) => outcomes);
  const total = (level: string): string => {
    const of = all.filter(({ check }) => check.level === level);
    return `${of.filter(({ ok }) => ok).length}/${of.length}`;
  };
  return [row("world", "engine", "loose", "strict", ""), ...lines, row("all", "", total("loose"), total("strict"), "")];
}

export function looseFailures(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ check, ok }) => check.level === "loose" && !ok);
}

function checkLine({ check, ok, worst, note }: Outcome): string {
  const size = Number.isNaN(worst) ? "–" : worst.toPrecision(3);
  return `${ok ? "ok  " : "FAIL"} ${check.level.padEnd(6)} ${size.padStart(9)}  ${describeCheck(check)}${note && `  [${note}]`}`;
}

function topicLines({ topics }: WorldRun, folder: string): string[] {
  if (!existsSync(join(folder, "topics.json"))) return [];
  const recorded = readJson(folder, "topics.json") as Record<string, TopicRecord>;
  return Object.entries(recorded).flatMap(([topic, theirs]) => {
    const ours = topics[topic];
    return differences(theirs, ours).map((text) => `${topic}${text}`);
  });
}

function replyLines({ replies }: WorldRun, folder: string): string[] {
  if (!existsSync(join(folder, "replies.json"))) return [];
  return differences(readJson(folder, "replies.json"), replies).map((text) => `reply${text}`);
}

function row(...cells: readonly string[]): string {
  const [first = "", ...others] = cells;
  return `${first.padEnd(26)}${others.map((cell) => cell.padStart(9)).join("")}`.trimEnd();
}
