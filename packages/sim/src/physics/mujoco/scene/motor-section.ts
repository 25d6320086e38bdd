import { MODE, MOTOR, TO_POSITION } from "./motor-table.ts";
import type { MujocoScene } from "./scene.ts";
import { bytesOf, numbersOf } from "../../typed-arrays.ts";

/** Returns the motors and forces of a scene's axes, as a section of a state: joint by joint, in the order of ids. */
export function motorSection(scene: MujocoScene): Uint8Array {
  const places = placesOf(scene);
  const { numbers } = scene.motors;
  const section = new Float64Array(places.length * MOTOR);
  places.forEach((at, i) => section.set(numbers.subarray(at, at + MOTOR), i * MOTOR));
  return bytesOf(section, section.length);
}

/**
 * Restores the motors of a scene from a section. Throws, without changing anything, if the section belongs to other
 * joints.
 */
export function restoreMotors(scene: MujocoScene, section: Uint8Array): void {
  const places = placesOf(scene);
  const saved = numbersOf(section);
  if (saved.length !== places.length * MOTOR) throw new Error("the state's table of motors is damaged");
  for (let i = 0; i < saved.length; i += MOTOR) checkMode(saved[i + MODE]!);
  places.forEach((at, i) => scene.motors.numbers.set(saved.subarray(i * MOTOR, (i + 1) * MOTOR), at));
}

function placesOf(scene: MujocoScene): number[] {
  return scene.sortedJoints().flatMap(({ slot, desc }) => desc.axes.map((_, axis) => scene.motors.at(slot, axis)));
}

function checkMode(code: number): void {
  if (Number.isInteger(code) && code >= 0 && code <= TO_POSITION) return;
  throw new Error(`the state has a motor of unknown mode ${code}`);
}
