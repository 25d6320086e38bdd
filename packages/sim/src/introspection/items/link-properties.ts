import { WorldAngularVelocity, WorldLinearVelocity } from "../../components/motion.ts";
import type { NumericComponent } from "../../ecs/component.ts";
import type { Properties, Property } from "./property.ts";
import { worldPoseProperty } from "./world-poses.ts";

/** What links have. */
export const linkProperties: Properties = {
  pose: worldPoseProperty,
  linear_velocity: vectorOf(WorldLinearVelocity, "m/s", "of the link's origin, in world axes"),
  angular_velocity: vectorOf(WorldAngularVelocity, "rad/s", "in world axes"),
};

type Vector = { readonly x: number; readonly y: number; readonly z: number };

/** Reads a vector that is a component; something at rest that never moves has none, and stands still. */
function vectorOf(component: NumericComponent<Vector>, unit: string, note: string): Property {
  return {
    type: "vector3d",
    units: [unit],
    note,
    open: ({ world }, entity) => ({
      read(_, out, at) {
        const column = world.column(component);
        const from = column.row(entity) * 3;
        if (from < 0) out.fill(0, at, at + 3);
        else for (let i = 0; i < 3; i++) out[at + i] = column.data[from + i]!;
      },
    }),
  };
}
