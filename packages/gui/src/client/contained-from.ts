import { assertNever } from "@orrery/sim/host";

/** Which states contain a command. */
export type ContainedFrom =
  /** The world has applied the command: its answer has the run's count of inputs. */
  | { readonly kind: "inputs"; readonly inputs: number }
  /** The command has left the list of pending commands: the revision of the list without it. */
  | { readonly kind: "revision"; readonly revision: number };

/** Numbers of a state that say what it contains. */
export interface StateMark {
  /** Number of the run's inputs that it contains. */
  readonly inputs: number;
  /** Revision of the list of pending commands. */
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
