import type { orrery } from "@orrery/msgs";
import type { Entity } from "@orrery/sim";
import { Group, MeshLambertMaterial, Vector3, type BufferGeometry } from "three";
import { scenesFor } from "../../client/editing/preview.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { BatchLook, Shape } from "../../render/batch.ts";
import { Batches } from "../../render/batches.ts";
import type { FileGeometry } from "../../render/files/mesh-files.ts";
import { Outlines } from "../../render/layers/outlines.ts";
import { PoseTree } from "../../render/pose-tree.ts";
import { primitivesOf } from "../../render/primitives.ts";
import { onProbe, type OpenScene, placeTag, topOfShapes } from "../scene/api.ts";
import { linearOf, type Rgb } from "../../render/surfaces.ts";
import type { Placed } from "../../render/layers/visual-layer.ts";
import { ghostsOf, type Ghost, type GhostPart } from "./ghost-changes.ts";

/** Low enough to show that the thing belongs to another person's command and is not there yet. */
const GHOST_OPACITY = 0.35;

/** Draws what the pending commands of others will do, in their colours and with their names. */
export class GhostLayer implements Disposable {
  readonly #app: WorldApp;
  readonly #scene: OpenScene;
  readonly #group = new Group();
  readonly #tree = new PoseTree();
  readonly #batches = new Batches("ghosts");
  readonly #geometries = new Map<string, BufferGeometry>();
  // In the author's colour as it is on the page, unaffected by lights.
  readonly #material = new MeshLambertMaterial({
    transparent: true,
    opacity: GHOST_OPACITY,
    depthWrite: false,
    toneMapped: false,
  });
  /** By colour. */
  readonly #outlines = new Map<string, Outlines>();
  #marks: readonly Mark[] = [];
  #isStale = true;
  /** Incremented with each round, so that files loaded for an older round are not drawn. */
  #round = 0;
  readonly #parts = new DisposableStack();

  constructor(app: WorldApp, scene: OpenScene) {
    this.#app = app;
    this.#scene = scene;
    const { view } = scene;
    const { queue } = app.view.editing;
    this.#group.add(this.#batches.group);
    view.scene.add(this.#group);
    const stale = (): void => {
      this.#isStale = true;
      view.invalidate();
    };
    this.#parts.use(queue.entries.changes.on(stale));
    this.#parts.use(queue.library.arrivals.on(stale));
    this.#parts.use(app.session.presence.people.changes.on(() => this.#marks.length > 0 && stale()));
    this.#parts.use(app.view.mirror.changes.on(() => this.#others().length > 0 && stale()));
    this.#parts.use(view.objects.changes.on(() => this.#marks.length > 0 && stale()));
    this.#parts.use(view.themes.on(stale));
    this.#parts.use(app.events.on("preRender", () => this.#isStale && this.#rebuild()));
    this.#parts.use(view.onDrawn(() => this.#draw()));
    this.#parts.use(onProbe(view.canvas, () => ({ ghosts: this.#batches.shapeCount })));
    stale();
  }

  [Symbol.dispose](): void {
    this.#parts[Symbol.dispose]();
    this.#round++;
    this.#clear();
    for (const outlines of this.#outlines.values()) outlines[Symbol.dispose]();
    for (const geometry of this.#geometries.values()) geometry.dispose();
    this.#material.dispose();
    this.#group.removeFromParent();
    this.#scene.view.invalidate();
  }

  #others(): readonly orrery.Command[] {
    return this.#app.view.editing.queue.entries.current.flatMap(({ command, isOwn }) => (isOwn ? [] : [command]));
  }

  #clear(): void {
    for (const { tag } of this.#marks) tag.remove();
    for (const outlines of this.#outlines.values()) outlines.show([], []);
    this.#marks = [];
    this.#batches.clear();
    this.#tree.clear();
  }

  #rebuild(): void {
    this.#isStale = false;
    this.#round++;
    this.#clear();
    const { mirror } = this.#app.view;
    const { library } = this.#app.view.editing.queue;
    const others = this.#others();
    const ghosts =
      mirror.root === undefined
        ? []
        : ghostsOf(mirror.world, mirror.root, others, (...where) => scenesFor(...where, library));
    this.#marks = ghosts.map((ghost) => this.#mark(ghost));
    this.#settle();
  }

  #mark(ghost: Ghost): Mark {
    const { command, parts, removed } = ghost;
    const { view, names } = this.#scene;
    const person = this.#app.session.presence.people.current.find(({ id }) => id === command.author);
    const colour = person === undefined ? view.theme.muted : view.theme.people[person.colour]!;
    const tag = document.createElement("div");
    tag.className = parts.length === 0 && removed.length > 0 ? "scene-tag ghost gone" : "scene-tag ghost";
    tag.style.color = person === undefined ? "var(--muted)" : `var(--person-${person.colour})`;
    const name = document.createElement("b");
    name.textContent = person?.name ?? command.author_name ?? "";
    const what = document.createElement("span");
    what.textContent = command.description ?? "";
    tag.append(name, what);
    names.append(tag);
    const mark: Mark = { ghost, colour, tag, placed: [] };
    for (const part of parts) this.#addPart(mark, part);
    return mark;
  }

  #addPart(mark: Mark, part: GhostPart): void {
    const { geometry, pose } = part;
    const { x, y, z, qx, qy, qz, qw } = pose;
    const node = this.#tree.add(-1);
    this.#tree.place(node, [x, y, z, qx, qy, qz, qw], 0);
    for (const { key, scale, lift = 0, make } of primitivesOf(geometry)) {
      const at = lift === 0 ? node : this.#tree.add(node);
      if (at !== node) this.#tree.place(at, [0, 0, lift, 0, 0, 0, 1], 0);
      this.#add(mark, key, at, scale, () => this.#geometry(key, make));
    }
    if (!isFile(geometry)) return;
    const round = this.#round;
    const scale = geometry.type === "mesh" ? geometry.scale : { x: 1, y: 1, z: 1 };
    this.#scene.view.files.parts(geometry).then(
      (loaded) => {
        if (round !== this.#round) return;
        for (const { key, geometry: shape } of loaded)
          this.#add(mark, key, node, [scale.x, scale.y, scale.z], () => shape);
        this.#settle();
      },
      // A ghost that cannot be drawn shows only its name.
      () => undefined,
    );
  }

  #add(mark: Mark, key: string, node: number, scale: Shape["scale"], geometry: () => BufferGeometry): void {
    const shape: Shape = { entity: NOBODY, node, scale, colour: linearOf(mark.colour) };
    const look = (): BatchLook => ({
      key,
      geometry: geometry(),
      material: this.#material,
      castShadow: false,
      receiveShadow: false,
      isPickable: false,
      renderOrder: 3,
    });
    mark.placed.push({ shape, batch: this.#batches.add(key, look, shape) });
  }

  /** Outlines what will be removed, and, with thin lines, what will be added. */
  #outline(): void {
    const { view } = this.#scene;
    const byColour = Map.groupBy(this.#marks, ({ colour: { r, g, b } }) => `${r} ${g} ${b}`);
    for (const [key, marks] of byColour) {
      let outlines = this.#outlines.get(key);
      if (outlines === undefined) this.#outlines.set(key, (outlines = new Outlines()));
      outlines.setColour(marks[0]!.colour);
      outlines.show(
        marks.flatMap(({ ghost }) => this.#shapesOf(ghost.removed)),
        marks.flatMap(({ placed }) => placed),
      );
    }
    view.invalidate();
  }

  #shapesOf(entities: readonly Entity[]): Placed[] {
    const { objects, visuals } = this.#scene.view;
    return entities.flatMap((entity) => objects.shapesOf(entity, visuals));
  }

  #settle(): void {
    this.#tree.update();
    this.#batches.update(this.#tree);
    this.#outline();
  }

  #draw(): void {
    const { view } = this.#scene;
    for (const outlines of this.#outlines.values()) outlines.render(view.renderer, view.camera);
    for (const { ghost, placed, tag } of this.#marks) {
      const { place, removed } = ghost;
      const top = topOfShapes(placed.length > 0 ? placed : this.#shapesOf(removed));
      placeTag(tag, top ?? (place && new Vector3(place.x, place.y, place.z)), view);
    }
  }

  #geometry(key: string, make: () => BufferGeometry): BufferGeometry {
    let made = this.#geometries.get(key);
    if (made === undefined) this.#geometries.set(key, (made = make()));
    return made;
  }
}

interface Mark {
  readonly ghost: Ghost;
  readonly colour: Rgb;
  readonly tag: HTMLElement;
  readonly placed: Placed[];
}

const NOBODY = 0 as Entity;

function isFile(geometry: GhostPart["geometry"]): geometry is FileGeometry {
  return geometry.type === "mesh" || geometry.type === "heightmap" || geometry.type === "polyline";
}
