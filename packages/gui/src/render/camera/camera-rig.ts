import type { Vec3 } from "@orrery/sim";

/** Where the camera is: at a distance from its target, z up. */
export interface CameraPlace {
  readonly target: Vec3;
  /** From the target to the eye, metres. */
  readonly distance: number;
  /** Direction of the eye seen from the target, in rad: 0 is +x, π/2 is +y. */
  readonly azimuth: number;
  /** Elevation above the horizon, in rad. */
  readonly elevation: number;
}

export const standardViews = ["front", "back", "left", "right", "top", "bottom"] as const;
export type StandardView = (typeof standardViews)[number];

/** Robots look along +x, so the front view is from there. */
const VIEWS: Readonly<Record<StandardView, readonly [azimuth: number, elevation: number]>> = {
  front: [0, 0],
  back: [Math.PI, 0],
  left: [Math.PI / 2, 0],
  right: [-Math.PI / 2, 0],
  top: [-Math.PI / 2, Math.PI / 2],
  bottom: [-Math.PI / 2, -Math.PI / 2],
};

export const SHORTEST = 0.02;
export const LONGEST = 5000;
/** Radians per drag over the height of the view. */
const TURN = Math.PI * 1.1;

/** Returns the unit vector from the target to the eye. */
export function backward({ azimuth, elevation }: CameraPlace): Vec3 {
  const flat = Math.cos(elevation);
  return { x: flat * Math.cos(azimuth), y: flat * Math.sin(azimuth), z: Math.sin(elevation) };
}

export function rightward({ azimuth }: CameraPlace): Vec3 {
  return { x: -Math.sin(azimuth), y: Math.cos(azimuth), z: 0 };
}

/** Returns the camera's up vector, also when looking straight down, where the world's up has no direction. */
export function upward({ azimuth, elevation }: CameraPlace): Vec3 {
  const flat = -Math.sin(elevation);
  return { x: flat * Math.cos(azimuth), y: flat * Math.sin(azimuth), z: Math.cos(elevation) };
}

export function eyeOf(place: CameraPlace): Vec3 {
  return along(place.target, backward(place), place.distance);
}

/**
 * Returns how large a pixel is at a point, in metres; `height` is that of the view in pixels. Without perspective it is
 * the same everywhere.
 */
export function pixelAt(
  place: CameraPlace,
  point: Vec3,
  { fov, height, isFlat }: { readonly fov: number; readonly height: number; readonly isFlat: boolean },
): number {
  const { x, y, z } = backward(place);
  const { target } = place;
  const nearer = (point.x - target.x) * x + (point.y - target.y) * y + (point.z - target.z) * z;
  const depth = isFlat ? place.distance : Math.max(place.distance - nearer, 0.01 * place.distance);
  return (2 * depth * Math.tan(fov / 2)) / height;
}

/** Orbits by a drag, given in heights of the view. */
export function orbited(place: CameraPlace, right: number, down: number): CameraPlace {
  return {
    ...place,
    azimuth: place.azimuth - right * TURN,
    elevation: clampedElevation(place.elevation + down * TURN),
  };
}

/**
 * Pans so that points at the depth of the target stay under the pointer. The drag is given in heights of the view;
 * `fov` is its vertical angle, in rad.
 */
export function panned(place: CameraPlace, right: number, down: number, fov: number): CameraPlace {
  const height = 2 * place.distance * Math.tan(fov / 2);
  const sideways = along(place.target, rightward(place), -right * height);
  return { ...place, target: along(sideways, upward(place), down * height) };
}

/** Zooms in (`factor` below 1) or out; `point` stays where it is on the screen. */
export function zoomed(place: CameraPlace, point: Vec3, factor: number): CameraPlace {
  const distance = Math.min(LONGEST, Math.max(SHORTEST, place.distance * factor));
  const share = distance / place.distance;
  const { target } = place;
  return {
    ...place,
    distance,
    target: {
      x: point.x + (target.x - point.x) * share,
      y: point.y + (target.y - point.y) * share,
      z: point.z + (target.z - point.z) * share,
    },
  };
}

/** Looks around: turns the direction and keeps the eye. The drag is given in heights of the view. */
export function turned(place: CameraPlace, right: number, down: number): CameraPlace {
  const eye = eyeOf(place);
  const next = {
    ...place,
    azimuth: place.azimuth - right * TURN,
    elevation: clampedElevation(place.elevation + down * TURN),
  };
  return { ...next, target: along(eye, backward(next), -next.distance) };
}

/** Moves eye and target forward, to the right and up, in metres. */
export function walked(place: CameraPlace, ahead: number, right: number, up: number): CameraPlace {
  const forward = along(place.target, backward(place), -ahead);
  const { x, y, z } = along(forward, rightward(place), right);
  return { ...place, target: { x, y, z: z + up } };
}

/** A box along the axes of the world. */
export interface Box {
  readonly low: Vec3;
  readonly high: Vec3;
}

/** Returns the nearest place that shows all of the box, with a margin. `aspect` is width by height. */
export function framing(place: CameraPlace, { low, high }: Box, fov: number, aspect: number): CameraPlace {
  const target = { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2, z: (low.z + high.z) / 2 };
  const axes = [rightward(place), upward(place), backward(place)];
  const tall = Math.tan(fov / 2) / AIR;
  let distance = 0.1;
  for (let corner = 0; corner < 8; corner++) {
    const x = (corner & 1 ? high.x : low.x) - target.x;
    const y = (corner & 2 ? high.y : low.y) - target.y;
    const z = (corner & 4 ? high.z : low.z) - target.z;
    const [right, up, back] = axes.map((axis) => axis.x * x + axis.y * y + axis.z * z);
    distance = Math.max(distance, back! + Math.abs(up!) / tall, back! + Math.abs(right!) / (tall * aspect));
  }
  return { ...place, target, distance: Math.min(LONGEST, distance) };
}

const AIR = 1.15;

export function standardView(place: CameraPlace, view: StandardView): CameraPlace {
  const [azimuth, elevation] = VIEWS[view];
  return { ...place, azimuth: place.azimuth + nearestTurn(azimuth - place.azimuth), elevation };
}

/** Interpolates between two places, 0 to 1; distances change by factors, so that the motion looks even. */
export function placeBetween(a: CameraPlace, b: CameraPlace, share: number): CameraPlace {
  const mix = (from: number, to: number): number => from + (to - from) * share;
  return {
    target: {
      x: mix(a.target.x, b.target.x),
      y: mix(a.target.y, b.target.y),
      z: mix(a.target.z, b.target.z),
    },
    distance: a.distance * (b.distance / a.distance) ** share,
    azimuth: a.azimuth + nearestTurn(b.azimuth - a.azimuth) * share,
    elevation: mix(a.elevation, b.elevation),
  };
}

export function easeOut(share: number): number {
  return 1 - (1 - share) ** 3;
}

/** Returns the same angle, from −π to π. */
export function nearestTurn(angle: number): number {
  const turn = 2 * Math.PI;
  return angle - turn * Math.round(angle / turn);
}

export function along(from: Vec3, direction: Vec3, metres: number): Vec3 {
  return { x: from.x + direction.x * metres, y: from.y + direction.y * metres, z: from.z + direction.z * metres };
}

function clampedElevation(elevation: number): number {
  return Math.min(Math.PI / 2, Math.max(-Math.PI / 2, elevation));
}
