import type { orrery } from "@orrery/msgs";
import type { Mirror, MirrorOverlay } from "./mirror.ts";
import { Preview } from "./preview.ts";
import type { SceneLibrary } from "./scene-library.ts";

/** A command on its way to its world. */
export interface SentCommand {
  /** The world has done it. `inputs`: the count in its answer; what has none is not waited for. */
  done(inputs: number | undefined): void;
  /** The world has not done it, or nobody can tell. */
  drop(): void;
}

/**
 * Everything that this page shows before its world has it: what was sent to a running one, then what waits in a paused one. Each
 * command is shown over the server's states until the first that has it in it, and never for a time or a number of states.
 */
export class Previews implements Disposable {
  readonly #mirror: Mirror;
  readonly #library: SceneLibrary;
  readonly #listening: readonly Disposable[];
  #sent: readonly Preview[] = [];
  #waiting: MirrorOverlay = { commands: [], revision: 0 };

  constructor(mirror: Mirror, library: SceneLibrary) {
    this.#mirror = mirror;
    this.#library = library;
    this.#listening = [
      mirror.changes.on(() => this.#forget()),
      // Another run has none of them, whatever it counts.
      mirror.restarts.on(() => this.#set([])),
    ];
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
  }

  /** Shows a command while it is sent, and until the world shows it. */
  send(command: orrery.Command): SentCommand {
    if (!isShownAtOnce(command)) return NOT_SHOWN;
    const seen = this.#mirror.inputs;
    const preview = new Preview(command, this.#library, "making", { isAwaited: isRelative(command) });
    this.#set([...this.#sent, preview]);
    const drop = (): void => {
      if (this.#sent.includes(preview)) this.#set(this.#sent.filter((other) => other !== preview));
    };
    const done = (inputs: number | undefined): void => {
      if (inputs === undefined) return drop();
      // A count that had been reached before it was sent is another run's, whose states are still to come.
      preview.leave({ kind: "inputs", inputs: inputs > seen ? inputs : Infinity });
      this.#show({});
    };
    return { done, drop };
  }

  /** Shows these, instead of those before, as what waits until the world goes on. */
  wait(waiting: MirrorOverlay): void {
    this.#waiting = waiting;
    this.#show({ anew: waiting.anew });
  }

  #set(sent: readonly Preview[]): void {
    this.#sent = sent;
    this.#show({});
  }

  #forget(): void {
    if (this.#sent.length > 0) this.#sent = this.#sent.filter((preview) => !this.#mirror.contains(preview));
  }

  #show({ anew = false }: { readonly anew?: boolean | undefined }): void {
    const { commands, revision } = this.#waiting;
    this.#mirror.overlay({ commands: [...this.#sent, ...commands], revision, anew });
    this.#forget();
  }
}

/** What is made, removed or pushed is shown when the world has done so: it gives ids, and what is gone is not chosen any more. */
function isShownAtOnce({ edits = [] }: orrery.Command): boolean {
  return edits.every(({ create, remove, push }) => (create ?? remove ?? push) === undefined);
}

/** Whether it makes a difference if it is done twice. */
function isRelative({ edits = [] }: orrery.Command): boolean {
  return edits.some(({ scale }) => scale !== undefined);
}

const NOT_SHOWN: SentCommand = { done: () => {}, drop: () => {} };
