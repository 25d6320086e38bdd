import { motionContract } from "../contract/engine.contract.ts";
import { createMujocoEngine } from "./load-mujoco.ts";

motionContract(createMujocoEngine);
