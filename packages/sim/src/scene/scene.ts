import type { Pose } from "../base/pose.ts";
import type { Vec3 } from "../base/vec3.ts";
import type { ActorScene } from "./actor.ts";
import type { Color } from "./color.ts";
import type { Geometry, Material } from "./geometry.ts";
import type { JointScene } from "./joint.ts";
import type { LightScene } from "./light.ts";

/**
 * The contents of a file, as plain data: includes are resolved, defaults filled in, every pose is relative to the
 * parent in the tree below (a link to its model, a collision to its link). Nothing depends on a file format.
 */
export interface Scene {
  readonly worlds: readonly WorldScene[];
  /** Models, lights and actors at the root of a file, to be inserted into a world. */
  readonly models: readonly ModelScene[];
  readonly lights: readonly LightScene[];
  readonly actors: readonly ActorScene[];
}

export interface WorldScene {
  readonly name: string;
  /** In m/s². */
  readonly gravity: Vec3;
  /** In tesla. */
  readonly magneticField: Vec3;
  readonly physics: PhysicsScene;
  readonly appearance: AppearanceScene;
  readonly models: readonly ModelScene[];
  readonly lights: readonly LightScene[];
  readonly frames: readonly FrameScene[];
  readonly joints: readonly JointScene[];
  readonly actors: readonly ActorScene[];
  readonly plugins: readonly PluginScene[];
  /** Whether the world runs only these systems: its `<gz:policies>` excludes those of the server. */
  readonly onlyNamedSystems?: boolean;
  /** The rest of its XML in the file; see `formats/sdf/extra.ts`. */
  readonly extra?: string;
}

export interface PhysicsScene {
  readonly name: string;
  /** As written: `ode`, `bullet`, `dart`, `rapier`, `mujoco`, … */
  readonly type: string;
  /** Seconds per step. */
  readonly maxStepSize: number;
  /** Target of simulated seconds per second; 0 means as fast as possible. */
  readonly realTimeFactor: number;
  /** In Hz; stored only for saving, because the factor above decides. */
  readonly realTimeUpdateRate: number;
}

/** How the world looks, from `<scene>`. */
export interface AppearanceScene {
  readonly ambient: Color;
  readonly background: Color;
  readonly shadows: boolean;
  readonly grid: boolean;
  readonly sky: boolean;
}

export interface ModelScene {
  readonly name: string;
  readonly pose: Pose;
  /** Its displacement from `pose`, if joints of a saved world have moved it. */
  readonly moved?: Pose;
  readonly static: boolean;
  readonly selfCollide: boolean;
  readonly allowAutoDisable: boolean;
  readonly enableWind: boolean;
  /** The link that the model's frame follows, scoped below the model (`inner::link`). Empty if it has no links. */
  readonly canonicalLink: string;
  readonly links: readonly LinkScene[];
  readonly joints: readonly JointScene[];
  readonly frames: readonly FrameScene[];
  readonly models: readonly ModelScene[];
  readonly plugins: readonly PluginScene[];
  /** For an empty model in the place of a missing one: the missing one's URI. */
  readonly missing?: string;
  /** The rest of its XML in the file; see `formats/sdf/extra.ts`. */
  readonly extra?: string;
}

export interface LinkScene {
  readonly name: string;
  /** With all joints at zero. */
  readonly pose: Pose;
  /** Its displacement from `pose`, if joints of a saved world have moved it. */
  readonly moved?: Pose;
  readonly inertial: InertialScene;
  readonly gravity: boolean;
  readonly kinematic: boolean;
  readonly selfCollide: boolean;
  readonly enableWind: boolean;
  /** How fast velocities decay, in 1/s. */
  readonly velocityDecay: { readonly linear: number; readonly angular: number };
  readonly collisions: readonly CollisionScene[];
  readonly visuals: readonly VisualScene[];
  readonly lights: readonly LightScene[];
  readonly sensors: readonly SensorScene[];
  /** Absent when it has none. */
  readonly plugins?: readonly PluginScene[];
  /** The rest of its XML in the file; see `formats/sdf/extra.ts`. */
  readonly extra?: string;
}

export interface InertialScene {
  /** In kg. */
  readonly mass: number;
  /** Centre of mass and axes of the inertia, in the link. */
  readonly pose: Pose;
  /** In kg·m² about the centre of mass, in the axes of `pose`. */
  readonly ixx: number;
  readonly iyy: number;
  readonly izz: number;
  readonly ixy: number;
  readonly ixz: number;
  readonly iyz: number;
  /** Whether it is computed from the collisions' geometry and densities instead of being given in the file. */
  readonly auto: boolean;
  /**
   * For an automatic inertia that needs the meshes of the collisions first: the mass in the file, and the place of the
   * element.
   */
  readonly awaiting?: { readonly mass: number | undefined; readonly where: SourcePlace } | undefined;
}

export interface CollisionScene {
  readonly name: string;
  readonly pose: Pose;
  readonly geometry: Geometry;
  readonly surface: SurfaceScene;
  /** In kg/m³, for automatic inertia. */
  readonly density: number;
  /** Whether a user disabled it in a saved world. */
  readonly off?: boolean;
  /** The rest of its XML in the file; see `formats/sdf/extra.ts`. */
  readonly extra?: string;
}

export interface SurfaceScene {
  /** Coulomb coefficients along the first friction direction and across it. */
  readonly mu: number;
  readonly mu2: number;
  readonly fdir1: Vec3;
  /** The link of the same model in whose axes `fdir1` is given; the collision's own if empty. */
  readonly fdir1In: string;
  readonly slip1: number;
  readonly slip2: number;
  /** 0 to 1; a pair uses the product of both. */
  readonly restitution: number;
  /** 16 bits each. A pair touches if the category of one is in the collide bitmask of the other. */
  readonly collideBitmask: number;
  readonly categoryBitmask: number;
}

export interface VisualScene {
  readonly name: string;
  readonly pose: Pose;
  readonly geometry: Geometry;
  readonly material: Material | undefined;
  readonly castShadows: boolean;
  /** 0 is opaque, 1 invisible. */
  readonly transparency: number;
  readonly visibilityFlags: number;
  /** Absent when it has none. */
  readonly plugins?: readonly PluginScene[];
  /** The rest of its XML in the file; see `formats/sdf/extra.ts`. */
  readonly extra?: string;
}

export interface SensorScene {
  readonly name: string;
  readonly type: string;
  readonly pose: Pose;
  /** In Hz; 0 means every step. */
  readonly updateRate: number;
  readonly topic: string;
  readonly alwaysOn: boolean;
  readonly visualize: boolean;
  /** Its other XML in the file, as text, for the system that runs it. */
  readonly settings: string;
  /** Absent when it has none. */
  readonly plugins?: readonly PluginScene[];
}

/** A named frame, resolved: stored for saving and for queries of its pose. */
export interface FrameScene {
  readonly name: string;
  readonly pose: Pose;
  /** As written; empty if it is the parent itself. */
  readonly attachedTo: string;
  /** The rest of its XML in the file; see `formats/sdf/extra.ts`. */
  readonly extra?: string;
}

/** The name of a system, and its parameters verbatim. */
export interface Plugin {
  readonly name: string;
  readonly filename: string;
  /** XML text inside the element. */
  readonly innerXml: string;
}

/** A `<plugin>` of a file. */
export interface PluginScene extends Plugin {
  readonly where: SourcePlace | undefined;
}

/** The place in a file where something was written. Lines and columns count from 1. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
