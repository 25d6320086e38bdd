import type { Vec3 } from "@orrery/sim";
import {
  BufferGeometry,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  Vector3,
  type Color,
} from "three";
import type { ScreenSpace } from "./screen-space.ts";
import type { Face } from "./surface.ts";

/** A small ring on a surface, with a line away from it; of one size on the screen. */
export class FaceMark {
  readonly group = new Group();
  readonly #ring: Mesh<RingGeometry, MeshBasicMaterial>;
  readonly #line: Line<BufferGeometry, LineBasicMaterial>;

  constructor() {
    const look = { toneMapped: false, fog: false, transparent: true } as const;
    this.#ring = new Mesh(new RingGeometry(9, 11, 40), new MeshBasicMaterial({ ...look, side: DoubleSide }));
    const ends = [new Vector3(), new Vector3(0, 0, 26)];
    this.#line = new Line(new BufferGeometry().setFromPoints(ends), new LineBasicMaterial(look));
    this.group.add(this.#ring, this.#line);
    this.group.visible = false;
  }

  show(face: Face | undefined, space: ScreenSpace, colour: Color): void {
    this.group.visible = face !== undefined;
    if (face === undefined) return;
    const { point, normal } = face;
    this.group.position.copy(vector(point));
    this.group.quaternion.setFromUnitVectors(UP, vector(normal).normalize());
    this.group.scale.setScalar(space.metresPerPixel(point));
    this.#ring.material.color.copy(colour);
    this.#line.material.color.copy(colour);
  }

  dispose(): void {
    for (const { geometry, material } of [this.#ring, this.#line]) {
      geometry.dispose();
      material.dispose();
    }
  }
}

function vector({ x, y, z }: Vec3): Vector3 {
  return new Vector3(x, y, z);
}

const UP = new Vector3(0, 0, 1);
