import type { orrery } from "@orrery/msgs";

/** In characters. All descriptions are sent to everybody with every change of the history. */
const LONGEST_DESCRIPTION = 200;
const LONGEST_NAME = 100;

/** Returns the command with texts short enough to be stored and listed. The history refuses ids that are too long. */
export function withShortTexts(command: orrery.Command): orrery.Command {
  const { description = "", author_name: authorName = "" } = command;
  return { ...command, description: shortDescription(description), author_name: cut(authorName, LONGEST_NAME) };
}

/** Shortens a description that a client wrote or that was made from long names. */
export function shortDescription(text: string): string {
  return cut(text, LONGEST_DESCRIPTION);
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  // Does not split a surrogate pair.
  const end = text.charCodeAt(most - 2) >> 10 === 0x36 ? most - 2 : most - 1;
  return `${text.slice(0, end)}…`;
}
