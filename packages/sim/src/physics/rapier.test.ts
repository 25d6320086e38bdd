import { loadRapier } from "./rapier-module.ts";
import { engineContract } from "./engine.contract.ts";
import { createRapierEngine } from "./rapier.ts";

const memory = await loadRapier();

engineContract("rapier", createRapierEngine, () => memory!.buffer.byteLength);
