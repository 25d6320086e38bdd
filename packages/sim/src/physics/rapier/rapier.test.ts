import { motionContract } from "../contract/engine.contract.ts";
import { createRapierEngine } from "./rapier.ts";

motionContract(createRapierEngine);
