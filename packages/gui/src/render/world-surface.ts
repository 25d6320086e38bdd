import type { ValueOf } from "@orrery/sim";
import type { MeshMaterial, MeshTexture } from "@orrery/sim/host";
import type { Material } from "@orrery/sim/components";
import { pathOf } from "./files/mesh-files.ts";
import type { PictureSource } from "./files/pictures.ts";
import type { MapKind, Rgb, Surface } from "./surfaces.ts";

type MaterialData = NonNullable<ValueOf<typeof Material>>;

/** The surface of things without a material in the world file: a light, slightly warm grey that shows shapes well. */
export const plainSurface: Surface = {
  colour: { r: 0.74, g: 0.735, b: 0.72 },
  emissive: { r: 0, g: 0, b: 0 },
  metalness: 0,
  roughness: 0.7,
  opacity: 1,
  doubleSided: false,
  maps: {},
};

/** Returns the surface for a world's material. `transparency` is the visual's own: 0 is opaque, 1 invisible. */
export function worldSurface(material: MaterialData | undefined, transparency: number): Surface {
  if (material === undefined) return { ...plainSurface, opacity: rounded(1 - transparency) };
  const { diffuse, specular, emissive, doubleSided, pbr } = material;
  const map = (uri: string): PictureSource | undefined =>
    uri === "" ? undefined : { ...fileOf(uri, pbr!.from), isFlipped: true };
  return {
    colour: pbr !== undefined && pbr.albedoMap !== "" && isBlack(diffuse) ? white : calmed(diffuse),
    emissive: rgb(emissive),
    metalness: rounded(pbr?.metalness ?? 0),
    roughness: rounded(pbr?.roughness ?? roughnessOf(specular)),
    opacity: rounded(diffuse.a * (1 - transparency)),
    doubleSided,
    maps:
      pbr === undefined
        ? {}
        : present({
            albedo: map(pbr.albedoMap),
            normal: map(pbr.normalMap),
            metalness: map(pbr.metalnessMap),
            roughness: map(pbr.roughnessMap),
            emissive: map(pbr.emissiveMap),
            occlusion: map(pbr.ambientOcclusionMap),
          }),
  };
}

/** Returns the surface for a mesh file's material; `undefined` stands for a mesh without one. */
export function meshSurface(material: MeshMaterial | undefined, transparency: number): Surface {
  if (material === undefined) return { ...plainSurface, opacity: rounded(1 - transparency) };
  const { diffuse, specular, emissive, metalness, roughness, doubleSided } = material;
  const map = (texture: MeshTexture | undefined): PictureSource | undefined =>
    texture === undefined ? undefined : pictureOf(texture, material.name);
  return {
    colour: calmed(diffuse),
    emissive: rgb(emissive),
    metalness: rounded(metalness ?? 0),
    roughness: rounded(roughness ?? roughnessOf(specular)),
    opacity: rounded(diffuse.a * (1 - transparency)),
    doubleSided,
    maps: present({
      albedo: map(material.texture),
      normal: map(material.normalMap),
      metalness: map(material.metalnessMap),
      roughness: map(material.roughnessMap),
      emissive: map(material.emissiveMap),
    }),
  };
}

/**
 * Returns whether a surface is a grey without pictures, which is the usual way to say "ground"; any other look is
 * intentional.
 */
export function isNeutral({ colour: { r, g, b }, maps }: Surface): boolean {
  return Object.keys(maps).length === 0 && Math.max(r, g, b) - Math.min(r, g, b) < 0.1;
}

/**
 * Tones down a colour at the corners of the colour cube (pure red, black, white), which is a number that somebody typed
 * rather than a real surface. Slightly inside the cube it keeps its hue and still shows shading.
 */
export function calmed({ r, g, b }: Rgb): Rgb {
  const grey = 0.3 * r + 0.59 * g + 0.11 * b;
  const saturation = Math.max(r, g, b) - Math.min(r, g, b);
  const towards = saturation > 0.85 ? 0.18 : 0;
  const calm = (value: number): number => Math.min(0.94, Math.max(0.035, value + (grey - value) * towards));
  return { r: calm(r), g: calm(g), b: calm(b) };
}

/** Returns the roughness for a specular colour: smooth surfaces have bright highlights. */
function roughnessOf({ r, g, b }: Rgb): number {
  return 0.85 - 0.5 * Math.sqrt(Math.max(0, Math.min(1, Math.max(r, g, b))));
}

/** Rounds to a few steps, so that surfaces that look the same are drawn together. */
function rounded(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 20) / 20;
}

function rgb({ r, g, b }: Rgb): Rgb {
  return { r, g, b };
}

function isBlack({ r, g, b }: Rgb): boolean {
  return r + g + b === 0;
}

const white: Rgb = { r: 1, g: 1, b: 1 };

function pictureOf(texture: MeshTexture, name: string): PictureSource {
  // In mesh files, v points down from the top of the picture.
  if (texture.type === "file") return { ...fileOf(texture.uri, texture.from), isFlipped: false };
  const { bytes, mimeType } = texture;
  return { key: `${name} ${bytes.byteOffset} ${bytes.length}`, bytes, mimeType, isFlipped: false };
}

function present(maps: Readonly<Partial<Record<MapKind, PictureSource | undefined>>>): Surface["maps"] {
  return Object.fromEntries(Object.entries(maps).filter(([, source]) => source !== undefined));
}

function fileOf(uri: string, from: string): { readonly key: string; readonly uri: string; readonly from: string } {
  return { key: pathOf(uri, from), uri, from };
}
