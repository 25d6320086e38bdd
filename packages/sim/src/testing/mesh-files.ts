import { cos, sin } from "../base/math/math.ts";

/** Triangles to be written to a file. */
export interface Triangles {
  /** x y z per vertex. */
  readonly positions: readonly number[];
  /** Three per triangle. */
  readonly indices: readonly number[];
}

/** Returns a box with its corners at ± half of `size`, about `center`; twelve triangles. */
export function boxTriangles(size: readonly number[], center: readonly number[] = [0, 0, 0]): Triangles {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) =>
    [corner & 1, (corner >> 1) & 1, corner >> 2].map((bit, axis) => center[axis]! + (bit - 0.5) * size[axis]!),
  );
  const faces = ["0231", "4576", "0154", "2673", "0462", "1375"];
  const indices = faces.flatMap((face) => {
    const [a, b, c, d] = Array.from(face, Number);
    return [a!, b!, c!, a!, c!, d!];
  });
  return { positions, indices };
}

/** Makes a torus about z; `radius` is that of the circle in the middle of the tube. */
export function torusTriangles(radius: number, tube: number, around: number, across: number): Triangles {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const a = (2 * Math.PI * i) / around;
      const b = (2 * Math.PI * j) / across;
      const r = radius + tube * cos(b);
      positions.push(r * cos(a), r * sin(a), tube * sin(b));
      const corner = (k: number, l: number): number => (k % around) * across + (l % across);
      indices.push(corner(i, j), corner(i + 1, j), corner(i + 1, j + 1));
      indices.push(corner(i, j), corner(i + 1, j + 1), corner(i, j + 1));
    }
  }
  return { positions, indices };
}

/** Joins several bodies to one. */
export function joined(...parts: readonly Triangles[]): Triangles {
  const positions = parts.flatMap((part) => part.positions);
  let first = 0;
  const indices = parts.flatMap((part) => {
    const own = part.indices.map((index) => index + first);
    first += part.positions.length / 3;
    return own;
  });
  return { positions, indices };
}

export function stlText(name: string, { positions, indices }: Triangles): string {
  const corner = (index: number): string => `vertex ${positions.slice(3 * index, 3 * index + 3).join(" ")}`;
  const facets: string[] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [0, 1, 2].map((k) => corner(indices[i + k]!));
    facets.push(`facet normal 0 0 0\n outer loop\n  ${corners.join("\n  ")}\n endloop\nendfacet`);
  }
  return `solid ${name}\n${facets.join("\n")}\nendsolid ${name}\n`;
}

export function stlBinary({ positions, indices }: Triangles, header = ""): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(84 + (indices.length / 3) * 50);
  const view = new DataView(bytes.buffer);
  new TextEncoder().encodeInto(header, bytes.subarray(0, 80));
  view.setUint32(80, indices.length / 3, true);
  indices.forEach((index, i) => {
    const at = 84 + Math.floor(i / 3) * 50 + 12 + (i % 3) * 12;
    for (let axis = 0; axis < 3; axis++) view.setFloat32(at + 4 * axis, positions[3 * index + axis]!, true);
  });
  return bytes;
}

/** Writes faces by vertex number only; `before` goes between the vertices and the faces. */
export function objText({ positions, indices }: Triangles, before = ""): string {
  const lines: string[] = [];
  for (let i = 0; i < positions.length; i += 3) lines.push(`v ${positions.slice(i, i + 3).join(" ")}`);
  if (before !== "") lines.push(before);
  for (let i = 0; i < indices.length; i += 3) {
    lines.push(
      `f ${indices
        .slice(i, i + 3)
        .map((index) => index + 1)
        .join(" ")}`,
    );
  }
  return `${lines.join("\n")}\n`;
}

