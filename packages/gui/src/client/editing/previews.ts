import type { orrery } from "@orrery/msgs";
import type { Mirror, MirrorOverlay } from "../mirror.ts";
import { Preview } from "./preview.ts";
import type { SceneLibrary } from "./scene-library.ts";

/** A command on its way to its world. */
export interface SentCommand {
  /**
   * Records that the world has applied it. `inputs` is the count in the answer; without one, the preview ends at once.
   */
  done(inputs: number | undefined): void;
  /** Records that the world has not applied it, or that this is unknown. */
  drop(): void;
}

/**
 * Everything that this page shows before its world has it: commands under way to a running world, then those pending in
 * a paused one. Each is shown over the server's states until one contains it, never for a fixed time or number of
 * states.
 */
export class Previews implements Disposable {
  readonly #mirror: Mirror;
  readonly #library: SceneLibrary;
  readonly #parts = new DisposableStack();
  #sent: readonly Preview[] = [];
  #waiting: MirrorOverlay = { commands: [], revision: 0 };

  constructor(mirror: Mirror, library: SceneLibrary) {
    this.#mirror = mirror;
    this.#library = library;
    this.#parts.use(mirror.changes.on(() => this.#forget()));
    // A new run contains none of these commands, whatever its count.
    this.#parts.use(mirror.restarts.on(() => this.#set([])));
  }

  [Symbol.dispose](): void {
    this.#parts[Symbol.dispose]();
  }

  /** Shows a command while it is under way, and until the world shows it. */
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
      // A count that had been reached before the command was sent belongs to a new run, whose states have not arrived
      // yet.
      preview.leave({ kind: "inputs", inputs: inputs > seen ? inputs : Infinity });
      this.#show({});
    };
    return { done, drop };
  }

  /** Replaces the commands to show as pending. */
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

/**
 * Returns whether to show a command before its answer. Creations, removals and pushes are shown once the world has
 * applied them: the world assigns the ids, and a removed thing is deselected.
 */
function isShownAtOnce({ edits = [] }: orrery.Command): boolean {
  return edits.every(({ create, remove, push }) => (create ?? remove ?? push) === undefined);
}

/** Returns whether applying it twice would differ from applying it once. */
function isRelative({ edits = [] }: orrery.Command): boolean {
  return edits.some(({ scale }) => scale !== undefined);
}

const NOT_SHOWN: SentCommand = { done: () => {}, drop: () => {} };
