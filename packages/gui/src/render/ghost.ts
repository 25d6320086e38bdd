import type { Entity, Pose, World } from "@orrery/sim";
import { IsLight, IsVisual, Light } from "@orrery/sim/components";
import { Group, type LineBasicMaterial, type LineSegments, type BufferGeometry, type Scene } from "three";
import { EntityNodes } from "./entity-nodes.ts";
import type { MeshFiles } from "./files/mesh-files.ts";
import { lightMark } from "./layers/light-mark.ts";
import { VisualLayer, type Placed } from "./layers/visual-layer.ts";
import { PoseTree, POSE } from "./pose-tree.ts";
import type { Surfaces } from "./surfaces.ts";
import type { ThemeColours } from "./theme-colours.ts";

/**
 * Opacity of a ghost: clearly visible, clearly not there yet. The world that a ghost draws must give its visuals this
 * transparency.
 */
export const GHOST_OPACITY = 0.5;

/** A scene that is drawn already, in which a ghost can appear. */
export interface GhostScene {
  readonly scene: Scene;
  readonly files: MeshFiles;
  readonly surfaces: Surfaces;
  readonly theme: ThemeColours;
  /** Asks for a frame. */
  invalidate(): void;
}

/** Draws a second world within a scene: things that are about to be inserted. */
export class Ghost implements Disposable {
  readonly #view: GhostScene;
  readonly #group = new Group();
  readonly #tree = new PoseTree();
  readonly #visuals: VisualLayer;
  readonly #placed = new Map<Entity, Placed[]>();
  readonly #marks: LineSegments<BufferGeometry, LineBasicMaterial>[] = [];

  constructor(view: GhostScene, world: World) {
    this.#view = view;
    const nodes = new EntityNodes(world, this.#tree);
    this.#visuals = new VisualLayer({
      world,
      nodes,
      files: view.files,
      surfaces: view.surfaces,
      onReady: (entities) => entities.forEach((entity) => this.#build(entity)),
      // Missing files are reported when the thing itself is drawn.
      onMissing: () => {},
      groundColour: () => view.theme.ground,
      missingColour: () => view.theme.muted,
    });
    this.#group.name = "ghost";
    this.#group.visible = false;
    this.#group.add(this.#visuals.batches.group);
    for (const [visual] of world.query(IsVisual)) this.#build(visual);
    for (const [entity, , light] of world.query(IsLight, Light)) {
      const mark = lightMark(light, view.theme.gridLine);
      const node = nodes.of(entity);
      this.#tree.update();
      mark.position.fromArray(this.#tree.world, node * POSE);
      mark.quaternion.fromArray(this.#tree.world, node * POSE + 3);
      this.#marks.push(mark);
      this.#group.add(mark);
    }
    view.scene.add(this.#group);
  }

  /** Shows the ghost at a pose; `undefined` hides it. */
  place(pose: Pose | undefined): void {
    this.#group.visible = pose !== undefined;
    if (pose !== undefined) {
      this.#group.position.set(pose.x, pose.y, pose.z);
      this.#group.quaternion.set(pose.qx, pose.qy, pose.qz, pose.qw);
    }
    this.#view.invalidate();
  }

  [Symbol.dispose](): void {
    this.#view.scene.remove(this.#group);
    this.#visuals[Symbol.dispose]();
    for (const mark of this.#marks) {
      mark.geometry.dispose();
      mark.material.dispose();
    }
    this.#view.invalidate();
  }

  #build(entity: Entity): void {
    for (const { batch, shape } of this.#placed.get(entity) ?? []) batch.remove(shape);
    this.#placed.set(entity, this.#visuals.build(entity));
    this.#tree.update();
    this.#visuals.batches.update(this.#tree);
    this.#view.invalidate();
  }
}
