import type { Entity, World } from "@orrery/sim";
import { IsLight, Light } from "@orrery/sim/components";
import {
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  PointLight,
  Quaternion,
  SpotLight,
  Vector3,
  type Light as ThreeLight,
} from "three";
import type { EntityNodes } from "../entity-nodes.ts";
import { POSE } from "../pose-tree.ts";
import { linear } from "../surfaces.ts";
import type { ThemeColours } from "../theme-colours.ts";

/** More lights would make every surface slow to draw. */
const MAX_LIGHTS = 8;
const SHADOW_SIZE = 2048;

/** The lights of the scene: the sky, and the world's own lights, or the page's sun if the world has none. */
export class Lights implements Disposable {
  readonly group = new Group();
  readonly #sky = new HemisphereLight(0xffffff, 0xffffff, 1);
  readonly #ownSun = new DirectionalLight(0xffffff, 2.4);
  #lights: readonly WorldLight[] = [];
  #shadows = true;

  constructor() {
    this.group.name = "lights";
    this.#ownSun.position.set(4, -3, 9);
    setUpShadow(this.#ownSun);
    this.group.add(this.#sky, this.#ownSun, this.#ownSun.target);
  }

  setTheme({ skyHorizon, ground, isLight }: ThemeColours): void {
    this.#sky.color.copy(linear(skyHorizon)).lerp(WHITE, 0.75);
    this.#sky.groundColor.copy(linear(ground)).lerp(WHITE, 0.25);
    this.#sky.intensity = isLight ? 0.35 : 0.55;
    this.#ownSun.intensity = 2.4;
  }

  set shadows(on: boolean) {
    this.#shadows = on;
    this.#ownSun.castShadow = on;
    for (const { light, castShadow } of this.#lights) light.castShadow = on && castShadow;
  }

  /** Rebuilds the lights from the world. */
  rebuild(world: World, nodes: EntityNodes): void {
    for (const { light } of this.#lights) {
      this.group.remove(light);
      if (!(light instanceof PointLight)) this.group.remove((light as DirectionalLight).target);
      light.dispose();
    }
    const entities = [...world.query(IsLight, Light)].filter(([, , { on }]) => on).slice(0, MAX_LIGHTS);
    this.#lights = entities.map(([entity, , settings]) => makeLight(entity, nodes.of(entity), settings));
    for (const { light, castShadow } of this.#lights) {
      light.castShadow = this.#shadows && castShadow;
      this.group.add(light);
      if (!(light instanceof PointLight)) this.group.add((light as DirectionalLight).target);
    }
    this.#ownSun.visible = this.#lights.length === 0;
  }

  /** Casts shadows where the camera looks, within `radius` of `centre`. Returns whether the shadows have moved. */
  follow(nodes: EntityNodes, centre: Vector3, radius: number): boolean {
    const poses = nodes.tree.world;
    let isOther = false;
    for (const { light, node, direction } of this.#lights) {
      const at = node * POSE;
      if (node >= 0) {
        PLACE.fromArray(poses, at);
        TURN.fromArray(poses, at + 3);
      } else {
        PLACE.set(0, 0, 0);
        TURN.identity();
      }
      AIM.copy(direction).applyQuaternion(TURN);
      if (light instanceof DirectionalLight) isOther = aimSun(light, AIM, centre, radius) || isOther;
      else {
        light.position.copy(PLACE);
        if (light instanceof SpotLight) light.target.position.copy(PLACE).add(AIM);
      }
    }
    if (this.#ownSun.visible) isOther = aimSun(this.#ownSun, OWN_SUN, centre, radius) || isOther;
    return isOther;
  }

  [Symbol.dispose](): void {
    this.#ownSun.dispose();
    this.#sky.dispose();
    for (const { light } of this.#lights) light.dispose();
  }
}

interface WorldLight {
  readonly light: ThreeLight & { castShadow: boolean };
  readonly node: number;
  readonly direction: Vector3;
  readonly castShadow: boolean;
}

const WHITE = new Color(1, 1, 1);
const OWN_SUN = new Vector3(-0.4, 0.3, -0.9).normalize();
const PLACE = new Vector3();
const TURN = new Quaternion();
const AIM = new Vector3();
const SIDE = new Vector3();
const OVER = new Vector3();
const CENTRE = new Vector3();
const BEFORE = new Vector3();

type LightData = (typeof Light)["initial"] extends () => infer T ? T : never;

function makeLight(entity: Entity, node: number, settings: LightData): WorldLight {
  const { type, diffuse, intensity, direction, attenuation, spotOuterAngle, spotInnerAngle, castShadows } = settings;
  const colour = linear(diffuse);
  const aim = new Vector3(direction.x, direction.y, direction.z).normalize();
  const made = { node, direction: aim };
  switch (type) {
    case "directional": {
      const light = new DirectionalLight(colour, 2.6 * intensity);
      setUpShadow(light);
      light.name = `light ${entity}`;
      return { ...made, light, castShadow: castShadows };
    }
    case "point": {
      const light = new PointLight(colour, strength(intensity, attenuation), attenuation.range, 2);
      return { ...made, light, castShadow: false };
    }
    default: {
      const half = Math.min(spotOuterAngle / 2, Math.PI / 2 - 0.01) || Math.PI / 6;
      const softness = spotOuterAngle > 0 ? Math.max(0.05, 1 - spotInnerAngle / spotOuterAngle) : 0.3;
      const light = new SpotLight(colour, strength(intensity, attenuation), attenuation.range, half, softness, 2);
      light.shadow.mapSize.set(1024, 1024);
      light.shadow.bias = -0.0005;
      light.shadow.normalBias = 0.01;
      return { ...made, light, castShadow: castShadows };
    }
  }
}

/**
 * Returns candela. Files give a factor, and attenuation by powers of the distance, of which only the square is
 * physical.
 */
function strength(intensity: number, { linear: first, quadratic }: LightData["attenuation"]): number {
  return (intensity * 12) / Math.max(0.4, first + 4 * quadratic);
}

function setUpShadow(sun: DirectionalLight): void {
  sun.castShadow = true;
  sun.shadow.mapSize.set(SHADOW_SIZE, SHADOW_SIZE);
  sun.shadow.radius = 2.5;
}

/** Aims the sun in whole texels of the shadow map; otherwise edges would crawl when the camera moves. */
function aimSun(sun: DirectionalLight, direction: Vector3, centre: Vector3, radius: number): boolean {
  // Only powers of two, for the same reason.
  const size = 2 ** Math.ceil(Math.log2(radius));
  const texel = (2 * size) / SHADOW_SIZE;
  SIDE.set(0, 0, 1).cross(direction);
  if (SIDE.lengthSq() < 1e-6) SIDE.set(1, 0, 0);
  SIDE.normalize();
  OVER.copy(direction).cross(SIDE);
  const right = Math.round(SIDE.dot(centre) / texel) * texel;
  const up = Math.round(OVER.dot(centre) / texel) * texel;
  const depth = direction.dot(centre);
  CENTRE.copy(SIDE).multiplyScalar(right).addScaledVector(OVER, up).addScaledVector(direction, depth);
  const { camera } = sun.shadow;
  const before = BEFORE.copy(sun.position);
  sun.target.position.copy(CENTRE);
  sun.position.copy(CENTRE).addScaledVector(direction, -4 * size);
  if (before.distanceToSquared(sun.position) < 1e-12 && camera.right === size) return false;
  if (camera.right !== size) {
    camera.left = camera.bottom = -size;
    camera.right = camera.top = size;
    camera.near = 0.1;
    camera.far = 8 * size;
    camera.updateProjectionMatrix();
    sun.shadow.bias = -0.0002;
    sun.shadow.normalBias = texel * 1.2;
  }
  return true;
}
