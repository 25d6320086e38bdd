import { assertNever } from "@orrery/sim/host";

/** From which state on a command is in the world itself. */
export type ContainedFrom =
  /** A command that a world has done: its answer has the run's count of inputs. */
  | { readonly kind: "inputs"; readonly inputs: number }
  /** A command that has left the list of those that wait: the revision of the list without it. */
  | { readonly kind: "revision"; readonly revision: number };

/** Numbers of a state that tell what is in it. */
export interface StateMark {
  /** How many inputs of the run it contains. */
  readonly inputs: number;
  /** Revision of the list of commands that wait. */
  readonly pending: number;
}

export function isContained(from: ContainedFrom, state: StateMark): boolean {
  switch (from.kind) {
    case "inputs":
      return state.inputs >= from.inputs;
    case "revision":
      return state.pending >= from.revision;
    default:
      return assertNever(from);
  }
}
