import { Emitter } from "@orrery/sim/host";
import { logError } from "../../base/log-error.ts";
import type { WorldApp } from "../app.ts";

/** A part of what somebody sees that a link can bring to others: the plots, the camera, the moment. */
export interface SharedPart {
  /** Returns the part as JSON; `undefined` if there is nothing to share. */
  read(): unknown;
  /** Shows what a link has brought. Throws with the reason if that is not such a part: anybody can write a link. */
  show(value: unknown): void | Promise<void>;
}

/** What a person sees of a world, in parts by name. */
export type ViewContent = Readonly<Record<string, unknown>>;

/** What links show of one world. Plugins add parts; a part that is added late still gets what a link has brought. */
export class SharedView {
  /** Fires with the name and the error of a part that could not be shown. */
  readonly failures = new Emitter<{ readonly part: string; readonly error: unknown }>(logError);
  readonly #parts = new Map<string, SharedPart>();
  readonly #brought = new Map<string, unknown>();

  add(name: string, part: SharedPart): Disposable {
    this.#parts.set(name, part);
    if (this.#brought.has(name)) {
      const value = this.#brought.get(name);
      this.#brought.delete(name);
      void this.#show(name, part, value);
    }
    return { [Symbol.dispose]: () => void this.#parts.delete(name) };
  }

  read(): ViewContent {
    const all = [...this.#parts].map(([name, part]) => [name, part.read()] as const);
    return Object.fromEntries(all.filter(([, value]) => value !== undefined));
  }

  /** Shows all parts. Those of plugins that are not loaded yet wait for them. */
  async show(content: ViewContent): Promise<void> {
    for (const [name, value] of Object.entries(content)) {
      const part = this.#parts.get(name);
      if (part === undefined) this.#brought.set(name, value);
      else await this.#show(name, part, value);
    }
  }

  async #show(name: string, part: SharedPart, value: unknown): Promise<void> {
    try {
      await part.show(value);
    } catch (error) {
      this.failures.emit({ part: name, error });
    }
  }
}

export function sharedViewOf({ view }: Pick<WorldApp, "view">): SharedView {
  return view.services.of(SharedView, () => new SharedView());
}
