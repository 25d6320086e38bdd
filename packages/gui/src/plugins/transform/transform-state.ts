import { quat, rotationOf, scopedName, worldPose, type Entity, type Pose } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { IsModel } from "@orrery/sim/components";
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

/** What all tools share: what they act on, how, whether they may, and what is shown meanwhile. */
export class TransformState implements Disposable {
  readonly app: WorldApp;
  readonly settings = new TransformSettings();
  readonly inHand: InHand;
  /** Why nothing can be edited; `undefined` when it can. */
  readonly obstacle: Value<string | undefined>;
  /** Whether the box for aligning is open. */
  readonly isAligning = new Value(false);
  /** For the tool snap: whose face was clicked. */
  readonly snapsFrom = new Value<string | undefined>(undefined);
  /** Tools act on something else, or it is elsewhere, or they work otherwise. */
  readonly changes = new Emitter<void>((error) => console.error(error));
  readonly #parts = new DisposableStack();
  /** Kept until something else is chosen or the world changes: several ask in every frame. */
  #targets: { readonly of: readonly Entity[]; readonly found: readonly Entity[] } | undefined;
  /** Kept until something is shown elsewhere. */
  #things:
    | { readonly targets: readonly Entity[]; readonly revision: number; readonly found: readonly Thing[] }
    | undefined;
  /** Worked out once for each choice: it looks at everything that a model has. */
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

  /** Entities that tools act on. */
  get targets(): readonly Entity[] {
    const { entities } = this.app.view.selection;
    if (this.#targets?.of !== entities) {
      this.#targets = { of: entities, found: targetsOf(this.app.view.mirror.world, entities) };
    }
    return this.#targets.found;
  }

  /** The same, where they are shown now. Those without a size cannot be scaled. */
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

  /** The same, where they are once nothing is in hand. */
  settledThings(): readonly Thing[] {
    const { world } = this.app.view.mirror;
    return this.targets.map((entity) => thingOf(world, entity, worldPose(world, entity)));
  }

  /** In the world. */
  shownPose(entity: Entity): Pose {
    const held = this.inHand.of(entity);
    if (held !== undefined) return held.pose;
    const objects = sceneSessionOf(this.app).open.current?.view.objects;
    const node = objects?.nodes.of(entity) ?? -1;
    if (objects === undefined || node < 0) return worldPose(this.app.view.mirror.world, entity);
    // They stand in the world itself. What is new has no place there before it is drawn, only in its parent.
    const [x, y, z, qx, qy, qz, qw] = objects.tree.local.subarray(node * POSE, node * POSE + POSE);
    return { x: x!, y: y!, z: z!, qx: qx!, qy: qy!, qz: qz!, qw: qw! };
  }

  /** The tool with a gizmo that is in hand, when there is something for it. */
  get gizmoTool(): GizmoTool | undefined {
    const tool = this.settings.tool.current;
    if (!isGizmoTool(tool) || this.obstacle.current !== undefined) return undefined;
    const { targets } = this;
    const { world } = this.app.view.mirror;
    const isUseful = tool === "scale" ? targets.some((entity) => world.has(entity, IsModel)) : targets.length > 0;
    return isUseful ? tool : undefined;
  }

  /** What a tool cannot do with what it acts on, and why: what is round must stay round, joints must hold. */
  blocked(tool: GizmoTool): Blocked {
    if (tool !== "scale") return NOT_BLOCKED;
    const { targets } = this;
    const key = targets.join();
    if (this.#blocked?.key !== key) {
      this.#blocked = { key, ...blockedAxes(this.app.view.mirror.world, targets) };
    }
    return this.#blocked;
  }

  /** Where a gizmo stands for these things. */
  frame(tool: GizmoTool, things: readonly Thing[]): GizmoFrame {
    const last = things.at(-1)!.pose;
    const isLocal = tool === "scale" || this.settings.axes.current === "local";
    const rotation = isLocal ? rotationOf(last) : quat.noRotation;
    if (this.settings.pivot.current === "own") return { origin: last, rotation };
    const middle = (axis: "x" | "y" | "z"): number =>
      things.reduce((sum, thing) => sum + thing.pose[axis], 0) / things.length;
    return { origin: { x: middle("x"), y: middle("y"), z: middle("z") }, rotation };
  }

  /** Puts things somewhere, as one command: "Move box_1". */
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
