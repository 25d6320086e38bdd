/** The largest speeds that the panel requests: m/s, and rad/s. */
export interface DriveLimits {
  readonly linear: number;
  readonly angular: number;
}

/** Shares of the limits, each −1 to 1; forwards and left are positive. */
export interface Stick {
  readonly ahead: number;
  readonly left: number;
}

export const REST: Stick = { ahead: 0, left: 0 };

/** Returns the position of the stick for the held keys, by `KeyboardEvent.code`. Opposite ones cancel each other. */
export function stickOfKeys(held: ReadonlySet<string>): Stick {
  const way = (plus: readonly string[], minus: readonly string[]): number =>
    Number(plus.some((code) => held.has(code))) - Number(minus.some((code) => held.has(code)));
  return {
    ahead: way(["ArrowUp", "KeyW"], ["ArrowDown", "KeyS"]),
    left: way(["ArrowLeft", "KeyA"], ["ArrowRight", "KeyD"]),
  };
}

export function isDriveKey(code: string): boolean {
  return /^(Arrow(Up|Down|Left|Right)|Key[WASD])$/.test(code);
}

/**
 * Returns the position of the stick for a pointer on a round pad, in pixels from its middle, y downwards; outside the
 * pad, the stick is at its edge.
 */
export function stickOfPointer(dx: number, dy: number, radius: number): Stick {
  const length = Math.hypot(dx, dy);
  const scale = Math.max(length, radius);
  // Adding 0 turns −0 into 0.
  return length === 0 ? REST : { ahead: -dy / scale + 0, left: -dx / scale + 0 };
}

/** Returns the velocities as a gz.msgs.Twist. */
export function twistOf({ ahead, left }: Stick, { linear, angular }: DriveLimits) {
  return { linear: { x: ahead * linear, y: 0, z: 0 }, angular: { x: 0, y: 0, z: left * angular } };
}

export function isRest({ ahead, left }: Stick): boolean {
  return ahead === 0 && left === 0;
}
