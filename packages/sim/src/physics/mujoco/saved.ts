import { sameBytes } from "../../base/same-bytes.ts";
import { MovedSlots } from "../moved-slots.ts";
import { MujocoContacts } from "./contacts.ts";
import { decodeScene, encodeScene } from "./scene/description.ts";
import { MujocoForces } from "./step/forces.ts";
import { motorSection, restoreMotors } from "./scene/motor-section.ts";
import { packState, unpackState } from "./state.ts";
import type { MujocoWorld } from "./world.ts";
import { bytesOf, numbersOf } from "../typed-arrays.ts";

/** Scene, numbers, motors, two sections of forces, contacts, moved bodies, flags. */
const SECTIONS = 8;

/** Returns everything that the next step depends on. */
export function saveWorld(world: MujocoWorld): Uint8Array {
  const numbers = world.numbers();
  world.description ??= encodeScene(world.scene);
  return packState([
    world.description,
    bytesOf(numbers, numbers.length),
    motorSection(world.scene),
    ...world.forces.sections(),
    world.contactBytes(),
    world.touched.section(),
    Uint8Array.of(world.hasMoved ? 1 : 0, world.hasMovedJoints ? 1 : 0),
  ]);
}

/** Throws, without changing anything, if the bytes are not a state. */
export function restoreWorld(world: MujocoWorld, state: Uint8Array): void {
  const [description, numbers, motors, slots, forces, contacts, touched, flags] = unpackState(state, SECTIONS);
  const isSame = world.description !== undefined && sameBytes(world.description, description!);
  const scene = isSame ? world.scene : decodeScene(description!);
  const restoredForces = MujocoForces.from([slots!, forces!]);
  const restoredTouched = MovedSlots.from(touched!);
  const before = scene.motors.numbers.slice();
  restoreMotors(scene, motors!);
  try {
    world.become(scene, numbersOf(numbers!), MujocoContacts.from(contacts!));
  } catch (error) {
    scene.motors.numbers.set(before);
    throw error;
  }
  world.forces = restoredForces;
  world.hasJointForces = scene.motors.hasForces;
  world.touched = restoredTouched;
  world.hasMoved = flags![0] === 1;
  world.hasMovedJoints = flags![1] === 1;
  world.description = description!.slice();
}
