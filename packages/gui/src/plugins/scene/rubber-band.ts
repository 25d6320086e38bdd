import { topModelOf, type Entity } from "@orrery/sim";
import { IsLight } from "@orrery/sim/components";
import { Matrix4, Vector3 } from "three";
import { POSE } from "../../render/pose-tree.ts";
import type { SceneView } from "./scene-view.ts";

/** Pixels of the page. */
export interface Corner {
  readonly clientX: number;
  readonly clientY: number;
}

/** A rectangle that is drawn over the scene to choose what is in it. */
export class RubberBand implements Disposable {
  readonly #view: SceneView;
  readonly #from: Corner;
  readonly #box = document.createElement("div");

  constructor(view: SceneView, from: Corner) {
    this.#view = view;
    this.#from = from;
    this.#box.className = "scene-band";
    view.canvas.after(this.#box);
  }

  to({ clientX, clientY }: Corner): void {
    const { left, top } = this.#view.canvas.getBoundingClientRect();
    const { style } = this.#box;
    style.left = `${Math.min(clientX, this.#from.clientX) - left}px`;
    style.top = `${Math.min(clientY, this.#from.clientY) - top}px`;
    style.width = `${Math.abs(clientX - this.#from.clientX)}px`;
    style.height = `${Math.abs(clientY - this.#from.clientY)}px`;
  }

  /** Models of which the middle of some part is inside, and lights. */
  chosen(to: Corner): Entity[] {
    return entitiesWithin(this.#view, this.#from, to);
  }

  [Symbol.dispose](): void {
    this.#box.remove();
  }
}

function entitiesWithin(view: SceneView, a: Corner, b: Corner): Entity[] {
  const { left, top, width, height } = view.canvas.getBoundingClientRect();
  const across = [a.clientX, b.clientX].map((x) => ((x - left) / width) * 2 - 1).sort((p, q) => p - q);
  const up = [a.clientY, b.clientY].map((y) => 1 - ((y - top) / height) * 2).sort((p, q) => p - q);
  const isInside = (place: Vector3): boolean => {
    const { x, y, z } = place.project(view.camera);
    return z < 1 && x >= across[0]! && x <= across[1]! && y >= up[0]! && y <= up[1]!;
  };
  const { world, objects } = view;
  const found = new Set<Entity>();
  for (const { shapes, mesh, look } of view.visuals.batches.list) {
    if (look.geometry.boundingSphere === null) look.geometry.computeBoundingSphere();
    for (let i = 0; i < shapes.length; i++) {
      const { entity, isEndless } = shapes[i]!;
      if (isEndless === true) continue;
      mesh.getMatrixAt(i, MATRIX);
      if (isInside(PLACE.copy(look.geometry.boundingSphere!.center).applyMatrix4(MATRIX)))
        found.add(topModelOf(world, entity));
    }
  }
  for (const [light] of world.query(IsLight)) {
    const node = objects.nodes.of(light);
    if (node >= 0 && isInside(PLACE.fromArray(objects.tree.world, node * POSE))) found.add(topModelOf(world, light));
  }
  return [...found].sort((p, q) => p - q);
}

const MATRIX = new Matrix4();
const PLACE = new Vector3();
