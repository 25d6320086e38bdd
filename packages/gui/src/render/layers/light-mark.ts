import type { ValueOf, Vec3 } from "@orrery/sim";
import type { Light } from "@orrery/sim/components";
import { BufferGeometry, Float32BufferAttribute, LineBasicMaterial, LineSegments, Quaternion, Vector3 } from "three";
import { linear, type Rgb } from "../surfaces.ts";

type LightData = ValueOf<typeof Light>;

/** Metres. */
const SIZE = 0.14;
const RAY = 0.6;
const SIDES = 24;

/** Returns the mark of a light that does not exist yet: rays in the direction in which it will shine. */
export function lightMark(light: LightData, colour: Rgb): LineSegments<BufferGeometry, LineBasicMaterial> {
  const lines = light.type === "point" ? star() : light.type === "spot" ? cone(light.spotOuterAngle) : beams();
  const geometry = new BufferGeometry().setAttribute("position", new Float32BufferAttribute(lines.flat(), 3));
  const mark = new LineSegments(geometry, new LineBasicMaterial({ color: linear(colour), toneMapped: false }));
  if (light.type !== "point") geometry.applyQuaternion(turnTo(light.direction));
  return mark;
}

type Point = [x: number, y: number, z: number];

function star(): Point[] {
  const ends: Point[] = [];
  for (let i = 0; i < SIDES; i++) {
    const angle = (i / SIDES) * 2 * Math.PI;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const next = ((i + 1) / SIDES) * 2 * Math.PI;
    const [c2, s2] = [Math.cos(next), Math.sin(next)];
    ends.push([SIZE * c, SIZE * s, 0], [SIZE * c2, SIZE * s2, 0], [SIZE * c, 0, SIZE * s], [SIZE * c2, 0, SIZE * s2]);
    if (i % 3 === 0) ends.push([1.4 * SIZE * c, 1.4 * SIZE * s, 0], [2 * SIZE * c, 2 * SIZE * s, 0]);
  }
  return ends;
}

function cone(angle: number): Point[] {
  const radius = RAY * Math.tan(Math.min(angle / 2, 1.2));
  const ends: Point[] = [];
  for (let i = 0; i < SIDES; i++) {
    const [a, b] = [(i / SIDES) * 2 * Math.PI, ((i + 1) / SIDES) * 2 * Math.PI];
    const here: Point = [radius * Math.cos(a), radius * Math.sin(a), -RAY];
    ends.push(here, [radius * Math.cos(b), radius * Math.sin(b), -RAY]);
    if (i % 6 === 0) ends.push([0, 0, 0], here);
  }
  return ends;
}

function beams(): Point[] {
  const ends: Point[] = [];
  for (let i = 0; i < SIDES; i++) {
    const [a, b] = [(i / SIDES) * 2 * Math.PI, ((i + 1) / SIDES) * 2 * Math.PI];
    const here: Point = [SIZE * Math.cos(a), SIZE * Math.sin(a), 0];
    ends.push(here, [SIZE * Math.cos(b), SIZE * Math.sin(b), 0]);
    if (i % 6 === 0) ends.push(here, [here[0], here[1], -RAY]);
  }
  return ends;
}

/** Returns the rotation from −z, along which the rays above shine, to a direction. */
function turnTo({ x, y, z }: Vec3): Quaternion {
  return new Quaternion().setFromUnitVectors(new Vector3(0, 0, -1), new Vector3(x, y, z).normalize());
}
