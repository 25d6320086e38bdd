import { historyContract } from "../contract/engine.contract.ts";
import { loadRapier } from "./wasm/module.ts";
import { createRapierEngine } from "./load-rapier.ts";

const { memory } = await loadRapier();

// Its solver goes by the order in which bodies were made, so it does not forget.
historyContract(createRapierEngine, { forgets: false, memoryBytes: () => memory.byteLength });
