import type { Entity } from "@orrery/sim";
import { BufferAttribute, BufferGeometry, Group, LineBasicMaterial, LineSegments } from "three";
import type { Anchors } from "./anchors.ts";
import { linear } from "./surfaces.ts";
import type { ThemeColours } from "./theme-colours.ts";

/** The axes of entities, of the same size on the screen wherever they are. */
export class FrameAxes {
  readonly #anchors: Anchors;
  readonly #geometry = new BufferGeometry();
  readonly #material = new LineBasicMaterial({
    vertexColors: true,
    depthTest: false,
    transparent: true,
    toneMapped: false,
  });
  #shown: readonly Group[] = [];

  constructor(anchors: Anchors) {
    this.#anchors = anchors;
    const ends = new Float32Array([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
    this.#geometry.setAttribute("position", new BufferAttribute(ends, 3));
  }

  setColours({ axisX, axisY, axisZ }: ThemeColours): void {
    const colours = [axisX, axisX, axisY, axisY, axisZ, axisZ].flatMap((axis) => linear(axis).toArray());
    this.#geometry.setAttribute("color", new BufferAttribute(new Float32Array(colours), 3));
  }

  show(entities: readonly Entity[]): void {
    for (const group of this.#shown) group.removeFromParent();
    this.#shown = entities.flatMap((entity) => {
      const anchor = this.#anchors.of(entity);
      if (anchor === undefined) return [];
      const group = new Group();
      const lines = new LineSegments(this.#geometry, this.#material);
      lines.renderOrder = 13;
      group.add(lines);
      anchor.add(group);
      return [group];
    });
  }

  /** `size` in metres. */
  update(size: number): void {
    for (const group of this.#shown) group.scale.setScalar(size);
  }

  dispose(): void {
    this.show([]);
    this.#geometry.dispose();
    this.#material.dispose();
  }
}
