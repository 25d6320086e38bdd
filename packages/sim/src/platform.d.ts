// Everything that the simulator may use of its host, beyond ECMAScript: the parts that Node threads, browser workers
// and pages share.

declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  interface Instance {
    readonly exports: Record<string, unknown>;
  }
  const Instance: new (module: Module, imports?: object) => Instance;
  /** The error thrown by a trap. */
  class RuntimeError extends Error {}
  interface Module {
    readonly [Symbol.toStringTag]: string;
  }
  function instantiate(
    source: ArrayBuffer | ArrayBufferView | Module,
    imports?: object,
  ): Promise<{ instance: Instance; module: Module }>;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(bytes?: ArrayBufferView | ArrayBuffer): string;
}

declare const console: {
  log(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
};

declare function setTimeout(callback: () => void, delayMs: number): unknown;
declare function clearTimeout(timer: unknown): void;
