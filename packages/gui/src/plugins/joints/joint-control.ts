import { scopedName, topModelOf, type Entity, type Publisher } from "@orrery/sim";
import { driveMessage, jointDrivesOf, jointEdit, type AxisValues, type JointDrive } from "@orrery/sim/host";
import { IsModel } from "@orrery/sim/components";
import { Paced } from "../../client/paced.ts";
import type { WorldApp } from "../../shell/app.ts";
import { inHandOf } from "../transform/api.ts";
import { JointMotion, withAxis, type JointPlacement } from "./joint-motion.ts";
import type { JointRow, ModelJoints } from "./joint-rows.ts";
import { within } from "./axis-range.ts";

/**
 * Performs the actions of the panel's sliders and fields: sends targets, or moves joints to positions. Values are in
 * rad or m, or per second.
 */
export class JointControl implements Disposable {
  readonly #app: WorldApp;
  #motion: { readonly key: string; readonly motion: JointMotion } | undefined;
  readonly #publishers = new Map<string, { readonly node: object; readonly publisher: Publisher }>();
  /** Targets to be sent next, by row. */
  readonly #sending = new Map<string, { row: JointRow; target: number; readonly paced: Paced }>();

  constructor(app: WorldApp) {
    this.#app = app;
  }

  [Symbol.dispose](): void {
    this.letGo();
    for (const { paced } of this.#sending.values()) paced[Symbol.dispose]();
    for (const { publisher } of this.#publishers.values()) publisher[Symbol.dispose]();
    this.#publishers.clear();
  }

  /** Shows the joint at a position while it is dragged. */
  show(row: JointRow, value: number): void {
    inHandOf(this.#app).show(this.#placements(row, value));
  }

  /** Cancels a drag. */
  letGo(): void {
    if (this.#motion === undefined) return;
    this.#motion = undefined;
    inHandOf(this.#app).show([]);
  }

  /**
   * Moves the joint to a position, as one command. Resolves to true when it was applied; otherwise the user was told
   * why not.
   */
  set(row: JointRow, value: number, words: string): Promise<boolean> {
    const { world } = this.#app.view.mirror;
    this.#motion = undefined;
    const description = `Set ${scopedName(world, row.joint)} to ${words}`;
    return inHandOf(this.#app).commit(description, [jointEdit(row.joint, withAxis(world, row.joint, row.axis, value))]);
  }

  /** Returns the last target that was sent, which is all that is known of drives that do not publish their targets. */
  sent({ key }: JointRow): number | undefined {
    return this.#sending.get(key)?.target;
  }

  /** Sends a target, now or soon, but not more often than controllers and connections can handle. */
  aim(row: JointRow, target: number): void {
    const sending = this.#sending.get(row.key) ?? {
      row,
      target,
      paced: new Paced(() => this.#send(row.key), PERIOD_MS),
    };
    this.#sending.set(row.key, sending);
    sending.row = row;
    sending.target = target;
    sending.paced.ask();
  }

  /**
   * Moves all joints to zero, or as near as their limits allow, as one command. Joints with a controller get this as
   * their target instead.
   */
  async resetAll(model: Entity, { rows }: ModelJoints, sendsTargets: boolean): Promise<void> {
    const { world } = this.#app.view.mirror;
    const wanted = new Map<Entity, AxisValues>();
    for (const row of rows) {
      if (sendsTargets && row.drive !== undefined) this.aim(row, firstTarget(row, row.drive));
      else if (row.obstacle === undefined)
        wanted.set(row.joint, { ...(wanted.get(row.joint) ?? ZERO), ...homeOf(row) });
    }
    if (wanted.size === 0) return;
    const edits = [...wanted].map(([joint, position]) => jointEdit(joint, position));
    await this.#app.view.editing.perform(`Reset joints of ${scopedName(world, model)}`, edits);
  }

  /** Computes where parts of the model would be. */
  #placements({ key, joint, axis }: JointRow, value: number): JointPlacement[] {
    const { world } = this.#app.view.mirror;
    if (!world.exists(joint)) return [];
    if (this.#motion?.key !== key) this.#motion = { key, motion: new JointMotion(world, joint) };
    try {
      return this.#motion.motion.at(withAxis(world, joint, axis, value));
    } catch {
      // The world reports the reason when the command is sent.
      return [];
    }
  }

  #send(key: string): void {
    const { row, target } = this.#sending.get(key)!;
    if (row.drive === undefined) return;
    const { world } = this.#app.view.mirror;
    const { type, value } = driveMessage(world, this.#together(row.drive, row.joint), row.drive, target);
    try {
      this.#publisher(row.drive.topic, type)?.publish(value);
    } catch (error) {
      this.#app.notices.failed(`send a target to ${row.name}`, error);
    }
  }

  /** Returns all drives that one message sets: actuators of several models may share a topic. */
  #together({ via }: JointDrive, joint: Entity): JointDrive[] {
    const { world, root } = this.#app.view.mirror;
    if (via === "number") return [];
    if (via === "trajectory" || root === undefined) return jointDrivesOf(world, topModelOf(world, joint));
    const models = world.childrenOf(root).filter((child) => world.has(child, IsModel));
    return models.flatMap((model) => jointDrivesOf(world, model));
  }

  #publisher(topic: string, type: string): Publisher | undefined {
    const node = this.#app.view.client.current?.node;
    // Without a connection nothing is sent; the page already shows that there is none.
    if (node === undefined || !node.isOpen) return undefined;
    let known = this.#publishers.get(topic);
    // Each connection has a node of its own.
    if (known?.node !== node) {
      known = { node, publisher: node.advertise(this.#app.view.namespace + topic, type) };
      this.#publishers.set(topic, known);
    }
    return known.publisher;
  }
}

/** Returns the target that a reset gives an axis. */
function firstTarget({ limits: { lower, upper } }: JointRow, { initial, quantity }: JointDrive): number {
  if (!Number.isNaN(initial)) return initial;
  return quantity === "velocity" ? 0 : within(0, { from: lower, to: upper });
}

/** Returns where a reset puts an axis. */
function homeOf({ axis, limits: { lower, upper } }: JointRow): Partial<AxisValues> {
  return { [`axis${axis + 1}`]: within(0, { from: lower, to: upper }) };
}

const ZERO: AxisValues = { axis1: 0, axis2: 0, axis3: 0 };
const PERIOD_MS = 50;
