import { defineSystem, numberParam, numeric, rules } from "@orrery/sim";
import { IsModel, Name } from "@orrery/sim/components";

/**
 * On a model: the charge of its battery, its capacity, and the current that the model draws. Everything that others
 * need to know is declared here: the inspector shows it in a section of its own, with units, and lets people edit it
 * within these bounds.
 */
const Battery = numeric(
  "example.Battery",
  { charge: 0, capacity: 36_000, load: 10 },
  {
    group: "Power",
    title: "Battery",
    unit: { "charge capacity": "J", load: "W" },
    edit: {
      on: [IsModel],
      value: rules.record({
        charge: rules.notNegative,
        capacity: rules.number({ above: 0, most: 1e9 }),
        load: rules.notNegative,
      }),
    },
  },
);

/** Discharges a model's battery, publishes each percent, and lets others plot how long it lasts. */
export default defineSystem({
  name: "battery",
  summary: "Gives a model a battery that runs down",
  params: {
    capacity: numberParam("capacity", 36_000, "J that fit into it; it begins full"),
    load: numberParam("load", 10, "W that the model takes"),
  },

  create({ entity, world, node, registerItem, params: { capacity, load } }) {
    const topic = node.advertise(`/model/${world.get(entity, Name)}/battery`, "gz.msgs.BatteryState");
    // Only at first: a world that went back in time, or was saved, has the component already.
    if (!world.has(entity, Battery)) world.set(entity, Battery, { charge: capacity, capacity, load });
    // Each number of a component can be plotted anyway; this one follows from two of them.
    registerItem("time_left", {
      type: "double",
      units: ["s"],
      note: "until the battery is empty, at the present load",
      read(_, out, at) {
        const battery = world.get(entity, Battery);
        if (battery !== undefined && battery.load > 0) out[at] = battery.charge / battery.load;
      },
    });

    return {
      preUpdate({ dt, paused }) {
        const battery = world.get(entity, Battery);
        if (paused || battery === undefined || battery.charge === 0) return;
        const charge = Math.max(0, battery.charge - battery.load * dt);
        world.set(entity, Battery, { ...battery, charge });
        const percent = Math.floor((100 * charge) / battery.capacity);
        if (percent < Math.floor((100 * battery.charge) / battery.capacity)) topic.publish({ percentage: percent });
      },
    };
  },
});
