import {
  Color,
  DoubleSide,
  FrontSide,
  MeshStandardMaterial,
  SRGBColorSpace,
  type Material,
  type MeshStandardMaterialParameters,
  type Texture,
} from "three";
import type { PictureSource, Pictures } from "./files/pictures.ts";

/** How something looks, given by a world or a mesh file; colours as in files (sRGB), 0 to 1. */
export interface Surface {
  readonly colour: Rgb;
  readonly emissive: Rgb;
  readonly metalness: number;
  readonly roughness: number;
  /** 1 means opaque. */
  readonly opacity: number;
  readonly doubleSided: boolean;
  readonly maps: Readonly<Partial<Record<MapKind, PictureSource>>>;
  /** Whether it is drawn the same in all modes. */
  readonly isGround?: boolean;
  /** Whether it is drawn as a wireframe in all modes. */
  readonly isWire?: boolean;
}

export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

export type MapKind = "albedo" | "normal" | "metalness" | "roughness" | "emissive" | "occlusion";

/** How everything is drawn, regardless of its material. */
export interface SurfaceModes {
  readonly wireframe: boolean;
  readonly transparent: boolean;
}

/** Materials that shapes share. Shapes with one material differ only in colour, which is stored per shape. */
export class Surfaces implements Disposable {
  readonly #pictures: Pictures;
  readonly #byKey = new Map<string, Made>();
  #modes: SurfaceModes = { wireframe: false, transparent: false };

  constructor(pictures: Pictures) {
    this.#pictures = pictures;
  }

  material(surface: Surface): Material {
    const key = surfaceKey(surface);
    let made = this.#byKey.get(key);
    if (made === undefined) {
      const { opacity, isGround = false, isWire = false } = surface;
      made = { material: this.#make(surface), opacity, isGround, isWire };
      this.#byKey.set(key, made);
      applyModes(made, this.#modes);
    }
    return made.material;
  }

  setModes(modes: SurfaceModes): void {
    this.#modes = modes;
    for (const made of this.#byKey.values()) applyModes(made, modes);
  }

  [Symbol.dispose](): void {
    for (const { material } of this.#byKey.values()) material.dispose();
    this.#byKey.clear();
  }

  #make({ emissive, metalness, roughness, doubleSided, maps }: Surface): MeshStandardMaterial {
    const parameters: MeshStandardMaterialParameters = {
      metalness,
      roughness,
      emissive: linear(emissive),
      side: doubleSided ? DoubleSide : FrontSide,
    };
    const material = new MeshStandardMaterial(parameters);
    const set = (kind: MapKind, use: (texture: Texture) => void): void => {
      const source = maps[kind];
      if (source === undefined) return;
      this.#pictures.load(source, kind === "albedo" || kind === "emissive", (texture) => {
        use(texture);
        material.needsUpdate = true;
      });
    };
    set("albedo", (texture) => (material.map = texture));
    set("normal", (texture) => (material.normalMap = texture));
    set("metalness", (texture) => (material.metalnessMap = texture));
    set("roughness", (texture) => (material.roughnessMap = texture));
    set("occlusion", (texture) => (material.aoMap = texture));
    set("emissive", (texture) => {
      material.emissiveMap = texture;
      if (material.emissive.getHex() === 0) material.emissive.setScalar(1);
    });
    return material;
  }
}

interface Made {
  readonly material: MeshStandardMaterial;
  readonly opacity: number;
  readonly isGround: boolean;
  readonly isWire: boolean;
}

function applyModes({ material, opacity, isGround, isWire }: Made, modes: SurfaceModes): void {
  const { wireframe, transparent } = isGround ? PLAIN : modes;
  const shown = transparent ? Math.min(opacity, SEEN_THROUGH) : opacity;
  const isClear = shown < 1;
  if (material.transparent !== isClear) material.needsUpdate = true;
  material.wireframe = wireframe || isWire;
  material.opacity = shown;
  material.transparent = isClear;
  material.depthWrite = !isClear;
}

/** Opacity of transparent things. */
export const SEEN_THROUGH = 0.35;
const PLAIN: SurfaceModes = { wireframe: false, transparent: false };

/** Returns a key for the properties that shapes must have in common to be drawn together. */
export function surfaceKey(surface: Surface): string {
  const { emissive, metalness, roughness, opacity, doubleSided, maps, isGround = false, isWire = false } = surface;
  const pictures = Object.entries(maps).map(([kind, source]) => `${kind}=${source.key}`);
  const numbers = [emissive.r, emissive.g, emissive.b, metalness, roughness, opacity];
  return [...numbers, doubleSided, isGround, isWire, ...pictures].join(" ");
}

/** Returns the linear colour that three.js computes with. */
export function linear({ r, g, b }: Rgb): Color {
  return new Color().setRGB(r, g, b, SRGBColorSpace);
}

export function linearOf(colour: Rgb): [r: number, g: number, b: number] {
  const { r, g, b } = linear(colour);
  return [r, g, b];
}
