/** For shapes of bodies without a group, which touch everything. */
const NO_GROUP_CODE = 0;

/**
 * Codes for groups of bodies that must not touch each other, for the solver's filter of 16 bits. (The other filter,
 * which skips pairs before any contact is computed, belongs to the caller.) A code is a set of eight bits; a shape is a
 * member of its code and touches all bits outside it. No code contains another, so only shapes with the same code do
 * not touch. This allows for 12,870 groups.
 */
export class RapierGroups {
  readonly #codes = new Map<number, { readonly code: number; bodies: number }>();
  readonly #used = new Set<number>();

  /** Returns the code of a body's group. `leave` must be called when the body is removed. */
  join(group: number): number {
    if (group === 0) return NO_GROUP_CODE;
    let entry = this.#codes.get(group);
    if (entry === undefined) {
      let code = FIRST_CODE;
      while (this.#used.has(code)) code = nextCode(code);
      this.enter(group, code);
      entry = this.#codes.get(group)!;
    } else entry.bodies++;
    return entry.code;
  }

  /** Adds a body of a saved state, whose code is known. */
  enter(group: number, code: number): void {
    const entry = this.#codes.get(group);
    if (entry !== undefined) entry.bodies++;
    else {
      this.#codes.set(group, { code, bodies: 1 });
      this.#used.add(code);
    }
  }

  leave(group: number): void {
    const entry = this.#codes.get(group);
    if (entry === undefined || --entry.bodies > 0) return;
    this.#codes.delete(group);
    this.#used.delete(entry.code);
  }
}

/** Returns Rapier's word for a code: memberships in the high half, filter in the low half. */
export function groupWords(code: number): number {
  return code === NO_GROUP_CODE ? 0xffffffff : ((code << 16) | (~code & 0xffff)) >>> 0;
}

/** Returns whether shapes with these words may push each other. */
export function mayTouch(a: number, b: number): boolean {
  return ((a >>> 16) & b & 0xffff) !== 0 && ((b >>> 16) & a & 0xffff) !== 0;
}

const FIRST_CODE = 0x00ff;

/** Returns the next larger number with as many bits set. */
function nextCode(code: number): number {
  const low = code & -code;
  const carried = code + low;
  const next = carried | (((code ^ carried) >>> 2) / low);
  if (next > 0xffff) throw new Error("more than 12870 models whose links must not touch one another");
  return next;
}
