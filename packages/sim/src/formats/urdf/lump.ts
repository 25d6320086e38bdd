import { compose, type Pose } from "../../base/pose.ts";
import type { Extension, Extensions } from "./extensions.ts";
import { movedExtension, namesLinks, renamedExtension } from "./lump-extensions.ts";
import { lumpedInertial } from "./lump-inertia.ts";
import type { Robot, UrdfInertial, UrdfLink, UrdfShape, UrdfVisual } from "./robot.ts";

/** A link with everything attached to it by fixed joints: one rigid body. */
export interface Body {
  readonly link: UrdfLink;
  readonly inertial: UrdfInertial | undefined;
  /** In the link's frame; those of lumped links always have a name, if necessary their link's. */
  readonly visuals: readonly UrdfVisual[];
  readonly collisions: readonly UrdfShape[];
  /** Bodies attached to it by the remaining joints, in the order in which SDF lists them. */
  readonly below: readonly HangingBody[];
}

export interface HangingBody {
  readonly body: Body;
  /** Pose of the joint in the body above. */
  readonly origin: Pose;
}

export interface LumpedRobot {
  readonly root: Body;
  /** By link or joint, with the names that remain after lumping. */
  readonly extensions: ReadonlyMap<string, readonly Extension[]>;
}

/**
 * Merges links connected by fixed joints into one body. A joint to a link named `world` stays, and so does one whose
 * `<gazebo>` tag says so.
 */
export function lump(robot: Robot, extensions: Extensions): LumpedRobot {
  const lumper = new Lumper(extensions);
  const root = lumper.bodyOf(robot.root);
  return { root, extensions: lumper.byReference };
}

/** The contents of a link and of those lumped into it, in its frame. */
interface Gathered {
  inertial: UrdfInertial | undefined;
  readonly visuals: UrdfVisual[];
  readonly collisions: UrdfShape[];
  readonly hanging: { readonly link: UrdfLink; readonly origin: Pose }[];
}

class Lumper {
  readonly byReference: Map<string, readonly Extension[]>;
  readonly #extensions: Extensions;

  constructor(extensions: Extensions) {
    this.#extensions = extensions;
    this.byReference = new Map(extensions.byReference);
  }

  bodyOf(link: UrdfLink): Body {
    const { inertial, visuals, collisions, hanging } = this.#gather(link);
    const below = hanging.map((one) => ({ body: this.bodyOf(one.link), origin: one.origin }));
    return { link, inertial, visuals, collisions, below };
  }

  #gather(link: UrdfLink): Gathered {
    const all: Gathered = {
      inertial: link.inertial,
      visuals: [...link.visuals],
      collisions: [...link.collisions],
      hanging: [],
    };
    for (const child of link.children) {
      const { origin } = child.joint!;
      if (!this.#isLumped(child, link)) {
        all.hanging.push({ link: child, origin });
        continue;
      }
      const { inertial, visuals, collisions, hanging } = this.#gather(child);
      this.#moveExtensions(child, link.name);
      all.inertial = lumpedInertial(all.inertial, inertial, origin);
      for (const visual of visuals) all.visuals.push(moved(visual, child.name, origin));
      for (const collision of collisions) all.collisions.push(moved(collision, child.name, origin));
      for (const one of hanging) all.hanging.push({ link: one.link, origin: compose(origin, one.origin) });
    }
    return all;
  }

  #isLumped({ joint }: UrdfLink, above: UrdfLink): boolean {
    if (joint?.type !== "fixed" || above.name === "world") return false;
    return !this.#extensions.preserved.has(joint.name) && !this.#extensions.revolute.has(joint.name);
  }

  /** Moves the extensions of a link to the link above, and changes the name wherever they refer to it. */
  #moveExtensions({ name, joint }: UrdfLink, above: string): void {
    const { origin } = joint!;
    const own = this.byReference.get(name) ?? [];
    if (own.length > 0) {
      const known = this.byReference.get(above) ?? [];
      this.byReference.set(above, [...known, ...own.map((one) => movedExtension(one, origin))]);
      this.byReference.set(name, []);
    }
    for (const [reference, list] of this.byReference) {
      if (list.some(namesLinks))
        this.byReference.set(
          reference,
          list.map((one) => renamedExtension(one, { from: name, to: above, origin })),
        );
    }
  }
}

function moved<Shape extends UrdfShape>(shape: Shape, link: string, origin: Pose): Shape {
  return { ...shape, name: shape.name === "" ? link : shape.name, origin: compose(origin, shape.origin) };
}

/**
 * Returns whether a body can be simulated: one without mass is left out of SDF, together with everything attached to
 * it.
 */
export function hasMass({ inertial }: Body): boolean {
  return inertial !== undefined && inertial.mass !== 0;
}
