import type { gz } from "@orrery/msgs";
import { identityPose, type Component, type Entity, type ValueOf } from "@orrery/sim";
import { collisionEdit, componentsEdit, pushEdit } from "@orrery/sim/host";
import {
  AngularVelocityCmd,
  Appearance,
  Geometry,
  Gravity,
  GravityEnabled,
  Inertial,
  IsCollision,
  IsKinematic,
  IsLight,
  IsLink,
  IsStatic,
  IsVisual,
  JointAxes,
  JointServo,
  JointVelocityCmd,
  Light,
  LinearVelocityCmd,
  PhysicsSettings,
  Pose,
  SelfCollide,
  Surface,
  Transparency,
  VelocityDecay,
  WorldAngularVelocity,
  WorldLinearVelocity,
} from "@orrery/sim/components";
import type { Dice } from "../random-edits/dice.ts";
import { having, type Site } from "../random-edits/edit.ts";
import { randomShape } from "../random-edits/random-shape.ts";
import { anyOf, loose } from "./placed.ts";
import { called, command, type Kind } from "./request.ts";

/** Commands that change existing things in place. */
export const settingKinds: Readonly<Record<string, Kind>> = {
  "edit a mass": onOne(Inertial, (site) => [
    [
      Inertial,
      {
        ...Inertial.initial(),
        mass: site.dice.between(0.3, 4),
        ixx: site.dice.between(0.05, 0.1),
        iyy: site.dice.between(0.05, 0.1),
        izz: site.dice.between(0.05, 0.1),
        pose: { ...identityPose, x: site.dice.between(-0.1, 0.1) },
      },
    ],
  ]),
  "edit a surface": onOne(IsCollision, ({ world, dice }, entity) => [
    [
      Surface,
      { ...(world.get(entity, Surface) ?? Surface.initial()), mu: dice.between(0, 1), restitution: dice.between(0, 1) },
    ],
  ]),
  "edit a shape": (site, id) => {
    const shapes = having(site.world, Geometry).filter(
      (entity) => site.world.has(entity, IsCollision) && site.world.get(entity, Geometry)!.type !== "plane",
    );
    const entity = anyOf(site, shapes);
    return entity && command(id, componentsEdit(entity, [[Geometry, randomShape(site.dice)]]));
  },
  "edit where a shape is": onOne(IsCollision, ({ dice }) => [[Pose, dice.pose(0.1)]]),
  "edit a velocity": onMoving(({ dice }) => [[WorldLinearVelocity, dice.vector(2)]]),
  "edit a spin": onMoving(({ dice }) => [[WorldAngularVelocity, dice.vector(4)]]),
  "edit gravity of a link": onMoving(({ dice }) => [[GravityEnabled, { on: dice.below(2) }]]),
  "edit decay": onMoving(({ dice }) => [[VelocityDecay, { linear: dice.between(0, 1), angular: dice.between(0, 1) }]]),
  "make a link kinematic or not": onMoving(({ world }, entity) => [
    [IsKinematic, world.has(entity, IsKinematic) ? undefined : {}],
  ]),
  "command a model's velocity or not": (site, id) => {
    const model = anyOf(site, loose(site));
    if (model === undefined) return undefined;
    const which = site.dice.pick([LinearVelocityCmd, AngularVelocityCmd]);
    return command(
      id,
      componentsEdit(model, [[which, site.world.has(model, which) ? undefined : site.dice.vector(0.5)]]),
    );
  },
  "make a model static or not": (site, id) => {
    const models = having(site.world, IsStatic).filter((model) => model !== site.world.childrenOf(site.root)[0]);
    const model = anyOf(site, [...loose(site).slice(0, 4), ...models]);
    return model && command(id, componentsEdit(model, [[IsStatic, site.world.has(model, IsStatic) ? undefined : {}]]));
  },
  "let a model collide with itself or not": (site, id) => {
    const model = anyOf(site, loose(site));
    return (
      model && command(id, componentsEdit(model, [[SelfCollide, site.world.has(model, SelfCollide) ? undefined : {}]]))
    );
  },
  "edit a joint's axes": onOne(JointAxes, ({ world, dice }, entity) => [
    [
      JointAxes,
      world
        .get(entity, JointAxes)!
        .map((axis) => ({ ...axis, damping: dice.between(0, 1), friction: dice.between(0, 1) })),
    ],
  ]),
  "set a servo, or take it away": onOne(JointAxes, ({ world, dice }, entity) => [
    [JointServo, world.has(entity, JointServo) ? undefined : servo(dice)],
  ]),
  "set a joint's speed": onOne(JointAxes, ({ dice }) => [[JointVelocityCmd, { axis1: dice.between(-3, 3), axis2: 0 }]]),
  "edit a look": onOne(IsVisual, ({ dice }) => [[Transparency, { amount: dice.between(0, 1) }]]),
  "edit a light": onOne(IsLight, ({ world, dice }, entity) => [
    [Light, { ...world.get(entity, Light)!, intensity: dice.between(0, 2), diffuse: color(dice) }],
  ]),
  "edit the background": ({ world, root, dice }, id) =>
    command(id, componentsEdit(root, [[Appearance, { ...world.get(root, Appearance)!, background: color(dice) }]])),
  "edit gravity": ({ root, dice }, id) =>
    command(id, componentsEdit(root, [[Gravity, { x: dice.between(-1, 1), y: 0, z: dice.between(-10, -5) }]])),
  "edit the step size": ({ world, root, dice }, id) =>
    command(
      id,
      componentsEdit(root, [[PhysicsSettings, { ...world.get(root, PhysicsSettings)!, maxStepSize: stepSize(dice) }]]),
    ),
  light: (site, id) => {
    const entity = anyOf(site, having(site.world, IsLight));
    return (
      entity && command(id, { light: { id: entity, diffuse: color(site.dice), intensity: site.dice.between(0.1, 2) } })
    );
  },
  visual: (site, id) => {
    const entity = anyOf(site, having(site.world, IsVisual));
    return entity && command(id, { visual: { id: entity, transparency: site.dice.between(0.1, 0.9) } });
  },
  "physics parameters": ({ dice }, id) => command(id, { physics: physics(dice) }),
  "physics parameters as Gazebo does": ({ dice }, id) => ({
    service: "set_physics",
    type: "gz.msgs.Physics",
    value: { header: called(id), ...physics(dice) },
  }),
  push: onLink(({ dice }, link, id) => command(id, pushEdit(link, { force: dice.vector(40), torque: dice.vector(1) }))),
  "push for a while": onLink(({ dice }, link, id) =>
    command(id, pushEdit(link, { force: dice.vector(20), durationNs: 1e6 * (1 + dice.below(100)) })),
  ),
  "switch collisions": (site, id) => {
    const model = anyOf(site, loose(site));
    return model && command(id, collisionEdit(model, site.dice.chance(0.5)));
  },
};

