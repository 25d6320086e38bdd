import type { orrery } from "@orrery/msgs";
import type { NoticeWords } from "../../ui/notices.ts";

/**
 * Returns what to tell a user about the outcome of their pending command; undefined when it went as expected or was
 * another person's.
 */
export function outcomeNotice(
  { description = "", author = "", kind = "APPLIED", reason = "", by = "" }: orrery.PendingOutcome,
  ownId: string,
  nameOf: (id: string) => string,
): NoticeWords | undefined {
  if (author !== ownId) return undefined;
  const because = reason === "" ? "" : `: ${reason}`;
  switch (kind) {
    case "OVERRIDDEN":
      return {
        kind: "warning",
        text: `“${description}” was overridden${because || byWhom(by, ownId, nameOf)}`,
        stays: true,
      };
    case "DROPPED":
      return { kind: "warning", text: `“${description}” was not applied${because}`, stays: true };
    case "WITHDRAWN":
      return by === ownId
        ? undefined
        : { kind: "info", text: `${nameOf(by)} withdrew your “${description}”${because}` };
    default:
      return undefined;
  }
}

/** Words the notice about commands that left the list while the connection was lost. */
export function missedNotice(commands: readonly orrery.Command[]): NoticeWords {
  const names = commands.map(({ description = "" }) => `“${description}”`);
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return {
    kind: "warning",
    text: `While the connection was lost, ${shown.join(", ")} left the queue`,
    details: "Either the world resumed and applied it, somebody withdrew it, or the server was restarted.",
    stays: true,
  };
}

/** Words the count in the bar at the top. */
export function waitingText(count: number): string {
  return `${count} ${count === 1 ? "edit waits" : "edits wait"} for play`;
}

function byWhom(by: string, ownId: string, nameOf: (id: string) => string): string {
  return by === "" || by === ownId ? "" : ` by ${nameOf(by)}`;
}
