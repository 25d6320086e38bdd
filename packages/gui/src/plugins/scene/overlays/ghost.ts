import type { Entity, Pose, World } from "@orrery/sim";
import { IsLight, IsVisual, Light } from "@orrery/sim/components";
import { Group } from "three";
import { EntityNodes } from "../../../render/entity-nodes.ts";
import { lightMark } from "../../../render/layers/light-mark.ts";
import { PoseTree, POSE } from "../../../render/pose-tree.ts";
import type { SceneView } from "../scene-view.ts";
import { VisualLayer, type Placed } from "../../../render/layers/visual-layer.ts";

/**
 * Opacity of a ghost: clearly visible, clearly not there yet. The world that a ghost draws must give its visuals this
 * transparency.
 */
export const GHOST_OPACITY = 0.5;

/** Draws a second world within the scene: things that are about to be inserted. */
export class Ghost implements Disposable {
  readonly #view: SceneView;
  readonly #group = new Group();
  readonly #tree = new PoseTree();
  readonly #visuals: VisualLayer;
  readonly #placed = new Map<Entity, Placed[]>();

  constructor(view: SceneView, world: World) {
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
