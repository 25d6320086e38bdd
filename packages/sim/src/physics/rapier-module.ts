import * as rapier from "@dimforge/rapier3d-simd-compat";
import { watchSlices } from "./rapier-snapshot.ts";

/** Of the package; part of every saved state, because another version reads other bytes. */
export const RAPIER_VERSION = "0.20.0";

/**
 * The one wasm module of this thread. After a trap its objects stay borrowed and its memory full for ever, so it is replaced by a new
 * one as a whole, as soon as no engine is left that has anything in it.
 */
export interface RapierModule {
  /** Undefined where a host hides it. */
  readonly memory: WebAssembly.Memory | undefined;
  /** Says that an engine has something in it now; what is returned says that it has no more. */
  use(): () => void;
  /** Says that it has trapped. */
  spoil(): void;
}

let loading: Promise<RapierModule> | undefined;

/** Initialises Rapier once per thread. */
export function loadRapier(): Promise<RapierModule> {
  loading ??= initialise();
  return loading;
}

/** Whether wasm code has ended in the middle: nothing that it was at can be used any more. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError;
}

type Exports = Record<string, unknown>;

class Loaded implements RapierModule {
  /** What the package calls: the functions of whichever instance there is. */
  readonly facade: Exports = {};
  memory: WebAssembly.Memory | undefined;
  readonly #renew: () => Exports;
  #users = 0;
  #isSpoilt = false;

  constructor(exports: Exports, renew: () => Exports) {
    this.#renew = renew;
    this.#take(exports);
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
    this.#take(this.#renew());
    // Objects of the old instance that are collected later would free what is now somebody else's.
    for (const [name, free] of Object.entries(this.facade)) {
      if (!/^__wbg_\w+_free$/.test(name)) continue;
      this.facade[name] = (at: number, isCollected: number): void => {
        if (isCollected === 0) (free as (at: number, isCollected: number) => void)(at, isCollected);
      };
    }
    // Lets go of the views that the package keeps: they count as current until their memory grows.
    old?.grow(0);
  }

  #take(exports: Exports): void {
    Object.assign(this.facade, exports);
    this.memory = exports["memory"] as WebAssembly.Memory;
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
  return loaded ?? hidden;
}

/** Where a host hides the module it cannot be replaced. */
const hidden: RapierModule = { memory: undefined, use: () => () => {}, spoil: () => {} };
