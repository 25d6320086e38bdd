import { Plugins } from "@orrery/sim/components";
import { having } from "../random-edits/edit.ts";
import { passingNames } from "../random-edits/system-edits.ts";
import { called, type Kind, type Request } from "./request.ts";

/** Commands about what runs, and about time. */
export const runningKinds: Readonly<Record<string, Kind>> = {
  "add a system": ({ world, root, dice }, id) => {
    const entity = dice.pick([root, ...having(world, Plugins)]);
    return systems("add", id, entity, dice.pick(passingNames));
  },
  "remove a system": ({ world, dice }, id) => {
    const entity = dice.pick(having(world, Plugins));
    const passing = world.get(entity, Plugins)!.filter(({ name }) => passingNames.includes(name));
    return passing.length === 0 ? undefined : systems("remove", id, entity, dice.pick(passing).name);
  },
  "reset everything": ({ dice }, id) => reset(id, "all", dice.below(3)),
  "reset the clock": ({ dice }, id) => reset(id, "time_only", dice.below(3)),
  "reset all but the clock": ({ dice }, id) => reset(id, "model_only", dice.below(3)),
};

function systems(what: "add" | "remove", id: string, entity: number, name: string): Request {
  const value = { header: called(id), entity: { id: entity }, plugins: [{ name, filename: "" }] };
  return { service: `entity/system/${what}`, type: "gz.msgs.EntityPlugin_V", value };
}

/** A seed of 0 leaves random numbers alone. */
function reset(id: string, what: "all" | "time_only" | "model_only", seed: number): Request {
  return {
    service: "control",
    type: "gz.msgs.WorldControl",
    value: { header: called(id), reset: { [what]: true }, seed },
  };
}
