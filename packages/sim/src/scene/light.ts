import type { Pose } from "../base/pose.ts";
import type { Vec3 } from "../base/vec3.ts";
import type { Color } from "./color.ts";

export interface LightScene {
  readonly name: string;
  readonly type: "point" | "spot" | "directional";
  readonly pose: Pose;
  readonly diffuse: Color;
  readonly specular: Color;
  /** Direction in which it shines, in its own frame. */
  readonly direction: Vec3;
  readonly castShadows: boolean;
  readonly intensity: number;
  readonly attenuation: LightAttenuation;
  /** For a spot light, in rad. */
  readonly spotInnerAngle: number;
  readonly spotOuterAngle: number;
  readonly spotFalloff: number;
  readonly on: boolean;
  readonly visualize: boolean;
  /** The rest of its XML in the file; see `formats/sdf/extra.ts`. */
  readonly extra?: string;
}

export interface LightAttenuation {
  /** Metres. */
  readonly range: number;
  readonly constant: number;
  readonly linear: number;
  readonly quadratic: number;
}
