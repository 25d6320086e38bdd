import { type Resources } from "@orrery/sim";
import {
  Emitter,
  formatProblem,
  inFileOrder,
  INSERTED,
  parseSdf,
  sdfOf,
  textOf,
  type Scene,
  type SceneSource,
} from "@orrery/sim/host";
import { logError } from "../../base/log-error.ts";

/** What a page knows of something to be inserted into a world. */
export type KnownScene =
  | { readonly kind: "loading" }
  | { readonly kind: "loaded"; readonly scene: Scene }
  | { readonly kind: "failed"; readonly reason: string };

/**
 * The models and lights that pending commands create, parsed in the page as the server parses them. Each is read once;
 * the oldest are forgotten.
 */
export class SceneLibrary {
  /** Emits when something has been loaded or has failed. */
  readonly arrivals = new Emitter<void>(logError);
  readonly #resources: Resources;
  readonly #known = new Map<string, KnownScene>();
  readonly #loading = new Map<string, Promise<void>>();

  constructor(resources: Resources) {
    this.#resources = resources;
  }

  /** Returns what is known at once; starts to load what is unknown. */
  look(source: SceneSource): KnownScene {
    if ("scene" in source) return { kind: "loaded", scene: source.scene };
    const key = JSON.stringify(source);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST) this.#known.delete(this.#known.keys().next().value!);
    const loading: KnownScene = { kind: "loading" };
    this.#known.set(key, loading);
    this.#loading.set(key, this.#load(key, sdfOf(source)));
    return loading;
  }

  /** Resolves when all of them are loaded or have failed, or when that takes too long. */
  async settled(sources: readonly SceneSource[]): Promise<void> {
    for (const source of sources) this.look(source);
    const waiting = sources.flatMap((source) => this.#loading.get(JSON.stringify(source)) ?? []);
    if (waiting.length === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)));
    await Promise.race([Promise.all(waiting), patience]);
    clearTimeout(timer);
  }

  async #load(key: string, text: string): Promise<void> {
    this.#known.set(key, await this.#read(text));
    this.#loading.delete(key);
    this.arrivals.emit();
  }

  async #read(text: string): Promise<KnownScene> {
    try {
      // Without a folder, because names in it are relative to the world's folder.
      const { scene, problems } = await parseSdf(text, INSERTED, this.#resources);
      const errors = problems.filter(({ severity }) => severity === "error");
      if (errors.length === 0) return { kind: "loaded", scene };
      return { kind: "failed", reason: inFileOrder(errors).map(formatProblem).join("\n") };
    } catch (error) {
      return { kind: "failed", reason: textOf(error) };
    }
  }
}

const MOST = 64;
/** After this time, a command is announced without a preview. */
const PATIENCE_MS = 4000;
