import type { Vec3 } from "../base/vec3.ts";
import type { Color } from "./color.ts";
import type { Solid } from "./solid.ts";

/** A shape as in a world file, in metres. Cylinders, capsules and cones are along z, centred. */
export type Geometry =
  | { readonly type: "empty" }
  | { readonly type: "box"; readonly size: Vec3 }
  | { readonly type: "sphere"; readonly radius: number }
  | { readonly type: "cylinder"; readonly radius: number; readonly length: number }
  | { readonly type: "capsule"; readonly radius: number; readonly length: number }
  | { readonly type: "cone"; readonly radius: number; readonly length: number }
  | { readonly type: "ellipsoid"; readonly radii: Vec3 }
  /** `size` is only how much of it is drawn; it collides everywhere. */
  | { readonly type: "plane"; readonly normal: Vec3; readonly size: { readonly x: number; readonly y: number } }
  | {
      readonly type: "mesh";
      /** As written. */
      readonly uri: string;
      /**
       * The file that contains the URI; a relative URI starts in that file's folder. For an entity, `fromUri` if it
       * matters, otherwise empty.
       */
      readonly from: string;
      /** How includes name that file, if it is not the world's own: `model://box/model.sdf`. */
      readonly fromUri?: string | undefined;
      readonly scale: Vec3;
      readonly submesh: string;
      readonly centerSubmesh: boolean;
      /** Whether it collides as the convex hull. */
      readonly convex: boolean;
      /** With `convex`: the largest number of hulls; one if absent. */
      readonly maxHulls?: number | undefined;
      /** Set for a collision after its file was read. */
      readonly solid?: Solid | undefined;
    }
  | {
      readonly type: "heightmap";
      readonly uri: string;
      readonly from: string;
      readonly fromUri?: string | undefined;
      readonly size: Vec3;
      readonly position: Vec3;
      readonly sampling: number;
      readonly solid?: Solid | undefined;
    }
  | { readonly type: "polyline"; readonly polylines: readonly Polyline[]; readonly solid?: Solid | undefined };

export interface Polyline {
  readonly height: number;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Material {
  readonly ambient: Color;
  readonly diffuse: Color;
  readonly specular: Color;
  readonly emissive: Color;
  readonly doubleSided: boolean;
  /** The name of a material script of Gazebo's renderer, such as `Gazebo/Red`. */
  readonly script?: string;
  /** Physically based settings; absent maps are empty. */
  readonly pbr: PbrMaterial | undefined;
}

export interface PbrMaterial {
  /** The file that names the maps, as for a mesh. */
  readonly from: string;
  readonly fromUri?: string | undefined;
  readonly metalness: number;
  readonly roughness: number;
  readonly albedoMap: string;
  readonly normalMap: string;
  readonly metalnessMap: string;
  readonly roughnessMap: string;
  readonly emissiveMap: string;
  readonly ambientOcclusionMap: string;
}

/** The fields that name pictures. */
export const PBR_MAPS = [
  "albedoMap",
  "normalMap",
  "metalnessMap",
  "roughnessMap",
  "emissiveMap",
  "ambientOcclusionMap",
] as const satisfies readonly (keyof PbrMaterial)[];

/** Returns the URIs of a material's pictures. */
export function mapsOf(pbr: PbrMaterial): string[] {
  return PBR_MAPS.map((map) => pbr[map]).filter((uri) => uri !== "");
}
