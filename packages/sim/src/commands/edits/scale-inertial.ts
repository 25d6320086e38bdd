import { pose, rotationOf } from "../../base/pose.ts";
import { noRotation, rotate, type Quat } from "../../base/quat.ts";
import type { Vec3 } from "../../base/vec3.ts";
import type { InertialScene } from "../../scene/scene.ts";
import { isUniform, stretch } from "./scale-factors.ts";

/** Returns the inertial of a body that is stretched along the link's axes at constant density. */
export function scaledInertial(inertial: InertialScene, factors: Vec3): InertialScene {
  const volume = factors.x * factors.y * factors.z;
  const { mass, ixx, iyy, izz, ixy, ixz, iyz } = inertial;
  const centre = stretch(inertial.pose, factors);
  if (isUniform(factors)) {
    const times = volume * factors.x * factors.x;
    return {
      ...inertial,
      mass: mass * volume,
      pose: centre,
      ixx: ixx * times,
      iyy: iyy * times,
      izz: izz * times,
      ixy: ixy * times,
      ixz: ixz * times,
      iyz: iyz * times,
    };
  }
  const moments = turned([ixx, ixy, ixz, ixy, iyy, iyz, ixz, iyz, izz], rotationOf(inertial.pose));
  // ∫ρ x xᵀ dV = tr(I)/2 − I. Stretching by S makes it det S · S (…) S, from which I = tr(…) − (…) again.
  const half = (moments[0]! + moments[4]! + moments[8]!) / 2;
  const along = [factors.x, factors.y, factors.z];
  const second = moments.map((moment, i) => {
    const [row, column] = [Math.floor(i / 3), i % 3];
    return volume * along[row]! * along[column]! * ((row === column ? half : 0) - moment);
  });
  const sum = second[0]! + second[4]! + second[8]!;
  return {
    // Written out, because shapes that are not simply stretched (capsules) would imply a different mass.
    auto: false,
    mass: mass * volume,
    pose: pose(centre, noRotation),
    ixx: sum - second[0]!,
    iyy: sum - second[4]!,
    izz: sum - second[8]!,
    ixy: -second[1]!,
    ixz: -second[2]!,
    iyz: -second[5]!,
  };
}

/** Computes R M Rᵀ, row by row. */
function turned(matrix: readonly number[], rotation: Quat): number[] {
  if (rotation.x === 0 && rotation.y === 0 && rotation.z === 0) return [...matrix];
  const axes = [
    rotate(rotation, { x: 1, y: 0, z: 0 }),
    rotate(rotation, { x: 0, y: 1, z: 0 }),
    rotate(rotation, { x: 0, y: 0, z: 1 }),
  ].map(({ x, y, z }) => [x, y, z]);
  return matrix.map((_, at) => {
    const [row, column] = [Math.floor(at / 3), at % 3];
    let sum = 0;
    for (let i = 0; i < 3; i++)
      for (let k = 0; k < 3; k++) sum += axes[i]![row]! * matrix[3 * i + k]! * axes[k]![column]!;
    return sum;
  });
}
