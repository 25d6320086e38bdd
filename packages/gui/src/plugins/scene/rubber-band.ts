import { topModelOf, type Entity } from "@orrery/sim";
import { IsLight } from "@orrery/sim/components";
import { Matrix4, Vector3 } from "three";
import type { WorldApp } from "../../shell/app.ts";
import { actionOf, navigations } from "../../shell/navigation.ts";
import type { SceneTool, Taken, ToolPlace } from "../../shell/tools/scene-tool.ts";
import { POSE } from "../../render/pose-tree.ts";
import type { SceneView } from "./scene-view.ts";

/** A corner, in pixels of the page. */
interface Corner {
  readonly x: number;
  readonly y: number;
}

/** Draws a rectangle over the scene, and selects what is in it. */
export class RubberBand implements SceneTool, Disposable {
  readonly #app: WorldApp;
  readonly #view: SceneView;
  readonly #box = document.createElement("div");
  #from: ToolPlace | undefined;

  constructor(app: WorldApp, view: SceneView) {
    this.#app = app;
    this.#view = view;
    this.#box.className = "scene-band";
  }

  pointerDown(place: ToolPlace): Taken {
    const action = actionOf(navigations[this.#app.settings.navigation.current], place.button, place);
    // One finger orbits, whatever the mouse settings are.
    if (place.isTouch || action !== "select") return "left";
    this.#from = place;
    this.#view.canvas.after(this.#box);
    return "taken";
  }

  pointerMove({ x, y }: ToolPlace): void {
    const from = this.#from!;
    const { left, top } = this.#view.canvas.getBoundingClientRect();
    const { style } = this.#box;
    style.left = `${Math.min(x, from.x) - left}px`;
    style.top = `${Math.min(y, from.y) - top}px`;
    style.width = `${Math.abs(x - from.x)}px`;
    style.height = `${Math.abs(y - from.y)}px`;
  }

  /** Selects lights, and the models with at least one part whose middle is inside. */
  pointerUp(place: ToolPlace): void {
    const from = this.#from!;
    this.cancel();
    const { selection } = this.#app.view;
    const before = from.ctrl || from.shift ? selection.entities : [];
    selection.set([...before, ...entitiesWithin(this.#view, from, place)]);
  }

  cancel(): void {
    this.#from = undefined;
    this.#box.remove();
  }

  [Symbol.dispose](): void {
    this.cancel();
  }
}

function entitiesWithin(view: SceneView, a: Corner, b: Corner): Entity[] {
  const { left, top, width, height } = view.canvas.getBoundingClientRect();
  const across = [a.x, b.x].map((x) => ((x - left) / width) * 2 - 1).sort((p, q) => p - q);
  const up = [a.y, b.y].map((y) => 1 - ((y - top) / height) * 2).sort((p, q) => p - q);
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
