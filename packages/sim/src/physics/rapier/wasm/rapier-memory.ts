import type { World } from "@dimforge/rapier3d-simd-compat";
import { BodyReader } from "./body-reader.ts";
import { FilterModes } from "./filter-modes.ts";
import { ContactImpulses } from "./impulses.ts";
import { checkMemory } from "./memory-check.ts";
import { RayCaster, type RayCalls } from "./ray-caster.ts";
import { HiddenSettings } from "./settings.ts";
import { Snapshots } from "./snapshots.ts";
import { MemoryViews } from "./views.ts";

/**
 * Rapier's memory, and everything that Orrery does with it beyond the package's functions. Nothing else has a reference
 * to it. If its layout differs from `layout.ts`, it is not opened, and Rapier does not start.
 */
export class RapierMemory {
  readonly settings: HiddenSettings;
  readonly filters: FilterModes;
  readonly impulses: ContactImpulses;
  readonly snapshots: Snapshots;
  readonly rays: RayCaster;
  readonly #calls: RayCalls;
  readonly #views: MemoryViews;

  private constructor(memory: WebAssembly.Memory, calls: RayCalls) {
    this.#calls = calls;
    this.#views = new MemoryViews(memory);
    this.settings = new HiddenSettings(this.#views);
    this.filters = new FilterModes(this.#views);
    this.impulses = new ContactImpulses(this.#views);
    this.snapshots = new Snapshots(this.#views);
    this.rays = new RayCaster(this.#views, calls);
  }

  /**
   * Opens the memory that the package uses now, together with the instance's functions. Throws an `UnknownLayout` if it
   * does not contain what it should.
   */
  static open(memory: WebAssembly.Memory, calls: RayCalls): RapierMemory {
    const opened = new RapierMemory(memory, calls);
    checkMemory(opened);
    return opened;
  }

  /** Opens the memory of a further instance of the same wasm module, whose layout cannot differ. */
  reopen(memory: WebAssembly.Memory): RapierMemory {
    return new RapierMemory(memory, this.#calls);
  }

  get byteLength(): number {
    return this.#views.byteLength;
  }

  bodiesOf(world: World): BodyReader {
    return new BodyReader(world, this.#views);
  }
}
