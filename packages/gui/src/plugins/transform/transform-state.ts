import { quat, rotationOf, scopedName, worldPose, type Entity, type Pose } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { IsModel } from "@orrery/sim/components";
import { logError } from "../../base/log-error.ts";
import { whyNoEditing } from "../../client/may-edit.ts";
import { Value } from "../../client/value.ts";
import type { WorldApp } from "../../shell/app.ts";
import { POSE } from "../../render/pose-tree.ts";
import { sceneSessionOf } from "../scene/api.ts";
import { blockedAxes, NOT_BLOCKED, type Blocked } from "./gizmo/blocked-axes.ts";
import { isGizmoTool, type GizmoFrame, type GizmoTool } from "./gizmo/handle.ts";
import type { Placement, Thing } from "./gizmo/motion.ts";
import { inHandOf, type InHand } from "./in-hand.ts";
import { commandName, editsOf, targetsOf, thingOf } from "./targets.ts";
import { TransformSettings } from "./transform-settings.ts";

/**
 * What all tools share: their targets, their settings, whether editing is possible, and what is shown during a drag.
 */
export class TransformState implements Disposable {
  readonly app: WorldApp;
  readonly settings = new TransformSettings();
  readonly inHand: InHand;
  /** Why nothing can be edited; `undefined` if it can. */
  readonly obstacle: Value<string | undefined>;
  /** Whether the box for alignment is open. */
  readonly isAligning = new Value(false);
  /** For the snap tool: the name of the thing whose face was clicked. */
  readonly snapsFrom = new Value<string | undefined>(undefined);
  /** Emits when the tools have different targets, the targets are elsewhere, or the settings change. */
  readonly changes = new Emitter<void>(logError);
  readonly #parts = new DisposableStack();
  /** Valid until the selection or the world changes: several callers ask in every frame. */
  #targets: { readonly of: readonly Entity[]; readonly found: readonly Entity[] } | undefined;
  /** Valid until something is shown elsewhere. */
  #things:
    | { readonly targets: readonly Entity[]; readonly revision: number; readonly found: readonly Thing[] }
    | undefined;
  /** Computed once for each selection, because it looks at everything in a model. */
  #blocked: (Blocked & { readonly key: string }) | undefined;

  constructor(app: WorldApp) {
    this.app = app;
    this.inHand = inHandOf(app);
    this.obstacle = new Value(obstacleOf(app));
    const changed = (): void => this.changes.emit();
    const { tool, axes, pivot, snaps, steps } = this.settings;
    for (const value of [tool, axes, pivot, snaps, steps]) this.#parts.use(value.changes.on(changed));
    this.#parts.use(
      this.inHand.changes.on(() => {
        this.#things = undefined;
        changed();
      }),
    );
    this.#parts.use(app.view.selection.changes.on(changed));
    this.#parts.use(
      app.view.mirror.changes.on(() => {
        this.#targets = this.#things = undefined;
        changed();
      }),
    );
    const { session, client, capabilities, history } = app.view;
    for (const value of [session.state, client, capabilities, session.presence.session, history.log]) {
      this.#parts.use(value.changes.on(() => this.obstacle.set(obstacleOf(app))));
    }
    this.#parts.use(
      this.obstacle.changes.on((obstacle) => {
        if (obstacle !== undefined) tool.set("select");
        changed();
      }),
    );
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  /** The entities that tools act on. */
  get targets(): readonly Entity[] {
    const { entities } = this.app.view.selection;
    if (this.#targets?.of !== entities) {
      this.#targets = { of: entities, found: targetsOf(this.app.view.mirror.world, entities) };
    }
    return this.#targets.found;
  }

  /** Returns the targets where they are shown now. For the scale tool, leaves out those without a size. */
  things(tool?: GizmoTool): readonly Thing[] {
    const { world } = this.app.view.mirror;
    const { targets } = this;
    const revision = sceneSessionOf(this.app).open.current?.view.objects.revision ?? -1;
    if (this.#things?.targets !== targets || this.#things.revision !== revision) {
      const found = targets.map((entity) => thingOf(world, entity, this.shownPose(entity)));
      this.#things = { targets, revision, found };
    }
    const things = this.#things.found;
    return tool === "scale" ? things.filter(({ hasSize }) => hasSize) : things;
  }

  /** Returns the targets where they will be when nothing is in hand. */
  settledThings(): readonly Thing[] {
    const { world } = this.app.view.mirror;
    return this.targets.map((entity) => thingOf(world, entity, worldPose(world, entity)));
  }

  /** Returns where an entity is shown, in the world. */
  shownPose(entity: Entity): Pose {
    const held = this.inHand.of(entity);
    if (held !== undefined) return held.pose;
    const objects = sceneSessionOf(this.app).open.current?.view.objects;
    const node = objects?.nodes.of(entity) ?? -1;
    if (objects === undefined || node < 0) return worldPose(this.app.view.mirror.world, entity);
    // Targets are directly below the world, so the local pose is the world pose. The world pose in the tree does not
    // exist yet for a new entity.
    const [x, y, z, qx, qy, qz, qw] = objects.tree.local.subarray(node * POSE, node * POSE + POSE);
    return { x: x!, y: y!, z: z!, qx: qx!, qy: qy!, qz: qz!, qw: qw! };
  }

  /** The chosen tool if it has a gizmo and there is something to use it on. */
  get gizmoTool(): GizmoTool | undefined {
    const tool = this.settings.tool.current;
    if (!isGizmoTool(tool) || this.obstacle.current !== undefined) return undefined;
    const { targets } = this;
    const { world } = this.app.view.mirror;
    const isUseful = tool === "scale" ? targets.some((entity) => world.has(entity, IsModel)) : targets.length > 0;
    return isUseful ? tool : undefined;
  }

  /** Returns what a tool cannot do with its targets, and why: for example, round shapes must stay round. */
  blocked(tool: GizmoTool): Blocked {
    if (tool !== "scale") return NOT_BLOCKED;
    const { targets } = this;
    const key = targets.join();
    if (this.#blocked?.key !== key) {
      this.#blocked = { key, ...blockedAxes(this.app.view.mirror.world, targets) };
    }
    return this.#blocked;
  }

  /** Returns position and orientation of the gizmo for these things. */
  frame(tool: GizmoTool, things: readonly Thing[]): GizmoFrame {
    const last = things.at(-1)!.pose;
    const isLocal = tool === "scale" || this.settings.axes.current === "local";
    const rotation = isLocal ? rotationOf(last) : quat.noRotation;
    if (this.settings.pivot.current === "own") return { origin: last, rotation };
    const middle = (axis: "x" | "y" | "z"): number =>
      things.reduce((sum, thing) => sum + thing.pose[axis], 0) / things.length;
    return { origin: { x: middle("x"), y: middle("y"), z: middle("z") }, rotation };
  }

  /** Moves things to placements, as one command: "Move box_1". */
  perform(verb: string, things: readonly Thing[], placements: readonly Placement[]): Promise<boolean> {
    return this.performAs(commandName(this.app.view.mirror.world, verb, things), things, placements);
  }

  performAs(name: string, things: readonly Thing[], placements: readonly Placement[]): Promise<boolean> {
    return this.inHand.commit(name, editsOf(things, placements));
  }

  nameOf(entity: Entity): string {
    return scopedName(this.app.view.mirror.world, entity);
  }
}

function obstacleOf({ view }: WorldApp): string | undefined {
  const reason = whyNoEditing(view);
  return reason && `Not possible: ${reason}`;
}
