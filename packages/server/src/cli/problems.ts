import { formatProblem, type Problem } from "@orrery/sim";
import { note, style } from "./terminal.ts";

/** What is wrong in a file, a line each, as compilers write it. */
export function noteProblems(problems: readonly Problem[]): void {
  for (const problem of problems)
    note((problem.severity === "error" ? style.red : style.yellow)(formatProblem(problem)));
}

/** `1 error, 2 warnings`; empty when there is nothing wrong. */
export function countProblems(problems: readonly Problem[]): string {
  return (["error", "warning"] as const)
    .map((severity) => ({ severity, count: problems.filter((problem) => problem.severity === severity).length }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}${count === 1 ? "" : "s"}`)
    .join(", ");
}
