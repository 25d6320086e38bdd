import { motionContract } from "../contract/engine.contract.ts";
import { createMujocoEngine } from "./mujoco.ts";

motionContract(createMujocoEngine);
