import { IsModel, Plugins } from "@orrery/sim/components";
import { having } from "../random-edits/edit.ts";
import { passingNames } from "../random-edits/system-edits.ts";
import { anyOf, modelsOf } from "./placed.ts";
import { called, type Kind, type Request } from "./request.ts";

/** Built-in systems that can be added to any model, with the parameters they need. */
const modelSystems: Readonly<Record<string, string>> = {
  "velocity-control": "",
  "odometry-publisher": "<gaussian_noise>0.1</gaussian_noise>",
  "joint-state-publisher": "",
  "pose-publisher": "<publish_link_pose>true</publish_link_pose>",
  "apply-joint-force": "<joint_name>elbow</joint_name>",
  "joint-controller": "<joint_name>left</joint_name><initial_velocity>2</initial_velocity>",
};
/** These stay: without them nothing would move, and no request would be answered. */
const lasting = ["physics", "user-commands"];

/** All systems that commands may start: a replay does not wait until something is loaded. */
export const startedNames = [...passingNames, ...Object.keys(modelSystems), "apply-link-wrench"];

/** Commands about systems, and about time. */
export const runningKinds: Readonly<Record<string, Kind>> = {
  "add a system": ({ world, root, dice }, id) =>
    systems("add", id, dice.pick([root, ...having(world, Plugins)]), dice.pick([...passingNames, "apply-link-wrench"])),
  "add a system to a model": ({ world, root, dice }, id) => {
    const name = dice.pick(Object.keys(modelSystems));
    return systems("add", id, dice.pick(modelsOf(world, root)), name, modelSystems[name]);
  },
  "remove a system": (site, id) => {
    const { world, root } = site;
    const running = [root, ...having(world, IsModel)].flatMap((entity) =>
      (world.get(entity, Plugins) ?? []).map(({ name }) => ({ entity, name })),
    );
    const one = anyOf(
      site,
      running.filter(({ name }) => !lasting.includes(name)),
    );
    return one && systems("remove", id, one.entity, one.name);
  },
  "reset everything": ({ dice }, id) => reset(id, "all", dice.below(3)),
  "reset the clock": ({ dice }, id) => reset(id, "time_only", dice.below(3)),
  "reset all but the clock": ({ dice }, id) => reset(id, "model_only", dice.below(3)),
};

function systems(what: "add" | "remove", id: string, entity: number, name: string, innerxml = ""): Request {
  const value = { header: called(id), entity: { id: entity }, plugins: [{ name, filename: "", innerxml }] };
  return { service: `entity/system/${what}`, type: "gz.msgs.EntityPlugin_V", value };
}

/** Returns a reset. A seed of 0 leaves random numbers unchanged. */
function reset(id: string, what: "all" | "time_only" | "model_only", seed: number): Request {
  return {
    service: "control",
    type: "gz.msgs.WorldControl",
    value: { header: called(id), reset: { [what]: true }, seed },
  };
}
