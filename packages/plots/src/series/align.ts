/** What is needed of a run to align it with another one. */
export interface AlignedRun {
  /** Simulated seconds of its first sample. */
  readonly start: number;
  /** In their order. */
  readonly commands: readonly RunCommand[];
}

export interface RunCommand {
  readonly id: string;
  /** "Move box_1". */
  readonly description: string;
  /** Simulated seconds. */
  readonly time: number;
}

/** How the times of two runs belong together. */
export type Alignment =
  /** By simulated time, as it is. */
  | { readonly by: "time" }
  /** Both begin together. */
  | { readonly by: "start" }
  /** Both got this command at the same time. `id`: in the first run. */
  | { readonly by: "command"; readonly id: string }
  /** The second one is moved by this. */
  | { readonly by: "offset"; readonly seconds: number };

/**
 * Returns the seconds to add to the times of a second run, so that it lies on the first; `undefined` when they have no
 * such command in common.
 */
export function offsetBetween(first: AlignedRun, second: AlignedRun, alignment: Alignment): number | undefined {
  if (alignment.by === "offset") return alignment.seconds;
  if (alignment.by === "command") return commandOffset(first.commands, second.commands, alignment.id);
  return alignment.by === "start" ? first.start - second.start : 0;
}

/** Branches of one history have commands in common; in other runs, the same one is that which does the same. */
function commandOffset(first: readonly RunCommand[], second: readonly RunCommand[], id: string): number | undefined {
  const command = first.find((each) => each.id === id);
  if (command === undefined) return undefined;
  const alike = ({ description }: RunCommand): boolean => description === command.description;
  const same = second.find((each) => each.id === id && alike(each));
  const other = same ?? second.filter(alike)[first.filter(alike).indexOf(command)];
  return other === undefined ? undefined : command.time - other.time;
}
