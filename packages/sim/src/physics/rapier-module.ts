import * as rapier from "@dimforge/rapier3d-simd-compat";
import { watchSlices } from "./rapier-snapshot.ts";

/** Of the package; part of every saved state, because another version reads other bytes. */
export const RAPIER_VERSION = "0.20.0";

let loading: Promise<WebAssembly.Memory | undefined> | undefined;

/** Initialises Rapier once per process and gives its memory, or undefined where a host hides it. */
export function loadRapier(): Promise<WebAssembly.Memory | undefined> {
  loading ??= initialise();
  return loading;
}

// The package keeps its memory private; the only way to it is to watch the module being instantiated.
async function initialise(): Promise<WebAssembly.Memory | undefined> {
  const host: { instantiate: typeof WebAssembly.instantiate } = WebAssembly;
  const instantiate = host.instantiate;
  let memory: WebAssembly.Memory | undefined;
  host.instantiate = async (source, imports) => {
    if (imports !== undefined) watchSlices(imports, () => memory);
    const result = await instantiate.call(WebAssembly, source, imports);
    // Another module may be instantiated at the same time, and for a compiled one the result is the instance itself.
    const exports = (result.instance ?? (result as unknown as WebAssembly.Instance)).exports;
    if ("rawrigidbodyset_new" in exports) memory = exports["memory"] as WebAssembly.Memory;
    return result;
  };
  try {
    await rapier.init();
  } finally {
    host.instantiate = instantiate;
  }
  if (rapier.version() !== RAPIER_VERSION) {
    throw new Error(`Rapier is ${rapier.version()}, but states and memory layout are those of ${RAPIER_VERSION}`);
  }
  return memory;
}
