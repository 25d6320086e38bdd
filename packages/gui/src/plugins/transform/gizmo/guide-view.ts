import {
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Vector3,
  type Color,
} from "three";
import { threeVector } from "../../../render/vectors.ts";
import { linear } from "../../../render/surfaces.ts";
import type { ThemeColours } from "../../../render/theme-colours.ts";
import type { GuideLine, Guides, Sector } from "./guide-lines.ts";

/** Draws guides. */
export class GuideView implements Disposable {
  readonly group = new Group();
  readonly #lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  readonly #sector: Mesh<CircleGeometry, MeshBasicMaterial>;
  #colours: ThemeColours | undefined;

  constructor() {
    const lines = new LineBasicMaterial({ vertexColors: true, transparent: true, toneMapped: false, fog: false });
    this.#lines = new LineSegments(new BufferGeometry(), lines);
    this.#lines.frustumCulled = false;
    const fill = { transparent: true, opacity: 0.22, side: DoubleSide, toneMapped: false, fog: false } as const;
    this.#sector = new Mesh(new CircleGeometry(), new MeshBasicMaterial({ ...fill, depthWrite: false }));
    this.#sector.matrixAutoUpdate = false;
    this.group.add(this.#lines, this.#sector);
  }

  setColours(colours: ThemeColours): void {
    this.#colours = colours;
  }

  show({ lines, sector }: Guides): void {
    const { geometry } = this.#lines;
    const places = new Float32Array(lines.flatMap(({ from, to }) => [from.x, from.y, from.z, to.x, to.y, to.z]));
    const colours = new Float32Array(
      lines.flatMap(({ colour, alpha }) => {
        const { r, g, b } = this.#colourOf(colour);
        return [r, g, b, alpha, r, g, b, alpha];
      }),
    );
    geometry.setAttribute("position", new BufferAttribute(places, 3));
    geometry.setAttribute("color", new BufferAttribute(colours, 4));
    this.#sector.visible = sector !== undefined;
    if (sector !== undefined) this.#showSector(sector);
    this.group.visible = true;
  }

  hide(): void {
    this.group.visible = false;
  }

  [Symbol.dispose](): void {
    this.#lines.geometry.dispose();
    this.#lines.material.dispose();
    this.#sector.geometry.dispose();
    this.#sector.material.dispose();
  }

  #showSector({ centre, axis, start, angle, radius, colour }: Sector): void {
    const turn = 2 * Math.PI;
    const length = Math.abs(angle) >= turn ? turn : angle;
    const mesh = this.#sector;
    mesh.geometry.dispose();
    mesh.geometry = new CircleGeometry(radius, 96, Math.min(0, length), Math.abs(length));
    const across = new Vector3().crossVectors(axis, start);
    mesh.matrix.copy(BASIS.makeBasis(start as Vector3, across, axis as Vector3)).setPosition(threeVector(centre));
    mesh.material.color.copy(this.#colourOf(colour));
  }

  #colourOf(colour: GuideLine["colour"]): Color {
    const { axisX, axisY, axisZ, text } = this.#colours!;
    return linear({ x: axisX, y: axisY, z: axisZ, text }[colour]);
  }
}

const BASIS = new Matrix4();
