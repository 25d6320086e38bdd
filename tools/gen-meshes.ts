// Writes worlds/meshes/, the shapes of worlds/meshes.sdf: `node tools/gen-meshes.ts`. With --check it writes nothing
// and exits with 1 if one is stale.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, exit } from "node:process";
import { crc32 } from "node:zlib";
import { cos } from "../packages/sim/src/base/math/math.ts";
import {
  boxTriangles,
  colladaText,
  glbOf,
  gltfOf,
  joined,
  objText,
  stlBinary,
  torusTriangles,
  type Triangles,
} from "../packages/sim/src/testing/mesh-files.ts";

const folder = join(import.meta.dirname, "../worlds/meshes");

const files: Readonly<Record<string, string | Uint8Array>> = {
  "table.obj": objText(table(), "mtllib table.mtl\no table\nusemtl wood"),
  "table.mtl": "newmtl wood\nKd 0.62 0.46 0.30\n",
  "wedge.stl": stlBinary(wedge(), "a wedge of one metre by one half"),
  "bin.dae": bin(),
  "ring.glb": glbOf(gltfOf(torusTriangles(0.3, 0.07, 24, 10), paint)),
  "hills.png": hills(33),
};

mkdirSync(folder, { recursive: true });
let isStale = false;
for (const [name, content] of Object.entries(files)) {
  const path = join(folder, name);
  const bytes = Buffer.from(content);
  if (existsSync(path) && readFileSync(path).equals(bytes)) continue;
  isStale = true;
  if (argv.includes("--check")) console.error(`stale: worlds/meshes/${name}`);
  else writeFileSync(path, bytes);
}
if (argv.includes("--check") && isStale) exit(1);

/** Returns a plate of 1.2 × 0.8 m, with its top at 0.74 m, on four legs. */
function table(): Triangles {
  const leg = (x: number, y: number): Triangles => boxTriangles([0.06, 0.06, 0.7], [x, y, 0.35]);
  return joined(
    boxTriangles([1.2, 0.8, 0.04], [0, 0, 0.72]),
    leg(0.55, 0.35),
    leg(-0.55, 0.35),
    leg(0.55, -0.35),
    leg(-0.55, -0.35),
  );
}

/** Returns a wedge 1 m long and half as high and wide, rising along x. */
function wedge(): Triangles {
  return {
    positions: [0, -0.25, 0, 1, -0.25, 0, 1, -0.25, 0.5, 0, 0.25, 0, 1, 0.25, 0, 1, 0.25, 0.5],
    indices: [0, 1, 2, 3, 5, 4, 0, 3, 4, 0, 4, 1, 1, 4, 5, 1, 5, 2, 0, 2, 5, 0, 5, 3],
  };
}

/**
 * Returns an open box of 1 × 1 × 0.5 m with walls of 5 cm, in centimetres; one side is the mirror image of the other.
 */
function bin(): string {
  const half = joined(
    boxTriangles([50, 100, 5], [25, 0, 2.5]),
    boxTriangles([5, 100, 45], [47.5, 0, 27.5]),
    boxTriangles([45, 5, 45], [22.5, 47.5, 27.5]),
    boxTriangles([45, 5, 45], [22.5, -47.5, 27.5]),
  );
  const shown = '<instance_geometry url="#shape"/>';
  return colladaText(half, {
    asset: '<unit name="centimeter" meter="0.01"/><up_axis>Z_UP</up_axis>',
    nodes: `<node name="right">${shown}</node><node name="left"><scale>-1 1 1</scale>${shown}</node>`,
  });
}

function paint(json: Record<string, unknown> & { meshes: Record<string, unknown>[] }): void {
  const pbrMetallicRoughness = { baseColorFactor: [0.8, 0.6, 0.2, 1], metallicFactor: 0.9, roughnessFactor: 0.35 };
  json["materials"] = [{ name: "brass", pbrMetallicRoughness }];
  json.meshes[0]!["primitives"] = [{ attributes: { POSITION: 0 }, indices: 1, material: 0 }];
}

/**
 * Returns a picture of round hills, 16 bits grey, packed without compression so that it is the same with every zlib.
 */
function hills(side: number): Uint8Array {
  const rows = new Uint8Array(side * (1 + 2 * side));
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const height = (1 - cos((4 * Math.PI * x) / (side - 1))) * (1 - cos((2 * Math.PI * y) / (side - 1)));
      new DataView(rows.buffer).setUint16(y * (1 + 2 * side) + 1 + 2 * x, Math.round((height / 4) * 65535));
    }
  }
  const header = Uint8Array.of(0, 0, 0, side, 0, 0, 0, side, 16, 0, 0, 0, 0);
  const length = rows.length;
  const stored = Uint8Array.of(0x78, 0x01, 1, length & 255, length >> 8, ~length & 255, (~length >> 8) & 255);
  const data = Buffer.concat([stored, rows, wordOf(adler32(rows))]);
  const signature = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", new Uint8Array())]);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(type), data]);
  return Buffer.concat([wordOf(data.length), named, wordOf(crc32(named))]);
}

function wordOf(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function adler32(bytes: Uint8Array): number {
  let [a, b] = [1, 0];
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return b * 65536 + a;
}
