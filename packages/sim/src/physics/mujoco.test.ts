import { motionContract } from "./engine.contract.ts";
import { createMujocoEngine } from "./mujoco.ts";

motionContract(createMujocoEngine);
