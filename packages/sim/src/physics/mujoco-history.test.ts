import { historyContract } from "./engine.contract.ts";
import { loadMujoco } from "./mujoco-module.ts";
import { rayOutputs } from "./mujoco-rays.ts";
import { createMujocoEngine } from "./mujoco.ts";

const mujoco = await loadMujoco();

historyContract(createMujocoEngine, {
  forgets: true,
  memoryBytes: () => rayOutputs(mujoco).geom.GetView().buffer.byteLength,
});
