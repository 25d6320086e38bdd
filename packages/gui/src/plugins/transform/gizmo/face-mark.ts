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
import { threeVector } from "../../../render/vectors.ts";
import type { ScreenSpace } from "./screen-space.ts";
import type { Face } from "../surface.ts";

/**
 * Draws a small ring on a surface, with a line away from it, of one size on the screen and with an outline that is
 * visible on any colour.
 */
export class FaceMark implements Disposable {
  readonly group = new Group();
  readonly #ring: Mesh<RingGeometry, MeshBasicMaterial>;
  readonly #edge: Mesh<RingGeometry, MeshBasicMaterial>;
  readonly #line: Line<BufferGeometry, LineBasicMaterial>;

  constructor() {
    const look = { toneMapped: false, fog: false, transparent: true, depthTest: false } as const;
    this.#ring = new Mesh(new RingGeometry(8.5, 10.5, 40), new MeshBasicMaterial({ ...look, side: DoubleSide }));
    this.#edge = new Mesh(new RingGeometry(7.3, 11.7, 40), new MeshBasicMaterial({ ...look, side: DoubleSide }));
    this.#ring.renderOrder = 1;
    const ends = [new Vector3(), new Vector3(0, 0, 26)];
    this.#line = new Line(new BufferGeometry().setFromPoints(ends), new LineBasicMaterial(look));
    this.group.add(this.#edge, this.#ring, this.#line);
    this.group.visible = false;
  }

  show(
    face: Face | undefined,
    space: ScreenSpace,
    { colour, edge }: { readonly colour: Color; readonly edge: Color },
  ): void {
    this.group.visible = face !== undefined;
    if (face === undefined) return;
    const { point, normal } = face;
    this.group.position.copy(threeVector(point));
    this.group.quaternion.setFromUnitVectors(UP, threeVector(normal).normalize());
    this.group.scale.setScalar(space.metresPerPixel(point));
    this.#ring.material.color.copy(colour);
    this.#edge.material.color.copy(edge);
    this.#line.material.color.copy(colour);
  }

  [Symbol.dispose](): void {
    for (const { geometry, material } of [this.#ring, this.#edge, this.#line]) {
      geometry.dispose();
      material.dispose();
    }
  }
}

const UP = new Vector3(0, 0, 1);
