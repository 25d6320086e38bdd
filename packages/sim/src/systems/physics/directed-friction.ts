import type { ContactPoint } from "../../base/contact-point.ts";
import { compose, rotationOf, transformPoint, type Pose as PoseValue } from "../../base/pose.ts";
import { conjugate, rotate, type Quat } from "../../base/quat.ts";
import { add, cross, dot, length, scale, subtract, zero, type Vec3 } from "../../base/vec3.ts";
import { IsCollision, Name } from "../../components/identity.ts";
import { Inertial, Surface } from "../../components/physics.ts";
import { Pose } from "../../components/pose.ts";
import type { Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { BODY_RECORD, type Contact, type PhysicsEngine } from "../../physics/engine.ts";
import { find } from "../../entities/find.ts";
import { frictionOf, isDirected, kindOf } from "./describe-body.ts";
import type { EntityGuard } from "./entity-guard.ts";

/** A collision whose friction along one direction differs from that across it. */
interface Directed {
  /**
   * The link in whose axes the two directions are given: the collision's own, or the chassis that a wheel belongs to.
   */
  readonly frame: Entity;
  /** The direction of larger friction, in the axes of `frame`; `undefined` if it is across `lesser`. */
  readonly greater: Vec3 | undefined;
  readonly lesser: Vec3 | undefined;
  readonly mu: number;
}

/**
 * Adds friction with a direction, such as that of mecanum wheels. Engines provide the part that both directions have
 * in common. The rest is a force at each contact point, against the slip along the direction of larger friction. It is
 * the force that would stop the slip within a step if the bodies were free, limited by the pressure in the last step.
 * So sliding follows Coulomb's law, but a body on a slope creeps.
 */
export class DirectedFriction {
  readonly #world: World;
  readonly #guard: EntityGuard;
  // A cache: it follows from components alone.
  readonly #directed = new Map<number, Directed>();
  #builtAt = -1;

  constructor(world: World, guard: EntityGuard) {
    this.#world = world;
    this.#guard = guard;
  }

  apply(engine: PhysicsEngine, dt: number): void {
    this.#build();
    if (this.#directed.size === 0) return;
    for (const contact of engine.contacts()) {
      const { shape1, shape2 } = contact;
      const [own, other] = this.#directed.has(shape1) ? [shape1, shape2] : [shape2, shape1];
      const directed = this.#directed.get(own);
      if (directed !== undefined)
        this.#guard(own as Entity, () => this.#rub(engine, contact, directed, own, other, dt));
    }
  }

  #build(): void {
    const world = this.#world;
    const writes = Math.max(
      world.store(Surface).lastWrite,
      world.store(IsCollision).lastWrite,
      world.store(Name).lastWrite,
    );
    if (Math.max(writes, world.lastPlaced) <= this.#builtAt) return;
    this.#builtAt = world.mark();
    this.#directed.clear();
    for (const [collision, , surface] of world.query(IsCollision, Surface)) {
      if (!isDirected(surface)) continue;
      const { mu, mu2, fdir1, fdir1In } = surface;
      const link = world.parentOf(collision);
      const named = fdir1In === "" ? undefined : find(world, world.parentOf(link), fdir1In);
      const inLink = rotate(rotationOf(world.get(collision, Pose) ?? Pose.initial()), fdir1);
      const direction = named === undefined ? inLink : fdir1;
      this.#directed.set(collision, {
        frame: named ?? link,
        greater: mu > mu2 ? direction : undefined,
        lesser: mu > mu2 ? undefined : direction,
        mu: Math.max(mu, mu2),
      });
    }
  }

  #rub(
    engine: PhysicsEngine,
    { shape1, shape2, points }: Contact,
    directed: Directed,
    own: number,
    other: number,
    dt: number,
  ): void {
    const world = this.#world;
    const both = frictionOf(world.get(own as Entity, Surface) ?? Surface.initial());
    const others = frictionOf(world.get(other as Entity, Surface) ?? Surface.initial());
    // The pair's coefficient along the direction, minus what the engine provides already. It is bounded, because
    // infinity times zero pressure would be NaN.
    const mu = Math.min(directed.mu, others, 1e6) - Math.min(both, others);
    if (mu <= 0 || !engine.hasBody(directed.frame)) return;
    const axes = rotationOf(this.#motion(engine, directed.frame).pose);
    const first = this.#motion(engine, world.parentOf(shape1 as Entity));
    const second = this.#motion(engine, world.parentOf(shape2 as Entity));
    for (const point of points) {
      const direction = alongSurface(directed, axes, point.normal);
      if (direction === undefined) continue;
      const slip = dot(subtract(velocityAt(second, point.position), velocityAt(first, point.position)), direction);
      const resistance = softness(first, point, direction) + softness(second, point, direction);
      const most = mu * Math.max(0, dot(point.force, point.normal));
      const wanted = -slip / (resistance * dt * points.length);
      const force = scale(direction, Math.max(-most, Math.min(most, wanted)));
      if (length(force) === 0 || !Number.isFinite(resistance)) continue;
      if (second.mass > 0) engine.addForce(second.body, force, point.position);
      if (first.mass > 0) engine.addForce(first.body, scale(force, -1), point.position);
    }
  }

  #motion(engine: PhysicsEngine, link: Entity): Motion {
    engine.readBody(link, record);
    const [x, y, z, qx, qy, qz, qw, vx, vy, vz, wx, wy, wz] = record as unknown as number[];
    const pose = { x: x!, y: y!, z: z!, qx: qx!, qy: qy!, qz: qz!, qw: qw! };
    const inertial = this.#world.get(link, Inertial) ?? Inertial.initial();
    const isFixed = kindOf(this.#world, link) !== "dynamic";
    return {
      body: link,
      pose,
      linear: { x: vx!, y: vy!, z: vz! },
      angular: { x: wx!, y: wy!, z: wz! },
      mass: isFixed ? 0 : inertial.mass,
      centre: transformPoint(pose, inertial.pose),
      axes: rotationOf(compose(pose, inertial.pose)),
      inertia: { x: inertial.ixx, y: inertial.iyy, z: inertial.izz },
    };
  }
}

