import type { JointId, MimicLaw } from "../../engine.ts";
import { checkMimic, isSameLaw } from "../../mimic-law.ts";
import { NO_HANDLE } from "./joint-table.ts";
import { bytesOf, numbersOf } from "../../typed-arrays.ts";

/** An axis that follows another. */
export interface RapierMimic {
  readonly slot: number;
  readonly axis: number;
  law: MimicLaw;
  /** Rapier's joint with the motor that moves the axis; created right before a step. */
  handle: number;
  /** In rad/s or m/s, as currently set in Rapier; NaN if it must be set. */
  speed: number;
}

const NUMBERS = 8;

/** Which axes follow which; empty in most worlds. */
export class RapierMimics {
  /** By slot and axis, because their order affects results. */
  readonly list: RapierMimic[] = [];

  of(slot: number, axis: number): RapierMimic | undefined {
    return this.list.find((mimic) => mimic.slot === slot && mimic.axis === axis);
  }

  ofSlot(slot: number): readonly RapierMimic[] {
    return this.list.length === 0 ? this.list : this.list.filter((mimic) => mimic.slot === slot);
  }

  /** Sets a law. Returns whether anything changed. Throws if the axis would follow itself. */
  set(id: JointId, slot: number, axis: number, law: MimicLaw, slotOf: (id: JointId) => number | undefined): boolean {
    const known = this.of(slot, axis);
    if (isSameLaw(known?.law, law)) return false;
    checkMimic(id, axis, law, (joint, of) => {
      const other = slotOf(joint);
      return other === undefined ? undefined : this.of(other, of)?.law;
    });
    if (known) {
      known.law = { ...law };
      known.speed = Number.NaN;
      return true;
    }
    this.list.push({ slot, axis, law: { ...law }, handle: NO_HANDLE, speed: Number.NaN });
    this.list.sort((a, b) => a.slot - b.slot || a.axis - b.axis);
    return true;
  }

  delete(gone: readonly RapierMimic[]): void {
    for (const mimic of gone) this.list.splice(this.list.indexOf(mimic), 1);
  }

  section(): Uint8Array {
    const numbers = this.list.flatMap(({ slot, axis, law, handle, speed }) => [
      slot,
      axis,
      law.joint,
      law.axis,
      law.multiplier,
      law.offset,
      handle,
      speed,
    ]);
    return bytesOf(Float64Array.from(numbers), numbers.length);
  }

  /**
   * Reads a saved section. `axesOf` returns the number of axes of the joint in a slot. Throws if a row names a missing
   * axis.
   */
  static from(section: Uint8Array, axesOf: (slot: number) => number): RapierMimics {
    const mimics = new RapierMimics();
    const numbers = numbersOf(section);
    if (numbers.length % NUMBERS !== 0) throw new Error("the state's table of mimics is damaged");
    for (let at = 0; at < numbers.length; at += NUMBERS) {
      const [slot, axis, joint, leaderAxis, multiplier, offset, handle, speed] = numbers.subarray(at, at + NUMBERS);
      if (!(axis! >= 0 && axis! < axesOf(slot!))) throw new Error("the state's table of mimics is damaged");
      const law = { joint: joint!, axis: leaderAxis!, multiplier: multiplier!, offset: offset! };
      mimics.list.push({ slot: slot!, axis: axis!, law, handle: handle!, speed: speed! });
    }
    return mimics;
  }
}
