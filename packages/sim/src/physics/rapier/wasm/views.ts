/** Views of a wasm memory that are recreated only after the memory has moved, which happens when it grows. */
export class MemoryViews {
  readonly #memory: WebAssembly.Memory;
  #buffer: ArrayBuffer;
  words: Uint32Array;
  floats: Float32Array;

  constructor(memory: WebAssembly.Memory) {
    this.#memory = memory;
    this.#buffer = memory.buffer;
    this.words = new Uint32Array(this.#buffer);
    this.floats = new Float32Array(this.#buffer);
  }

  get byteLength(): number {
    return this.#memory.buffer.byteLength;
  }

  /**
   * Updates the views to the current memory. Must be called before a batch of reads or writes: any call into Rapier may
   * move memory.
   */
  renew(): void {
    if (this.#memory.buffer === this.#buffer) return;
    this.#buffer = this.#memory.buffer;
    this.words = new Uint32Array(this.#buffer);
    this.floats = new Float32Array(this.#buffer);
  }

  /** Returns a view of some bytes, valid until the next call into Rapier. */
  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, length);
  }
}

/** Returns the address of the struct behind one of the package's objects. */
export function addressOf(wrapper: object): number {
  return (wrapper as { readonly __wbg_ptr: number }).__wbg_ptr;
}
