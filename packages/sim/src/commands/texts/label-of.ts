import type { gz } from "@orrery/msgs";
import type { CommandLabel } from "../../history/command-label.ts";

/** The session that sent a request. */
export interface Asking {
  readonly caller?: string;
  readonly callerName?: string;
}

/** Returns the label of a command for lists: from the request's header if it has one. */
export function labelOf(header: gz.Header | undefined, caller: Asking, description: string): CommandLabel {
  const headerText = (key: string): string => header?.data?.find((entry) => entry.key === key)?.value?.[0] ?? "";
  return {
    id: headerText("command_id"),
    description: headerText("description") || description,
    ...authorOf(caller, headerText("author_name")),
  };
}

/** Returns the author to list. The name in the request (`said`) counts only if no gateway knows the session's name. */
export function authorOf(
  { caller = "", callerName = "" }: Asking,
  said: string,
): { readonly author: string; readonly authorName: string } {
  return { author: caller, authorName: callerName || said };
}
