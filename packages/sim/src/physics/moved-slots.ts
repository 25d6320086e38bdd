import { grown } from "../base/grown.ts";
import { bytesOf } from "./typed-arrays.ts";

/** A set of slots that is filled and emptied in every step without allocating. */
export class MovedSlots {
  #list = new Int32Array(64);
  #has = new Uint8Array(64);
  count = 0;

  at(index: number): number {
    return this.#list[index]!;
  }

  has(slot: number): boolean {
    return this.#has[slot] === 1;
  }

  add(slot: number): void {
    if (slot >= this.#has.length)
      this.#has = grown(this.#has, new Uint8Array(Math.max(slot + 1, this.#has.length * 2)));
    if (this.#has[slot] === 1) return;
    if (this.count === this.#list.length) this.#list = grown(this.#list, new Int32Array(this.#list.length * 2));
    this.#has[slot] = 1;
    this.#list[this.count++] = slot;
  }

  remove(slot: number): void {
    if (!this.has(slot)) return;
    this.#has[slot] = 0;
    const index = this.#list.indexOf(slot);
    this.#list[index] = this.#list[--this.count]!;
  }

  clear(): void {
    for (let i = 0; i < this.count; i++) this.#has[this.#list[i]!] = 0;
    this.count = 0;
  }

  /** Returns the slots in sorted order, so that equal sets have equal bytes. */
  section(): Uint8Array {
    return bytesOf(this.#list.slice(0, this.count).sort(), this.count);
  }

  static from(section: Uint8Array): MovedSlots {
    const moved = new MovedSlots();
    if (section.length % 4 !== 0) throw new Error("the state's list of moved bodies or joints is damaged");
    for (const slot of new Int32Array(section.slice().buffer)) moved.add(slot);
    return moved;
  }
}
