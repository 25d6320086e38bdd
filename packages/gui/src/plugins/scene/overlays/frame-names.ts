import { Vector3 } from "three";
import { POSE } from "../../../render/pose-tree.ts";
import type { SceneView } from "../scene-view.ts";

/** More names would hide what they name, and take too long to draw. */
const MOST = 60;

/** Shows names beside frames, as many as there is room for. */
export class FrameNames {
  readonly #box: HTMLElement;
  readonly #view: SceneView;
  readonly #tags: HTMLElement[] = [];

  constructor(view: SceneView, box: HTMLElement) {
    this.#view = view;
    this.#box = box;
  }

  /** Draws the names; `poses` has seven numbers for each frame. */
  draw(names: readonly string[], poses: Float64Array): void {
    const { camera, size } = this.#view;
    const placed: { readonly x: number; readonly y: number; readonly width: number }[] = [];
    for (let i = 0; i < names.length && placed.length < MOST; i++) {
      const at = PLACE.fromArray(poses, i * POSE).project(camera);
      if (at.z > 1 || Math.abs(at.x) > 1 || Math.abs(at.y) > 1) continue;
      const [left, y] = [((at.x + 1) / 2) * size.width, ((1 - at.y) / 2) * size.height];
      const width = names[i]!.length * LETTER;
      const isOn = (other: (typeof placed)[number]): boolean =>
        Math.abs(y - other.y) < HIGH && left < other.x + other.width && other.x < left + width;
      if (placed.some(isOn)) continue;
      this.#put(placed.push({ x: left, y, width }) - 1, names[i]!, { x: left, y });
    }
    for (const tag of this.#tags.splice(placed.length)) tag.remove();
  }

  clear(): void {
    for (const tag of this.#tags.splice(0)) tag.remove();
  }

  #put(i: number, name: string, { x, y }: { readonly x: number; readonly y: number }): void {
    let tag = this.#tags[i];
    if (tag === undefined) {
      tag = document.createElement("div");
      tag.className = "frame-name";
      this.#tags.push(tag);
      this.#box.append(tag);
    }
    if (tag.textContent !== name) tag.textContent = name;
    tag.style.transform = `translate(${(x + BESIDE).toFixed(1)}px, ${(y + BESIDE).toFixed(1)}px)`;
  }
}

/** Width of a letter, in pixels. */
const LETTER = 7;
const HIGH = 15;
/** Pixels from the frame's origin. */
const BESIDE = 5;
const PLACE = new Vector3();
