import type { GltfDocument } from "./gltf-container.ts";
import { countOf, item, listOf, objectOf, textOf, type GltfObject } from "./gltf-json.ts";
import { MAX_TRIANGLES } from "../mesh.ts";
import { MeshError } from "../mesh-error.ts";

const SIZES: Readonly<Record<string, number>> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };

interface ComponentType {
  readonly bytes: number;
  readonly read: (view: DataView, at: number) => number;
  /** The integer that represents a normalized value of 1. */
  readonly one: number;
}

const COMPONENTS: Readonly<Record<number, ComponentType>> = {
  5120: { bytes: 1, read: (view, at) => view.getInt8(at), one: 127 },
  5121: { bytes: 1, read: (view, at) => view.getUint8(at), one: 255 },
  5122: { bytes: 2, read: (view, at) => view.getInt16(at, true), one: 32767 },
  5123: { bytes: 2, read: (view, at) => view.getUint16(at, true), one: 65535 },
  5125: { bytes: 4, read: (view, at) => view.getUint32(at, true), one: 1 },
  5126: { bytes: 4, read: (view, at) => view.getFloat32(at, true), one: 1 },
};

/** Reads the values of an accessor, `size` numbers each, including normalized and sparse ones. */
export function readAccessor(document: GltfDocument, index: number, size: number): Float64Array {
  const accessor = item(listOf(document.root, "accessors"), index, "accessor");
  const own = SIZES[textOf(accessor, "type")];
  if (own === undefined || own < size) throw new MeshError(`accessor ${index} is a ${textOf(accessor, "type")}`);
  const component = componentOf(accessor, index);
  const count = countOf(accessor, "count", 0);
  // Before anything of that size is allocated: the number comes from the file.
  if (count > 3 * MAX_TRIANGLES) throw new MeshError(`accessor ${index} has ${count} items`);
  const scale = accessor["normalized"] === true ? component.one : 1;
  const view = countOf(accessor, "bufferView", -1);
  const offset = countOf(accessor, "byteOffset", 0);
  const stretch = view < 0 ? undefined : openView(document, view, offset, component.bytes * own, count);
  const values = new Float64Array(count * size);
  if (stretch !== undefined) {
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < size; k++) {
        values[i * size + k] =
          component.read(stretch.data, stretch.at + i * stretch.stride + k * component.bytes) / scale;
      }
    }
  }
  const sparse = objectOf(accessor, "sparse");
  if (sparse !== undefined) applySparse(document, sparse, values, size, component, own, scale);
  return values;
}

function applySparse(
  document: GltfDocument,
  sparse: GltfObject,
  values: Float64Array,
  size: number,
  component: ComponentType,
  own: number,
  scale: number,
): void {
  const count = countOf(sparse, "count", 0);
  const where = objectOf(sparse, "indices") ?? {};
  const what = objectOf(sparse, "values") ?? {};
  const indexType = componentOf(where, 0);
  const offset = (part: GltfObject): number => countOf(part, "byteOffset", 0);
  const indices = openView(document, countOf(where, "bufferView", -1), offset(where), indexType.bytes, count);
  const items = openView(document, countOf(what, "bufferView", -1), offset(what), component.bytes * own, count);
  for (let i = 0; i < count; i++) {
    const target = indexType.read(indices.data, indices.at + i * indices.stride);
    if ((target + 1) * size > values.length) throw new MeshError(`a sparse accessor refers to item ${target}`);
    for (let k = 0; k < size; k++) {
      values[target * size + k] = component.read(items.data, items.at + i * items.stride + k * component.bytes) / scale;
    }
  }
}

function componentOf(holder: GltfObject, index: number): ComponentType {
  const type = COMPONENTS[countOf(holder, "componentType", 0)];
  if (type === undefined) throw new MeshError(`accessor ${index} has numbers of an unknown kind`);
  return type;
}

/** Returns a view of `count` items of `bytes` each, after checking it against the end of the buffer. */
function openView(
  document: GltfDocument,
  index: number,
  offset: number,
  bytes: number,
  count: number,
): { data: DataView; at: number; stride: number } {
  const view = item(listOf(document.root, "bufferViews"), index, "bufferView");
  const buffer = item(document.buffers, countOf(view, "buffer", -1), "buffer");
  const start = countOf(view, "byteOffset", 0);
  const length = countOf(view, "byteLength", 0);
  const stride = countOf(view, "byteStride", 0) || bytes;
  if (stride < bytes) throw new MeshError(`bufferView ${index} has a stride of ${stride} for items of ${bytes} bytes`);
  const end = count === 0 ? offset : offset + (count - 1) * stride + bytes;
  if (end > length || start + length > buffer.length) {
    throw new MeshError(`bufferView ${index} ends before its ${count} items do`);
  }
  return { data: new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength), at: start + offset, stride };
}
