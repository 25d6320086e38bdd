import type { orrery } from "@orrery/msgs";
import type { Rng } from "../base/rng.ts";
import { fromRotationVector } from "../base/rotation.ts";
import { pose as poseOf } from "../base/pose.ts";
import { Transparency } from "../components/geometry.ts";
import { IsCollision, IsJoint, IsLight, IsLink, IsModel, IsStatic, IsVisual, Name } from "../components/identity.ts";
import { JointServo } from "../components/joint.ts";
import { Light } from "../components/light.ts";
import { GravityEnabled, Inertial, SelfCollide, Surface } from "../components/physics.ts";
import {
  collisionEdit,
  componentsEdit,
  createEdit,
  moveEdit,
  pushEdit,
  removeEdit,
  renameEdit,
  scaleEdit,
} from "../commands/make-edit.ts";
import type { Component } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";

/**
 * Makes any edit that a user might make to the present world; some are refused. New entities get ids from `firstId` on.
 */
export function randomEdit(world: World, root: Entity, rng: Rng, firstId = 0): orrery.Edit {
  const of = (kind: Component): Entity[] => [...world.query(kind)].map(([entity]) => entity);
  const any = (kind: Component): Entity => of(kind)[rng.int(Math.max(1, of(kind).length))] ?? root;
  const about = (spread: number): number => (rng.uniform() - 0.5) * spread;
  const vector = (spread: number) => ({ x: about(spread), y: about(spread), z: about(spread) });
  const models = world.childrenOf(root).filter((child) => world.has(child, IsModel));
  const model = models[rng.int(Math.max(1, models.length))] ?? root;
  const at = { x: about(6), y: about(6), z: 1 + 2 * rng.uniform() };
  switch (rng.int(17)) {
    case 0:
    case 1:
      return moveEdit(model, poseOf(at, fromRotationVector(vector(3))));
    case 2:
      return createEdit(
        { sdf: boxSdf(0.2 + 0.3 * rng.uniform()), allow_renaming: true, pose: { position: at } },
        firstId,
      );
    case 3:
      return createEdit({ light: { name: "lamp", intensity: rng.uniform() }, allow_renaming: true }, firstId);
    case 4:
      return createEdit(
        { clone_name: world.get(model, Name) ?? "", allow_renaming: true, pose: { position: at } },
        firstId,
      );
    case 5:
      return removeEdit(rng.int(3) === 0 ? any(IsLight) : model);
    case 6: {
      const even = 0.7 + 0.6 * rng.uniform();
      return scaleEdit(model, rng.int(2) === 0 ? { x: even, y: even, z: even } : { x: even, y: 1, z: 1 });
    }
    case 7:
      return scaleEdit(any(rng.int(2) === 0 ? IsVisual : IsCollision), { x: 1.1, y: 1.1, z: 0.9 });
    case 8:
      return renameEdit(any([IsModel, IsLink, IsJoint, IsLight][rng.int(4)]!), `n${rng.int(1000)}`);
    case 9: {
      const [mass, moment] = [0.5 + rng.uniform(), 0.01 + 0.05 * rng.uniform()];
      const moments = { ixx: moment, iyy: moment, izz: moment };
      return componentsEdit(any(IsLink), [[Inertial, { ...Inertial.initial(), mass, ...moments }]]);
    }
    case 10:
      return rng.int(2) === 0
        ? componentsEdit(any(IsCollision), [[Surface, { ...Surface.initial(), mu: rng.uniform() }]])
        : componentsEdit(any(IsVisual), [[Transparency, { amount: rng.uniform() }]]);
    case 11: {
      const tag = rng.int(3) === 0 ? SelfCollide : IsStatic;
      return componentsEdit(model, [[tag, world.has(model, tag) ? undefined : {}]]);
    }
    case 12:
      return rng.int(2) === 0
        ? componentsEdit(any(IsLink), [[GravityEnabled, { on: rng.int(2) }]])
        : componentsEdit(any(IsJoint), [[JointServo, { target: about(2), stiffness: 5, damping: 0.5, maxForce: 10 }]]);
    case 13:
      return {
        light: { id: any(Light), diffuse: { r: rng.uniform(), g: 0.1, a: 1 }, attenuation_linear: rng.uniform() },
      };
    case 14:
      return { visual: { id: any(IsVisual), material: { diffuse: { r: rng.uniform(), b: 0.3, a: 1 } } } };
    case 15:
      return rng.int(2) === 0
        ? { physics: { gravity: { x: about(1), z: -9.8 + about(2) } } }
        : collisionEdit(model, rng.int(2) === 0);
    default:
      return pushEdit(any(IsLink), { force: vector(20), torque: vector(1), durationNs: rng.int(50) * 1_000_000 });
  }
}

function boxSdf(size: number): string {
  const geometry = `<geometry><box><size>${size} ${size} ${size}</size></box></geometry>`;
  return `<sdf version="1.9"><model name="box"><link name="link">
    <inertial><mass>1</mass><inertia><ixx>0.02</ixx><iyy>0.02</iyy><izz>0.02</izz></inertia></inertial>
    <collision name="c">${geometry}</collision><visual name="v">${geometry}</visual></link></model></sdf>`;
}
