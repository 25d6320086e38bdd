import { textOf } from "@orrery/sim/host";
import type { orrery } from "@orrery/msgs";
import { Value } from "../../client/value.ts";
import type { WorldView } from "../../client/world-view.ts";
import type { PaletteEntry } from "./palette-entry.ts";

/** The models in the server's folders that are known so far. */
export type KnownModels =
  | { readonly kind: "asking" }
  | { readonly kind: "known"; readonly entries: readonly PaletteEntry[] }
  | { readonly kind: "failed"; readonly reason: string };

/**
 * The models of the server that the page is connected to: requested at every connection, and when the user refreshes.
 */
export class ModelEntries implements Disposable {
  readonly known = new Value<KnownModels>({ kind: "asking" });
  readonly #view: WorldView;
  readonly #listening: Disposable;

  constructor(view: WorldView) {
    this.#view = view;
    this.#listening = view.client.changes.on(() => void this.ask());
    void this.ask();
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
  }

  async ask(): Promise<void> {
    const { current: client } = this.#view.client;
    if (client === undefined) return;
    try {
      const models = await client.models();
      if (client !== this.#view.client.current) return;
      const entries = models.map((model) => modelEntry(model, (uri) => this.#view.assetUrl(uri, "")));
      this.known.set({ kind: "known", entries });
    } catch (error) {
      const reason = textOf(error);
      if (client === this.#view.client.current) this.known.set({ kind: "failed", reason });
    }
  }
}

export function modelEntry(
  { name = "", uri = "", description = "", thumbnail = "" }: orrery.ModelInfo,
  urlOf: (uri: string) => string,
): PaletteEntry {
  const last = uri.split("/").findLast((part) => part !== "") ?? "model";
  return {
    id: `model.${uri}`,
    section: "models",
    title: name === "" ? last : name,
    summary: description,
    thumbnail: thumbnail === "" ? "" : urlOf(thumbnail),
    liftMetres: 0,
    // Named after its folder: by convention, names in a world contain no spaces.
    things: [{ kind: "model", name: last, uri }],
  };
}
