import type { Entity, World } from "@orrery/sim";
import { Contacts, WantsContacts } from "@orrery/sim/components";
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
} from "three";
import { linear, type Rgb } from "../surfaces.ts";

/** Shows contacts as points with their normals. */
export class ContactMarks implements Disposable {
  readonly group = new Group();
  readonly #points = new Points(new BufferGeometry(), new PointsMaterial({ ...OVER, size: 7, sizeAttenuation: false }));
  readonly #lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial(OVER));

  constructor() {
    this.group.name = "contacts";
    this.group.add(this.#points, this.#lines);
    for (const mark of [this.#points, this.#lines]) {
      mark.frustumCulled = false;
      mark.renderOrder = 12;
    }
  }

  setColour(colour: Rgb): void {
    this.#points.material.color.copy(linear(colour));
    this.#lines.material.color.copy(linear(colour));
  }

  /** Shows the contacts; normals are `length` metres long. */
  show(world: World, length: number): void {
    const places = PLACES;
    const ends = ENDS;
    places.length = ends.length = 0;
    for (const [, contacts] of world.query(Contacts)) {
      for (const { points } of contacts) {
        for (const { position: p, normal: n } of points) {
          places.push(p.x, p.y, p.z);
          ends.push(p.x, p.y, p.z, p.x + n.x * length, p.y + n.y * length, p.z + n.z * length);
        }
      }
    }
    fill(this.#points.geometry, places);
    fill(this.#lines.geometry, ends);
  }

  [Symbol.dispose](): void {
    for (const mark of [this.#points, this.#lines]) {
      mark.geometry.dispose();
      mark.material.dispose();
    }
  }
}

/** Returns why no contacts are shown, if the world does not record any. */
export function whyNoContacts(world: World): string | undefined {
  const wanting: Entity | undefined = world.query(WantsContacts).first();
  return wanting === undefined
    ? "Nothing in this world reports contacts: give a link a contact sensor, and the world the contact system"
    : undefined;
}

/** Reused: refilled in each frame. */
const PLACES: number[] = [];
const ENDS: number[] = [];

const OVER = { depthTest: false, transparent: true, toneMapped: false } as const;

function fill(geometry: BufferGeometry, numbers: readonly number[]): void {
  const known = geometry.getAttribute("position") as BufferAttribute | undefined;
  let attribute = known;
  if (attribute === undefined || attribute.array.length < numbers.length) {
    geometry.dispose();
    attribute = new BufferAttribute(new Float32Array(Math.max(96, numbers.length * 2)), 3).setUsage(DynamicDrawUsage);
    geometry.setAttribute("position", attribute);
  }
  (attribute.array as Float32Array).set(numbers);
  attribute.needsUpdate = true;
  geometry.setDrawRange(0, numbers.length / 3);
}