const record = new Float64Array(BODY_RECORD);

interface Motion {
  readonly body: Entity;
  readonly pose: PoseValue;
  readonly linear: Vec3;
  readonly angular: Vec3;
  /** 0 for bodies that do not move. */
  readonly mass: number;
  readonly centre: Vec3;
  /** Axes of the inertia; products of inertia about them are neglected. */
  readonly axes: Quat;
  readonly inertia: Vec3;
}

/** Returns the direction of larger friction in the plane of contact; undefined if it is perpendicular to that plane. */
function alongSurface({ greater, lesser }: Directed, axes: Quat, normal: Vec3): Vec3 | undefined {
  const turned = greater === undefined ? cross(normal, rotate(axes, lesser ?? zero)) : rotate(axes, greater);
  const flat = subtract(turned, scale(normal, dot(turned, normal)));
  const size = length(flat);
  return size < 1e-9 ? undefined : scale(flat, 1 / size);
}

function velocityAt({ pose, linear, angular }: Motion, point: Vec3): Vec3 {
  return add(linear, cross(angular, subtract(point, pose)));
}

/**
 * Returns the change of velocity, in m/s along the direction, that an impulse of 1 N·s at the point would give the body
 * if it were free.
 */
function softness({ mass, centre, axes, inertia }: Motion, { position }: ContactPoint, direction: Vec3): number {
  if (mass <= 0) return 0;
  const lever = rotate(conjugate(axes), cross(subtract(position, centre), direction));
  const turning = (lever.x * lever.x) / inertia.x + (lever.y * lever.y) / inertia.y + (lever.z * lever.z) / inertia.z;
  return 1 / mass + turning;
}
