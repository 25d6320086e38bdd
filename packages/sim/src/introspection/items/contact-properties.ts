import { reading, type Properties, type Property } from "./property.ts";
import { shapesOf } from "./step-contacts.ts";

const whyNot: Property["whyNot"] = ({ physics }) =>
  physics() === undefined ? "no physics runs in this world" : undefined;

/** Items about what touches a collision, or the collisions of a link. */
export const contactProperties: Properties = {
  contacts: reading(
    "int32",
    "",
    ({ world, readings }, entity) => {
      const shapes = shapesOf(world, [entity]);
      return (out, at) => {
        if (world.exists(entity)) out[at] = readings.contacts.count(shapes);
      };
    },
    { whyNot, note: "points that touch" },
  ),
  contact_force: reading(
    "vector3d",
    "N",
    ({ world, readings }, entity) => {
      const shapes = shapesOf(world, [entity]);
      const sum = new Float64Array(6);
      return (out, at) => {
        if (!world.exists(entity)) return;
        sum.fill(0);
        readings.contacts.addForces(shapes, sum);
        for (let i = 0; i < 3; i++) out[at + i] = sum[i]!;
      };
    },
    { whyNot, note: "by all that touch it, averaged over the step" },
  ),
};
