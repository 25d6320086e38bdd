import { historyContract } from "../contract/engine.contract.ts";
import { loadRapier } from "./wasm/module.ts";
import { createRapierEngine } from "./load-rapier.ts";

const { memory } = await loadRapier();

// The solver depends on the order in which bodies were created, so the engine does not forget.
historyContract(createRapierEngine, { forgets: false, memoryBytes: () => memory.byteLength });
