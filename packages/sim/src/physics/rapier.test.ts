import { motionContract } from "./engine.contract.ts";
import { createRapierEngine } from "./rapier.ts";

motionContract(createRapierEngine);
