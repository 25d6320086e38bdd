import { scopedName, type Entity } from "@orrery/sim";
import { Matrix4, Vector3 } from "three";
import type { WorldApp } from "../../../shell/app.ts";
import type { ToolStack } from "../../../shell/tools/tool-stack.ts";
import { clearOf, type Circle } from "./tag-place.ts";
import { outlined } from "./highlights.ts";
import { POSE } from "../../../render/pose-tree.ts";
import type { SceneView } from "../scene-view.ts";
import type { Placed } from "../../../render/layers/visual-layer.ts";

/** More names would hide what they name. */
const MOST = 8;

/** Shows names over the selection and what the pointer is over. */
export class Tags implements Disposable {
  readonly #app: WorldApp;
  readonly #view: SceneView;
  readonly #tools: ToolStack;
  readonly #box: HTMLElement;
  readonly #tags = new Map<Entity, HTMLElement>();
  readonly #drawing: Disposable;

  constructor(
    app: WorldApp,
    view: SceneView,
    { box, tools }: { readonly box: HTMLElement; readonly tools: ToolStack },
  ) {
    this.#app = app;
    this.#tools = tools;
    this.#view = view;
    this.#box = box;
    this.#drawing = view.onDrawn(() => this.#draw());
  }

  [Symbol.dispose](): void {
    this.#drawing[Symbol.dispose]();
    for (const tag of this.#tags.values()) tag.remove();
  }

  #draw(): void {
    const { entities, hovered } = this.#app.view.selection;
    const wanted = new Set([...entities.slice(-MOST), ...(hovered === undefined ? [] : [hovered])]);
    for (const [entity, tag] of this.#tags) {
      if (wanted.has(entity)) continue;
      tag.remove();
      this.#tags.delete(entity);
    }
    for (const entity of wanted) this.#place(entity, this.#app.view.selection.has(entity));
  }

  #place(entity: Entity, isChosen: boolean): void {
    let tag = this.#tags.get(entity);
    if (tag === undefined) {
      tag = document.createElement("div");
      this.#tags.set(entity, tag);
      this.#box.append(tag);
    }
    const { world } = this.#view;
    const text = world.exists(entity) ? scopedName(world, entity) : "";
    if (tag.textContent !== text) tag.textContent = text;
    const name = isChosen ? "scene-tag chosen" : "scene-tag";
    if (tag.className !== name) tag.className = name;
    const place = text === "" ? undefined : topOf(this.#view, entity);
    placeTag(tag, place, this.#view, isChosen ? this.#handles() : undefined);
  }

  /** Returns where a tool has its handles on the canvas. */
  #handles(): Circle | undefined {
    const { camera, size } = this.#view;
    const handles = this.#tools.handles();
    if (handles === undefined) return undefined;
    const { x, y, z } = handles.origin;
    const at = PLACE.set(x, y, z).project(camera);
    if (at.z > 1) return undefined;
    return { ...pixelOf(at, size), radius: handles.radius };
  }
}

/** Returns a place above everything drawn for an entity. */
function topOf(view: SceneView, entity: Entity): Vector3 | undefined {
  const top = topOfShapes(outlined(view, entity));
  if (top !== undefined) return top;
  const node = view.objects.nodes.of(entity);
  if (node < 0) return undefined;
  return new Vector3().fromArray(view.objects.tree.world, node * POSE);
}

/** Returns a place above shapes, as they are drawn; `undefined` when there are none. */
export function topOfShapes(shapes: readonly Placed[]): Vector3 | undefined {
  if (shapes.length === 0) return undefined;
  HIGH.set(-Infinity, -Infinity, -Infinity);
  LOW.set(Infinity, Infinity, Infinity);
  for (const { batch, shape } of shapes) {
    batch.mesh.getMatrixAt(batch.slotOf(shape), MATRIX);
    const { geometry } = batch.look;
    if (geometry.boundingBox === null) geometry.computeBoundingBox();
    BOX_LOW.copy(geometry.boundingBox!.min);
    BOX_HIGH.copy(geometry.boundingBox!.max);
    for (let corner = 0; corner < 8; corner++) {
      PLACE.set(
        corner & 1 ? BOX_HIGH.x : BOX_LOW.x,
        corner & 2 ? BOX_HIGH.y : BOX_LOW.y,
        corner & 4 ? BOX_HIGH.z : BOX_LOW.z,
      ).applyMatrix4(MATRIX);
      HIGH.max(PLACE);
      LOW.min(PLACE);
    }
  }
  return new Vector3((LOW.x + HIGH.x) / 2, (LOW.y + HIGH.y) / 2, HIGH.z);
}

/** Puts an element above a place of the world, clear of handles; hides it where the place is out of sight. */
export function placeTag(
  tag: HTMLElement,
  place: Vector3 | undefined,
  { camera, size }: SceneView,
  handles?: Circle,
): void {
  const at = place?.project(camera);
  tag.hidden = at === undefined || at.z > 1 || Math.abs(at.x) > 1.1 || Math.abs(at.y) > 1.1;
  if (at === undefined) return;
  const { x, y } = clearOf(pixelOf(at, size), handles);
  tag.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) translate(-50%, -100%)`;
}

function pixelOf({ x, y }: Vector3, { width, height }: SceneView["size"]): { x: number; y: number } {
  return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height };
}

const MATRIX = new Matrix4();
const [HIGH, LOW, PLACE, BOX_LOW, BOX_HIGH] = Array.from({ length: 5 }, () => new Vector3()) as [
  Vector3,
  Vector3,
  Vector3,
  Vector3,
  Vector3,
];
