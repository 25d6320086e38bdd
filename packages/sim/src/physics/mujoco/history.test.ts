import { historyContract } from "../contract/engine.contract.ts";
import { loadMujoco } from "./model/module.ts";
import { rayOutputs } from "./rays.ts";
import { createMujocoEngine } from "./load-mujoco.ts";

const mujoco = await loadMujoco();

historyContract(createMujocoEngine, {
  forgets: true,
  memoryBytes: () => rayOutputs(mujoco, 1).geoms.GetView().buffer.byteLength,
});
