import { scopedName, topModelOf, type Entity } from "@orrery/sim";
import type { WorldApp } from "../../../shell/app.ts";
import { backward } from "../../../render/camera/camera-rig.ts";
import { entityLooksOf } from "../entity-looks.ts";
import { framesOf, type ShownFrame } from "./frame-list.ts";
import { FrameMarks } from "../../../render/layers/frame-marks.ts";
import { FrameNames } from "./frame-names.ts";
import { onProbe } from "../scene-probe.ts";
import type { SceneView } from "../scene-view.ts";
import { FOV } from "../../../render/camera/view-camera.ts";

/**
 * Shows frames of reference, of the selection or of everything: axes, names, and lines to the frames they are attached
 * to.
 */
export class FrameOverlay implements Disposable {
  readonly #app: WorldApp;
  readonly #view: SceneView;
  readonly #marks = new FrameMarks();
  readonly #names: FrameNames;
  readonly #parts = new DisposableStack();
  #shownNames: readonly string[] = [];
  /** Whether the list must be rebuilt. */
  #isStale = true;
  #drawn: unknown[] = [];

  constructor(app: WorldApp, view: SceneView, box: HTMLElement) {
    this.#app = app;
    this.#view = view;
    this.#names = new FrameNames(view, box);
    view.scene.add(this.#marks.group);
    const { frames, allFrames, frameNames } = view.options.switches;
    const stale = (): void => {
      this.#isStale = true;
      view.invalidate();
    };
    for (const value of [frames, allFrames, frameNames]) this.#parts.use(value.changes.on(stale));
    this.#parts.use(app.view.selection.changes.on(() => frames.current && stale()));
    this.#parts.use(view.objects.changes.on(() => this.#isOn && stale()));
    this.#parts.use(view.themes.on((theme) => this.#marks.setColours(theme)));
    this.#parts.use(view.onDrawn(() => this.#drawNames()));
    this.#marks.setColours(view.theme);
    this.#parts.use(onProbe(view.canvas, () => ({ axes: this.#marks.count })));
    view.onFrame(() => this.#step());
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
    this.#view.scene.remove(this.#marks.group);
    this.#marks[Symbol.dispose]();
    this.#names.clear();
  }

  get #isOn(): boolean {
    const { frames, allFrames } = this.#view.options.switches;
    return frames.current || allFrames.current;
  }

  /** Updates the marks. Returns whether another picture is needed. */
  #step(): boolean {
    if (this.#isStale) return this.#rebuild();
    if (this.#marks.count === 0) return false;
    const { objects, place, size } = this.#view;
    const isFlat = this.#view.options.switches.orthographic.current;
    const now = [objects.revision, place, size, isFlat];
    if (now.every((value, i) => value === this.#drawn[i])) return false;
    this.#drawn = now;
    this.#marks.update(objects.tree, sizing(this.#view, pixelsOf(this.#marks.count)));
    return false;
  }

  /** Rebuilds the list. Entities requested for the first time have their places only from the next picture on. */
  #rebuild(): boolean {
    this.#isStale = false;
    this.#drawn = [];
    const list = this.#isOn ? this.#list() : [];
    const { nodes } = this.#view.objects;
    this.#marks.show(list.map(({ entity, within, parent }) => ({ node: nodes.of(entity), within, parent })));
    this.#shownNames = this.#view.options.switches.frameNames.current ? this.#namesOf(list) : [];
    return list.length > 0;
  }

  #list(): readonly ShownFrame[] {
    const { world } = this.#view;
    const { root } = this.#app.view.mirror;
    if (root === undefined) return [];
    const isAll = this.#view.options.switches.allFrames.current;
    const roots = isAll ? [root] : this.#app.view.selection.entities;
    const looks = entityLooksOf(this.#app);
    const list = framesOf(world, roots);
    const isShown = ({ entity }: ShownFrame): boolean => this.#view.objects.nodes.of(entity) >= 0;
    if (looks.isPlain && list.every(isShown)) return list;
    return kept(list, (frame) => isShown(frame) && !looks.has(frame.entity, "hidden"));
  }

  /** Returns the names to show. Within a single model, its name is left out. */
  #namesOf(list: readonly ShownFrame[]): readonly string[] {
    const { world } = this.#view;
    const tops = new Set(list.map(({ entity }) => topModelOf(world, entity)));
    if (tops.size < 2) return list.map(({ name }) => name);
    const above = (entity: Entity): string => `${scopedName(world, world.parentOf(entity))}::`;
    return list.map(({ entity, name }) => (tops.has(entity) ? name : `${above(entity)}${name}`));
  }

  #drawNames(): void {
    if (this.#marks.group.visible) this.#names.draw(this.#shownNames, this.#marks.poses);
    else this.#names.clear();
  }
}

/** Returns the frames that pass, attached to their nearest ancestor among them. */
function kept(list: readonly ShownFrame[], passes: (frame: ShownFrame) => boolean): readonly ShownFrame[] {
  const places = new Map<number, number>();
  list.forEach((frame, i) => passes(frame) && places.set(i, places.size));
  return list.flatMap((frame, i) => (places.has(i) ? [{ ...frame, parent: places.get(frame.parent) ?? -1 }] : []));
}

/**
 * Returns a function that gives the length of an axis in metres, so that all axes have one length on the screen. It
 * allocates nothing, because it is called in every frame.
 */
function sizing({ place, size, options }: SceneView, pixels: number): (x: number, y: number, z: number) => number {
  const back = backward(place);
  const { target, distance } = place;
  const perMetre = (2 * Math.tan(FOV / 2) * pixels) / size.height;
  if (options.switches.orthographic.current) return () => distance * perMetre;
  return (x, y, z) => {
    const nearer = (x - target.x) * back.x + (y - target.y) * back.y + (z - target.z) * back.z;
    return Math.max(distance - nearer, 0.01 * distance) * perMetre;
  };
}

/** Returns the length of axes in pixels: shorter where many would hide the scene, and each other. */
function pixelsOf(count: number): number {
  return Math.max(12, 42 * Math.min(1, Math.sqrt(150 / count)));
}