type Values = readonly (readonly [Component, unknown])[];

function onOne(component: Component, values: (site: Site, entity: Entity) => Values): Kind {
  return (site, id) => {
    const entity = anyOf(site, having(site.world, component));
    return entity && command(id, componentsEdit(entity, values(site, entity)));
  };
}

function onLink(make: (site: Site, link: Entity, id: string) => ReturnType<Kind>): Kind {
  return (site, id) => {
    const links = having(site.world, IsLink).filter((link) => !site.world.has(site.world.parentOf(link), IsStatic));
    const link = anyOf(site, links);
    return link && make(site, link, id);
  };
}

function onMoving(values: (site: Site, entity: Entity) => Values): Kind {
  return onLink((site, link, id) => command(id, componentsEdit(link, values(site, link))));
}

function servo(dice: Dice): ValueOf<typeof JointServo> {
  return { target: dice.between(-1, 1), stiffness: dice.between(0, 60), damping: dice.between(0, 5), maxForce: 30 };
}

function color(dice: Dice): { r: number; g: number; b: number; a: number } {
  return { r: dice.between(0, 1), g: dice.between(0, 1), b: dice.between(0, 1), a: 1 };
}

function physics(dice: Dice): gz.Physics {
  if (dice.chance(0.5)) return { max_step_size: stepSize(dice) };
  return { gravity: { x: 0, y: dice.between(-1, 1), z: dice.between(-10, -5) } };
}

function stepSize(dice: Dice): number {
  return dice.pick([0.001, 0.002, 0.004, 0.008]);
}
