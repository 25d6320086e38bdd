import * as rapier from "@dimforge/rapier3d-simd-compat";
import { RAPIER_VERSION } from "./layout.ts";
import { RapierMemory } from "./rapier-memory.ts";
import type { RayCalls } from "./ray-caster.ts";
import { watchSlices } from "./snapshots.ts";

/**
 * The only wasm module of this thread. After a trap its objects stay borrowed and its memory stays full, so the whole
 * module is replaced as soon as no engine uses it any more.
 */
export interface RapierModule {
  readonly memory: RapierMemory;
  /** Registers an engine that has objects in it. Returns a function to call when the engine no longer has any. */
  use(): () => void;
  /** Marks the module as trapped. */
  spoil(): void;
}

let loading: Promise<RapierModule> | undefined;

/** Initialises Rapier once per thread. Throws if its memory is not laid out as Orrery needs it. */
export function loadRapier(): Promise<RapierModule> {
  loading ??= initialise();
  return loading;
}

/** Returns whether wasm code stopped midway. Nothing that it was working on can be used any more. */
export function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError;
}

type Exports = Record<string, unknown>;

/** The instance of the wasm module that the package calls. */
class Instance {
  /** The functions that the package calls; they forward to the current instance. */
  readonly facade: Exports = {};
  /** Takes over bytes that the module returns: see `Snapshots.divert`. */
  divert = (_at: number, _length: number): boolean => false;
  readonly #renew: () => Exports;

  constructor(exports: Exports, renew: () => Exports) {
    this.#renew = renew;
    Object.assign(this.facade, exports);
  }

  get memory(): WebAssembly.Memory {
    return this.facade["memory"] as WebAssembly.Memory;
  }

  /** Makes the package call a new instance. */
  replace(): void {
    const old = this.memory;
    Object.assign(this.facade, this.#renew());
    // Objects of the old instance are garbage-collected later, and would free memory that now belongs to other objects.
    for (const [name, free] of Object.entries(this.facade)) {
      if (!/^__wbg_\w+_free$/.test(name)) continue;
      this.facade[name] = (at: number, isCollected: number): void => {
        if (isCollected === 0) (free as (at: number, isCollected: number) => void)(at, isCollected);
      };
    }
    // Detaches the views that the package has cached: it uses them until their memory grows.
    old.grow(0);
  }
}

class Loaded implements RapierModule {
  memory: RapierMemory;
  readonly #instance: Instance;
  #users = 0;
  #isSpoilt = false;

  constructor(instance: Instance) {
    this.#instance = instance;
    this.memory = RapierMemory.open(instance.memory, instance.facade as RayCalls);
    instance.divert = (at, length) => this.memory.snapshots.divert(at, length);
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
    this.#isSpoilt = false;
    this.#instance.replace();
    this.memory = this.memory.reopen(this.#instance.memory);
  }
}

// The package does not export its module; the only way to get it is to intercept its instantiation.
async function initialise(): Promise<RapierModule> {
  const host: { instantiate: typeof WebAssembly.instantiate } = WebAssembly;
  const instantiate = host.instantiate;
  let found: Instance | undefined;
  host.instantiate = async (source, imports) => {
    if (imports !== undefined) watchSlices(imports, (at, length) => found?.divert(at, length) ?? false);
    const result = await instantiate.call(WebAssembly, source, imports);
    // Other modules may be instantiated at the same time, and for a compiled module the result is the instance itself.
    const { instance, module } = result as Partial<typeof result>;
    if (instance === undefined || module === undefined || !("rawrigidbodyset_new" in instance.exports)) return result;
    found = new Instance(instance.exports, () => new WebAssembly.Instance(module, imports).exports);
    return { module, instance: { exports: found.facade } };
  };
  try {
    await rapier.init();
  } finally {
    host.instantiate = instantiate;
  }
  if (rapier.version() !== RAPIER_VERSION) {
    throw new Error(`Rapier is ${rapier.version()}, but states and memory layout are those of ${RAPIER_VERSION}`);
  }
  if (found === undefined)
    throw new Error("this host hides the memory of Rapier's wasm module: worlds cannot run here");
  return new Loaded(found);
}
