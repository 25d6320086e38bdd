/** The contents of all contenders: the number of moving entities, and everything else. */
export interface Population {
  /** Entities with a position and a velocity. */
  readonly moving: number;
  /**
   * Other components, with one number each. If there are any, each entity has one of them, and every third entity does
   * not move.
   */
  readonly kinds: number;
}

export interface Member {
  readonly moves: boolean;
  /** Index of its other component; −1 for none. */
  readonly kind: number;
  readonly position: Vector;
  readonly velocity: Vector;
}

export interface Vector {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Arguments for the contenders' `nudge`: one entity in this many is changed, so HUNDREDTH changes 100 of 10,000. */
export const TENTH = 10;
export const HUNDREDTH = 100;

export const DT = 0.001;

export function members({ moving, kinds }: Population): Member[] {
  const list: Member[] = [];
  for (let i = 0, left = moving; left > 0; i++) {
    const moves = kinds === 0 || i % 3 !== 2;
    if (moves) left--;
    // No whole numbers, which engines store in a different kind of array.
    const position = { x: i + 0.25, y: 0.5 - i, z: i / 7 + 0.1 };
    const velocity = { x: 0.5 + (i % 10), y: -0.25, z: 0.125 + i / 1024 };
    list.push({ moves, kind: kinds === 0 ? -1 : i % kinds, position, velocity });
  }
  return list;
}