export interface ColladaParts {
  /** Contents for `<asset>`. */
  readonly asset?: string;
  /** Replaces `<triangles>…</triangles>`. */
  readonly primitives?: string;
  /** Contents for `<visual_scene>`, instead of one node that shows the geometry "shape". */
  readonly nodes?: string;
  /** Elements before the geometries. */
  readonly libraries?: string;
}

/** Returns one geometry "shape" with the sources "positions" and "vertices". */
export function colladaText({ positions, indices }: Triangles, parts: ColladaParts = {}): string {
  const count = indices.length / 3;
  const input = '<input semantic="VERTEX" source="#vertices" offset="0"/>';
  const primitives = parts.primitives ?? `<triangles count="${count}">${input}<p>${indices.join(" ")}</p></triangles>`;
  const nodes = parts.nodes ?? '<node name="body"><instance_geometry url="#shape"/></node>';
  return `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset>${parts.asset ?? ""}</asset>
  ${parts.libraries ?? ""}
  <library_geometries>
    <geometry id="shape" name="shape">
      <mesh>
        <source id="positions">
          <float_array id="numbers" count="${positions.length}">${positions.join(" ")}</float_array>
          <technique_common><accessor source="#numbers" count="${positions.length / 3}" stride="3"/></technique_common>
        </source>
        <vertices id="vertices"><input semantic="POSITION" source="#positions"/></vertices>
        ${primitives}
      </mesh>
    </geometry>
  </library_geometries>
  <library_visual_scenes><visual_scene id="scene">${nodes}</visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#scene"/></scene>
</COLLADA>
`;
}

/**
 * Returns a glTF document and its single buffer: positions as floats, then indices as 16-bit numbers. `change` edits
 * the JSON.
 */
export function gltfOf(
  { positions, indices }: Triangles,
  change: (json: GltfJson) => void = () => {},
): { json: GltfJson; buffer: Uint8Array<ArrayBuffer> } {
  const buffer = new Uint8Array(positions.length * 4 + indices.length * 2);
  const view = new DataView(buffer.buffer);
  positions.forEach((value, i) => view.setFloat32(4 * i, value, true));
  indices.forEach((value, i) => view.setUint16(4 * positions.length + 2 * i, value, true));
  const json: GltfJson = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ name: "body", mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      { bufferView: 0, componentType: 5126, type: "VEC3", count: positions.length / 3 },
      { bufferView: 1, componentType: 5123, type: "SCALAR", count: indices.length },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: 4 * positions.length },
      { buffer: 0, byteOffset: 4 * positions.length, byteLength: 2 * indices.length },
    ],
    buffers: [{ byteLength: buffer.length }],
  };
  change(json);
  return { json, buffer };
}

export type GltfJson = Record<string, unknown> & {
  nodes: Record<string, unknown>[];
  meshes: Record<string, unknown>[];
  accessors: Record<string, unknown>[];
  bufferViews: Record<string, unknown>[];
  buffers: Record<string, unknown>[];
};

/** Returns a glTF document in one binary file. */
export function glbOf({ json, buffer }: { json: object; buffer: Uint8Array }): Uint8Array<ArrayBuffer> {
  const padded = (data: Uint8Array, fill: number): Uint8Array => {
    const bytes = new Uint8Array(Math.ceil(data.length / 4) * 4).fill(fill);
    bytes.set(data);
    return bytes;
  };
  const chunks: [number, Uint8Array][] = [
    [0x4e4f534a, padded(new TextEncoder().encode(JSON.stringify(json)), 32)],
    [0x004e4942, padded(buffer, 0)],
  ];
  const bytes = new Uint8Array(12 + chunks.reduce((sum, [, data]) => sum + 8 + data.length, 0));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x46546c67, true);
  view.setUint32(4, 2, true);
  view.setUint32(8, bytes.length, true);
  let at = 12;
  for (const [kind, data] of chunks) {
    view.setUint32(at, data.length, true);
    view.setUint32(at + 4, kind, true);
    bytes.set(data, at + 8);
    at += 8 + data.length;
  }
  return bytes;
}
