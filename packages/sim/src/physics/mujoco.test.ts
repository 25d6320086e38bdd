import { engineContract } from "./engine.contract.ts";
import { loadMujoco } from "./mujoco-module.ts";
import { rayOutputs } from "./mujoco-rays.ts";
import { createMujocoEngine } from "./mujoco.ts";

const mujoco = await loadMujoco();

engineContract("mujoco", createMujocoEngine, () => rayOutputs(mujoco).geom.GetView().buffer.byteLength);
