import type { gz } from "@orrery/msgs";
import type { CommandLabel } from "../history/command-label.ts";

/** How a request that is a command is listed: by what its header says, where it says so. */
export function labelOf(header: gz.Header | undefined, caller: string, description: string): CommandLabel {
  const told = (key: string): string => header?.data?.find((entry) => entry.key === key)?.value?.[0] ?? "";
  return {
    id: told("command_id"),
    description: told("description") || description,
    author: caller,
    authorName: told("author_name"),
  };
}
