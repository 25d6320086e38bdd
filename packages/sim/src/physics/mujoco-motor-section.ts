import type { Motor, MujocoScene } from "./mujoco-scene.ts";
import { bytesOf, numbersOf } from "./typed-arrays.ts";

const MODES = ["off", "velocity", "position"] as const;
const NUMBERS = 6;

/** What drives the axes of a scene, as a section of a state. */
export function motorSection(scene: MujocoScene): Uint8Array {
  const numbers = scene
    .motors()
    .flatMap(({ mode, target, stiffness, damping, maxForce, force }) => [
      MODES.indexOf(mode),
      target,
      stiffness,
      damping,
      maxForce,
      force,
    ]);
  return bytesOf(Float64Array.from(numbers), numbers.length);
}

/** The motors of so many axes. Throws when the section is of others. */
export function motorsFrom(section: Uint8Array, count: number): Motor[] {
  const numbers = numbersOf(section);
  if (numbers.length !== count * NUMBERS) throw new Error("the state's table of motors is damaged");
  return Array.from({ length: count }, (_, i) => motorFrom(numbers.subarray(i * NUMBERS)));
}

function motorFrom([code, target = 0, stiffness = 0, damping = 0, maxForce = 0, force = 0]: Float64Array): Motor {
  const mode = MODES[code!];
  if (mode === undefined) throw new Error(`the state has a motor of mode ${code}, which is none`);
  return { mode, target, stiffness, damping, maxForce, force };
}
