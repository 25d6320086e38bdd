import { MAX_FILE_BYTES, type Resources } from "../../resources.ts";
import { countOf, listOf, textOf, type GltfObject } from "./gltf-json.ts";
import { MeshError } from "../mesh-error.ts";

/** A glTF file with the bytes of its buffers. */
export interface GltfDocument {
  readonly root: GltfObject;
  readonly buffers: readonly Uint8Array[];
  readonly file: string;
}

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** Extensions that do not affect the position of any vertex, or that are supported. */
const KNOWN_EXTENSIONS = /^KHR_(materials_|texture_|lights_|mesh_quantization|xmp)|^EXT_texture_/;

/** Opens .gltf and .glb, and reads the buffers beside them. */
export async function openGltf(bytes: Uint8Array, file: string, files: Resources): Promise<GltfDocument> {
  const { json, binary } = isBinary(bytes) ? chunksOf(bytes) : { json: bytes, binary: undefined };
  const root = parse(json, file);
  const version = textOf((root["asset"] ?? {}) as GltfObject, "version");
  if (!version.startsWith("2.")) {
    throw new MeshError(`glTF version "${version.slice(0, 20)}" is not read`, undefined, "save it as glTF 2.0");
  }
  const required = Array.isArray(root["extensionsRequired"]) ? (root["extensionsRequired"] as unknown[]) : [];
  const unknown = required.filter((name) => typeof name === "string").find((name) => !KNOWN_EXTENSIONS.test(name));
  if (unknown !== undefined) {
    throw new MeshError(`it needs the extension ${unknown.slice(0, 80)}`, undefined, "save it without compression");
  }
  const buffers: Uint8Array[] = [];
  let total = 0;
  for (const [i, buffer] of listOf(root, "buffers").entries()) {
    const uri = textOf(buffer, "uri");
    const data = uri === "" && i === 0 ? binary : await bytesAt(uri, file, files);
    const length = countOf(buffer, "byteLength", 0);
    if (data === undefined) throw new MeshError(`buffer ${i} has no data`);
    if (data.length < length) throw new MeshError(`buffer ${i} says ${length} bytes, but it has ${data.length}`);
    total += data.length;
    if (total > MAX_FILE_BYTES) throw new MeshError(`its buffers hold more than ${MAX_FILE_BYTES} bytes`);
    buffers.push(data.subarray(0, length));
  }
  return { root, buffers, file };
}

/** Resolves to the contents of a URI in the file: a file beside it, or data in the URI itself. */
export async function bytesAt(uri: string, file: string, files: Resources): Promise<Uint8Array> {
  if (uri.startsWith("data:")) return dataIn(uri);
  const found = await files.resolve(unescaped(uri), file);
  if (found?.kind !== "file") throw new MeshError(`there is no file ${uri.slice(0, 200)}`);
  return files.read(found.path, MAX_FILE_BYTES);
}

export function isBinary(bytes: Uint8Array): boolean {
  return bytes.length >= 4 && new DataView(bytes.buffer, bytes.byteOffset, 4).getUint32(0, true) === MAGIC;
}

/** Returns the bytes of a data URI, base64 or percent-encoded. */
export function dataIn(uri: string): Uint8Array {
  const comma = uri.indexOf(",");
  if (comma < 0) throw new MeshError("a data URI has no comma");
  const content = uri.slice(comma + 1);
  if (!/;base64$/i.test(uri.slice(0, comma))) return new TextEncoder().encode(unescaped(content));
  const bytes = new Uint8Array(Math.floor((content.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let i = 0; i < content.length; i++) {
    const code = content.charCodeAt(i);
    const value = base64[code] ?? NONE;
    if (value === NONE) {
      if (content[i] === "=" || code <= 32) continue;
      throw new MeshError("a data URI is not base64");
    }
    bits = ((bits << 6) | value) & 0xffffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    bytes[length++] = (bits >>> held) & 0xff;
  }
  return bytes.subarray(0, length);
}

const NONE = 255;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** Values by character code. */
const base64 = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = LETTERS.indexOf(String.fromCharCode(code));
  return value < 0 ? NONE : value;
});

function chunksOf(bytes: Uint8Array): { json: Uint8Array; binary: Uint8Array | undefined } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 20) throw new MeshError("the file is cut off");
  const version = view.getUint32(4, true);
  if (version !== 2) throw new MeshError(`GLB version ${version} is not read`, undefined, "save it as glTF 2.0");
  let json: Uint8Array | undefined;
  let binary: Uint8Array | undefined;
  const end = Math.min(bytes.length, view.getUint32(8, true));
  for (let at = 12; at + 8 <= end;) {
    const length = view.getUint32(at, true);
    const kind = view.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) throw new MeshError("the file is cut off");
    const chunk = bytes.subarray(at + 8, at + 8 + length);
    if (kind === JSON_CHUNK) json ??= chunk;
    else if (kind === BINARY_CHUNK) binary ??= chunk;
    at += 8 + length;
  }
  if (json === undefined) throw new MeshError("the file has no JSON chunk");
  return { json, binary };
}

function parse(bytes: Uint8Array, file: string): GltfObject {
  const text = new TextDecoder().decode(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const message = (error as Error).message;
    const offset = Number(/position (\d+)/.exec(message)?.[1] ?? 0);
    const lines = text.slice(0, offset).split("\n");
    const where = { file, line: lines.length, column: lines.at(-1)!.length + 1 };
    throw new MeshError("its JSON is malformed", where);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new MeshError("it holds no JSON object");
  return value as GltfObject;
}

function unescaped(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
