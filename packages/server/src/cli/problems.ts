import { formatProblem, inFileOrder, type Problem } from "@orrery/sim/front";
import { note, style } from "./terminal.ts";

/** Prints what is wrong, a line each, as compilers write it: file by file, and in the order of its lines. */
export function noteProblems(problems: readonly Problem[]): void {
  for (const problem of inFileOrder(problems))
    note((problem.severity === "error" ? style.red : style.yellow)(formatProblem(problem)));
}

export type ProblemCounts = Readonly<Record<Problem["severity"], number>>;

export const noProblems: ProblemCounts = { error: 0, warning: 0 };

/** Returns how many there are, with those that were counted before. */
export function countProblems(problems: readonly Problem[], before = noProblems): ProblemCounts {
  const counts = { ...before };
  for (const { severity } of problems) counts[severity]++;
  return counts;
}

/** `1 error, 2 warnings`; empty when there is nothing wrong. */
export function formatCounts(counts: ProblemCounts): string {
  return (["error", "warning"] as const)
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severity}${counts[severity] === 1 ? "" : "s"}`)
    .join(", ");
}
