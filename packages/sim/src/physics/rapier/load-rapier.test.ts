import { motionContract } from "../contract/engine.contract.ts";
import { createRapierEngine } from "./load-rapier.ts";

motionContract(createRapierEngine);
