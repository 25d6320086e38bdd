import type { ContactPoint } from "../../base/contact-point.ts";
import type { Contact, ShapeId } from "../engine.ts";
import type { MujocoModel } from "./model/model.ts";
import { CONTACT_DOUBLES, CONTACT_INTS, contactDouble, contactInt } from "./model/module.ts";
import { bytesOf } from "../typed-arrays.ts";

/** Two shapes, position, normal, depth, force. */
const NUMBERS = 12;

/** The contacts of the last step, each with the smaller shape first. */
export class MujocoContacts {
  #numbers = new Float64Array(0);
  #count = 0;

  /**
   * Reads the contacts of a model that has just made a step; the next step discards them. `ids` are the shapes of its
   * geoms.
   */
  static of(model: MujocoModel, ids: readonly ShapeId[], isReal: (a: ShapeId, b: ShapeId) => boolean): MujocoContacts {
    const contacts = new MujocoContacts();
    const rows = model.contactRows();
    if (rows === undefined) return contacts;
    const { count, doubles, ints } = rows;
    const forces = model.data.efc_force;
    const out = (contacts.#numbers = new Float64Array(count * NUMBERS));
    for (let i = 0; i < count; i++) {
      const at = i * CONTACT_DOUBLES;
      const row = ints[i * CONTACT_INTS + contactInt.row]!;
      if (row < 0 || ints[i * CONTACT_INTS + contactInt.exclude] !== 0) continue;
      const first = ids[ints[i * CONTACT_INTS + contactInt.geom1]!]!;
      const second = ids[ints[i * CONTACT_INTS + contactInt.geom2]!]!;
      if (!isReal(first, second)) continue;
      const to = NUMBERS * contacts.#count++;
      const sign = first < second ? 1 : -1;
      out[to] = Math.min(first, second);
      out[to + 1] = Math.max(first, second);
      for (let k = 0; k < 3; k++) {
        const frame = at + contactDouble.frame + k;
        out[to + 2 + k] = doubles[at + contactDouble.position + k]!;
        out[to + 5 + k] = sign * doubles[frame]!;
        // The force acts on the second geom, along the normal and two tangents.
        out[to + 9 + k] =
          sign *
          (forces[row]! * doubles[frame]! +
            forces[row + 1]! * doubles[frame + 3]! +
            forces[row + 2]! * doubles[frame + 6]!);
      }
      out[to + 8] = -doubles[at + contactDouble.distance]!;
    }
    return contacts;
  }

  /** Returns the contacts without those of removed shapes. */
  without(isGone: (id: ShapeId) => boolean): MujocoContacts {
    const kept = new MujocoContacts();
    kept.#numbers = this.#numbers.slice();
    for (let i = 0; i < this.#count; i++) {
      const at = i * NUMBERS;
      if (isGone(this.#numbers[at]!) || isGone(this.#numbers[at + 1]!)) continue;
      kept.#numbers.copyWithin(kept.#count * NUMBERS, at, at + NUMBERS);
      kept.#count++;
    }
    return kept;
  }

  list(): Contact[] {
    const pairs = new Map<string, { shape1: ShapeId; shape2: ShapeId; points: ContactPoint[] }>();
    for (let i = 0; i < this.#count; i++) {
      const n = this.#numbers.subarray(i * NUMBERS, (i + 1) * NUMBERS);
      const [shape1, shape2] = [n[0]!, n[1]!];
      const point = {
        position: { x: n[2]!, y: n[3]!, z: n[4]! },
        normal: { x: n[5]!, y: n[6]!, z: n[7]! },
        depth: n[8]!,
        force: { x: n[9]!, y: n[10]!, z: n[11]! },
      };
      const pair = pairs.get(`${shape1} ${shape2}`);
      if (pair === undefined) pairs.set(`${shape1} ${shape2}`, { shape1, shape2, points: [point] });
      else pair.points.push(point);
    }
    return [...pairs.values()].sort((a, b) => a.shape1 - b.shape1 || a.shape2 - b.shape2);
  }

  section(): Uint8Array {
    return bytesOf(this.#numbers, this.#count * NUMBERS);
  }

  static from(section: Uint8Array): MujocoContacts {
    if (section.length % (8 * NUMBERS) !== 0) throw new Error("the state's list of contacts is damaged");
    const contacts = new MujocoContacts();
    contacts.#numbers = new Float64Array(section.slice().buffer);
    contacts.#count = contacts.#numbers.length / NUMBERS;
    return contacts;
  }
}
