import { textOf } from "../base/error-text.ts";
import { sameBytes } from "../base/same-bytes.ts";
import type { Component } from "../ecs/component.ts";
import type { ComponentWrites, Delta } from "../ecs/delta.ts";
import type { Entity } from "../ecs/entities.ts";
import { PackError, PackReader, PackWriter, type Serialiser } from "../ecs/pack.ts";
import { readComponent, roomForComponent, writeComponent } from "./introduction.ts";

/**
 * Returns a change of a world as bytes, exact to the bit. Numbers are copied unchanged; equal values are written once.
 */
export function encodeDelta(delta: Delta): Uint8Array<ArrayBuffer> {
  return writeDelta(delta, new Uint8Array(roomFor(delta))) as Uint8Array<ArrayBuffer>;
}

/** Writes a change into memory provided by the caller, or into new memory if that is too small. */
export function writeDelta({ removed, placed, unset, set }: Delta, into: Uint8Array): Uint8Array {
  const writer = new PackWriter(into);
  writer.value(Uint32Array.from(removed));
  writer.value(Uint32Array.from(placed, ({ entity }) => entity));
  writer.value(Uint32Array.from(placed, ({ parent }) => parent));
  const components = [...new Set([...unset, ...set].map(({ component }) => component))];
  const place = new Map(components.map((component, index) => [component, index]));
  writer.count(components.length);
  for (const component of components) writeComponent(writer, component);
  writer.value(Uint32Array.from(unset, ({ entity }) => entity));
  writer.value(Uint32Array.from(unset, ({ component }) => place.get(component)!));
  writer.count(set.length);
  for (const { component, entities, data } of set) {
    writer.count(place.get(component)!);
    writer.value(entities);
    if (component.kind === "numeric") writer.value(data);
    else writeValues(writer, component.serialiser, data);
  }
  return writer.take();
}

/** Reads a change. Throws a PackError that says what is wrong. */
export function decodeDelta(bytes: Uint8Array): Delta {
  const reader = new PackReader(bytes);
  const removed = uint32s(reader) as unknown as Iterable<Entity>;
  const made = uint32s(reader);
  const parents = uint32s(reader);
  if (made.length !== parents.length) throw new PackError("the list of placed entities is damaged");
  const components = Array.from({ length: reader.items() }, () => readComponent(reader));
  const componentAt = (index: number): Component => {
    const component = components[index];
    if (component === undefined) throw new PackError("a component is named that is not listed");
    return component;
  };
  const losers = uint32s(reader);
  const lost = uint32s(reader);
  if (losers.length !== lost.length) throw new PackError("the list of removed components is damaged");
  const set = Array.from({ length: reader.items() }, () => readWrites(reader, componentAt(reader.count())));
  if (!reader.atEnd) throw new PackError("bytes are left over after the change");
  return {
    removed: Array.from(removed),
    placed: Array.from(made, (entity, i) => ({ entity: entity as Entity, parent: parents[i]! as Entity })),
    unset: Array.from(losers, (entity, i) => ({ entity: entity as Entity, component: componentAt(lost[i]!) })),
    set,
  };
}

/** Returns an upper bound on the bytes needed, because growing the buffer would copy the numbers repeatedly. */
export function roomFor({ set }: Delta): number {
  let size = 512;
  for (const { component, entities, data } of set) {
    size +=
      roomForComponent(component) +
      entities.byteLength +
      (data instanceof Float64Array ? data.byteLength : 16 * data.length);
  }
  return size;
}

/** Writes each value once, in order of first use, and then the index of each entity's value. */
function writeValues(writer: PackWriter, serialiser: Serialiser<unknown>, values: ComponentWrites["data"]): void {
  const byValue = new Map<unknown, number>();
  const byBytes = new Map<number, number[]>();
  const blobs: Uint8Array[] = [];
  const which = Uint32Array.from(values as readonly unknown[], (value) => {
    const known = byValue.get(value);
    if (known !== undefined) return known;
    const index = placeOf(serialiser.encode(value), blobs, byBytes);
    byValue.set(value, index);
    return index;
  });
  writer.count(blobs.length);
  for (const blob of blobs) writer.blob(blob);
  writer.value(which);
}

/** Returns the index of these bytes in the list; new ones are added to its end. */
function placeOf(blob: Uint8Array, blobs: Uint8Array[], byBytes: Map<number, number[]>): number {
  let key = blob.length;
  for (let i = 0; i < blob.length; i++) key = (Math.imul(key, 31) + blob[i]!) | 0;
  let alike = byBytes.get(key);
  if (alike === undefined) byBytes.set(key, (alike = []));
  let index = alike.find((place) => sameBytes(blobs[place]!, blob));
  if (index === undefined) alike.push((index = blobs.push(blob) - 1));
  return index;
}

function readWrites(reader: PackReader, component: Component): ComponentWrites {
  const entities = uint32s(reader);
  if (component.kind === "numeric") {
    const data = reader.value(0);
    if (data instanceof Float64Array && data.length === entities.length * component.fields.length)
      return { component, entities, data };
    throw new PackError(`the numbers of "${component.name}" are damaged`);
  }
  const values = Array.from({ length: reader.items() }, () =>
    decoded(component.name, component.serialiser, reader.blob()),
  );
  const which = uint32s(reader);
  if (which.length !== entities.length || which.some((index) => index >= values.length))
    throw new PackError(`the values of "${component.name}" are damaged`);
  return { component, entities, data: Array.from(which, (index) => values[index]) };
}

function decoded(name: string, serialiser: Serialiser<unknown>, blob: Uint8Array): unknown {
  try {
    return serialiser.decode(blob);
  } catch (error) {
    throw new PackError(`a value of "${name}" is damaged: ${textOf(error)}`);
  }
}

function uint32s(reader: PackReader): Uint32Array {
  const value = reader.value(0);
  if (!(value instanceof Uint32Array)) throw new PackError("a list of entities is damaged");
  return value;
}
