import { componentNamed, standIn } from "./component.ts";
import { PackError, PackReader, PackWriter } from "./pack.ts";
import type { Snapshot } from "./snapshot.ts";
import type { StoreCopy } from "./store.ts";

/**
 * Returns a snapshot as bytes, for files and other processes. Equal states may have different bytes, because rows are
 * kept as they are.
 */
export function encodeSnapshot({ nextId, entities, stores }: Snapshot): Uint8Array {
  const writer = new PackWriter();
  writer.count(nextId);
  writer.value(entities.ids);
  writer.value(entities.parents);
  writer.count(stores.length);
  for (const { component, entities: rows, data } of stores) {
    writer.text(component.name);
    writer.value(component.kind === "numeric" ? component.fields : undefined);
    writer.value(rows);
    if (component.kind === "numeric") {
      writer.value(data);
    } else {
      rows.forEach((entity, row) => entity !== 0 && writer.blob(component.serialiser.encode(data[row])));
    }
  }
  return writer.finish();
}

/** Reads a snapshot. Throws a PackError that says what is wrong, before changing anything. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  const reader = new PackReader(bytes);
  const nextId = reader.count();
  const ids = uint32s(reader);
  const parents = uint32s(reader);
  if (ids.length !== parents.length) throw new PackError("the entity table is damaged");
  checkTree(ids, parents);
  const known = new Set(ids);
  const stores = Array.from({ length: reader.items() }, () => readStore(reader, known));
  if (!reader.atEnd) throw new PackError("bytes are left over after the snapshot");
  return { nextId, entities: { ids, parents }, stores };
}

function readStore(reader: PackReader, known: ReadonlySet<number>): StoreCopy {
  const name = reader.text();
  const fields = readFields(reader);
  const component = componentNamed(name) ?? standIn(name, fields);
  if (fields?.join() !== (component.kind === "numeric" ? component.fields.join() : undefined))
    throw new PackError(
      `component "${name}" has different fields here: ${fields?.join() ?? "none, it is not numeric"}`,
    );
  const entities = uint32s(reader);
  for (const entity of entities)
    if (entity !== 0 && !known.has(entity)) throw new PackError(`"${name}" of a missing entity ${entity}`);
  if (component.kind === "value") {
    const data = Array.from(entities, (entity) =>
      entity === 0 ? undefined : component.serialiser.decode(reader.blob()),
    );
    return { component, entities, data };
  }
  const data = reader.value(0);
  if (!(data instanceof Float64Array) || data.length !== entities.length * component.fields.length) {
    throw new PackError(`the numbers of "${name}" are damaged`);
  }
  return { component, entities, data };
}

function readFields(reader: PackReader): readonly string[] | undefined {
  const fields = reader.value(0);
  if (fields === undefined) return undefined;
  if (Array.isArray(fields) && fields.every((field) => typeof field === "string")) return fields;
  throw new PackError("the names of a component's fields are damaged");
}

function uint32s(reader: PackReader): Uint32Array {
  const value = reader.value(0);
  if (!(value instanceof Uint32Array)) throw new PackError("a list of entities is damaged");
  return value;
}

/** Checks that every parent exists and no entity is its own ancestor: restoring such a tree would never end. */
function checkTree(ids: Uint32Array, parents: Uint32Array): void {
  const parentOf = new Map<number, number>();
  ids.forEach((id, slot) => id !== 0 && parentOf.set(id, parents[slot]!));
  const sound = new Set<number>([0]);
  for (const id of parentOf.keys()) {
    const path: number[] = [];
    let at = id;
    while (!sound.has(at)) {
      const parent = parentOf.get(at);
      if (parent === undefined || path.length > parentOf.size) throw new PackError("the entity tree is damaged");
      path.push(at);
      at = parent;
    }
    for (const visited of path) sound.add(visited);
  }
}
