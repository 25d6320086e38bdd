import type { gz } from "@orrery/msgs";
import { Gravity, MagneticField, PhysicsSettings } from "../../components/physics.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { stepSizeProblem } from "../../scene/step-size.ts";
import { writing, type Prepared, type Write } from "../prepared.ts";
import { boundedVector } from "../../messages/vector-message.ts";

/** Prepares the physics settings that are part of the world. The target speed is not; it belongs to the runner. */
export function preparePhysics(world: World, root: Entity, message: gz.Physics): Prepared {
  const { max_step_size: maxStepSize, gravity, magnetic_field: magneticField } = message;
  const writes: Write[] = [];
  // In this message, 0 means absent.
  if (maxStepSize !== undefined && maxStepSize !== 0) {
    const problem = stepSizeProblem(maxStepSize);
    if (problem !== undefined) throw new Error(`max_step_size: ${problem}`);
    const settings = world.get(root, PhysicsSettings) ?? PhysicsSettings.initial();
    writes.push(writing(root, PhysicsSettings, { ...settings, maxStepSize }));
  }
  if (gravity !== undefined) writes.push(writing(root, Gravity, boundedVector("gravity", "acceleration", gravity)));
  if (magneticField !== undefined)
    writes.push(writing(root, MagneticField, boundedVector("magnetic_field", "field", magneticField)));
  if (writes.length === 0) throw new Error("nothing is given: max_step_size, gravity or magnetic_field");
  return { writes };
}
