import * as rapier from "@dimforge/rapier3d-simd-compat";
import { watchSlices } from "./snapshot.ts";

/** Version of the package. Every saved state names it, because other versions cannot read the bytes. */
export const RAPIER_VERSION = "0.20.0";

/**
 * The one wasm module of this thread. After a trap its objects stay borrowed and its memory stays full, so the whole module is
 * replaced as soon as no engine uses it any more.
 */
export interface RapierModule {
  readonly memory: WebAssembly.Memory;
  /** Registers an engine that has objects in it. Returns what to call when it has none any more. */
  use(): () => void;
  /** Marks it as trapped. */
  spoil(): void;
}

let loading: Promise<RapierModule> | undefined;

/** Initialises Rapier once per thread. */
export function loadRapier(): Promise<RapierModule> {
  loading ??= initialise();
  return loading;
}

/** Returns whether wasm code stopped half-way. Nothing that it was working on can be used any more. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError;
}

type Exports = Record<string, unknown>;

class Loaded implements RapierModule {
  /** The functions that the package calls: those of the current instance. */
  readonly facade: Exports = {};
  memory: WebAssembly.Memory;
  readonly #renew: () => Exports;
  #users = 0;
  #isSpoilt = false;

  constructor(exports: Exports, renew: () => Exports) {
    this.#renew = renew;
    this.memory = this.#take(exports);
  }

  use(): () => void {
    this.#users++;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#users--;
      if (this.#isSpoilt && this.#users === 0) this.#replace();
    };
  }

  spoil(): void {
    this.#isSpoilt = true;
  }

  #replace(): void {
    const old = this.memory;
    this.#isSpoilt = false;
    this.memory = this.#take(this.#renew());
    // Objects of the old instance are garbage-collected later, and would free what another object now owns.
    for (const [name, free] of Object.entries(this.facade)) {
      if (!/^__wbg_\w+_free$/.test(name)) continue;
      this.facade[name] = (at: number, isCollected: number): void => {
        if (isCollected === 0) (free as (at: number, isCollected: number) => void)(at, isCollected);
      };
    }
    // Detaches the views that the package keeps: it takes them for current until their memory grows.
    old.grow(0);
  }

  /** Returns the memory of the instance whose functions the package calls from now on. */
  #take(exports: Exports): WebAssembly.Memory {
    Object.assign(this.facade, exports);
    return exports["memory"] as WebAssembly.Memory;
  }
}

// The package keeps its module private; the only way to it is to watch the module being instantiated.
async function initialise(): Promise<RapierModule> {
  const host: { instantiate: typeof WebAssembly.instantiate } = WebAssembly;
  const instantiate = host.instantiate;
  let loaded: Loaded | undefined;
  host.instantiate = async (source, imports) => {
    if (imports !== undefined) watchSlices(imports, () => loaded?.memory);
    const result = await instantiate.call(WebAssembly, source, imports);
    // Another module may be instantiated at the same time, and for a compiled one the result is the instance itself.
    const { instance, module } = result as Partial<typeof result>;
    if (instance === undefined || module === undefined || !("rawrigidbodyset_new" in instance.exports)) return result;
    loaded = new Loaded(instance.exports, () => new WebAssembly.Instance(module, imports).exports);
    return { module, instance: { exports: loaded.facade } };
  };
  try {
    await rapier.init();
  } finally {
    host.instantiate = instantiate;
  }
  if (rapier.version() !== RAPIER_VERSION) {
    throw new Error(`Rapier is ${rapier.version()}, but states and memory layout are those of ${RAPIER_VERSION}`);
  }
  if (loaded === undefined)
    throw new Error("this host hides the memory of Rapier's wasm module: worlds cannot run here");
  return loaded;
}
