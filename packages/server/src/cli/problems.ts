import { formatProblem, inFileOrder, type Problem } from "@orrery/sim/front";
import { note, style } from "./terminal.ts";

/** Prints problems, one per line, as compilers do: file by file, in the order of lines. */
export function noteProblems(problems: readonly Problem[]): void {
  for (const problem of inFileOrder(problems))
    note((problem.severity === "error" ? style.red : style.yellow)(formatProblem(problem)));
}

export type ProblemCounts = Readonly<Record<Problem["severity"], number>>;

export const noProblems: ProblemCounts = { error: 0, warning: 0 };

/** Adds problems to the counts. */
export function countProblems(problems: readonly Problem[], before = noProblems): ProblemCounts {
  const counts = { ...before };
  for (const { severity } of problems) counts[severity]++;
  return counts;
}

/** Formats counts: `1 error, 2 warnings`; empty when there are no problems. */
export function formatCounts(counts: ProblemCounts): string {
  return (["error", "warning"] as const)
    .filter((severity) => counts[severity] > 0)
    .map((severity) => `${counts[severity]} ${severity}${counts[severity] === 1 ? "" : "s"}`)
    .join(", ");
}
