import type { orrery } from "@orrery/msgs";
import { type Entity, type Pose as PoseValue, type World } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { Geometry, Pose } from "@orrery/sim/components";
import type { WorldApp } from "../../shell/app.ts";
import { sceneSessionOf } from "../scene/api.ts";
import type { Placement } from "./gizmo/motion.ts";
import { isNearer } from "./nearer.ts";

/**
 * Shows things where a tool has them, before the world does. What a tool hands over stays shown until the world shows it too, so
 * that nothing jumps back in between; what the world refuses is back at once, and told of.
 */
export class Preview implements Disposable {
  readonly changes = new Emitter<void>((error) => console.error(error));
  readonly #app: WorldApp;
  readonly #listening: readonly Disposable[];
  /** What is in hand now. */
  #inHand: readonly Placement[] = [];
  /** Commands that were sent, and what of each is not seen in the world yet. */
  readonly #sent = new Set<Sent>();
  /** The same by entity: tools ask for each of thousands, in every frame. */
  #inHandBy: ReadonlyMap<Entity, Placement> = new Map();
  #sentBy: ReadonlyMap<Entity, Placement> = new Map();

  constructor(app: WorldApp) {
    this.#app = app;
    this.#listening = [
      // After the scene has taken the change: what was let go before would be where it was before.
      app.view.mirror.changes.on(() => queueMicrotask(() => this.#settle())),
      sceneSessionOf(app).open.changes.on(() => this.#hold()),
    ];
  }

  [Symbol.dispose](): void {
    for (const listening of this.#listening) listening[Symbol.dispose]();
    this.show([]);
    for (const sent of [...this.#sent]) this.#drop(sent);
  }

  /** Where something is shown although the world does not have it there. */
  of(entity: Entity): Placement | undefined {
    return this.#inHandBy.get(entity) ?? this.#sentBy.get(entity);
  }

  /** Where the world will have something, of which this page has not heard yet. */
  sent(entity: Entity): Placement | undefined {
    return this.#sentBy.get(entity);
  }

  /** Instead of what was shown before. */
  show(placements: readonly Placement[]): void {
    if (placements.length === 0 && this.#inHand.length === 0) return;
    const before = this.#inHand;
    this.#inHand = placements;
    this.#hold(before);
  }

  /** Sends the edits as one command and keeps the preview until they are applied. Resolves to whether they were. */
  async commit(description: string, placements: readonly Placement[], edits: readonly orrery.Edit[]): Promise<boolean> {
    const { world } = this.#app.view.mirror;
    if (edits.length === 0) {
      this.show([]);
      return false;
    }
    const sent: Sent = {
      isDone: false,
      statesSeen: 0,
      waiting: placements,
      before: new Map(placements.map(({ entity }) => [entity, lookOf(world, entity)])),
    };
    this.#sent.add(sent);
    this.#inHand = [];
    this.#hold(placements);
    try {
      await this.#app.view.editing.perform(description, edits);
    } catch (error) {
      this.#drop(sent);
      this.#app.notices.failed(description.charAt(0).toLowerCase() + description.slice(1), error);
      return false;
    }
    sent.isDone = true;
    this.#settle();
    setTimeout(() => this.#drop(sent), LONGEST_MS);
    return true;
  }

  #settle(): void {
    const { world } = this.#app.view.mirror;
    for (const sent of [...this.#sent]) {
      if (!sent.isDone) continue;
      const left = sent.waiting.filter((placement) => !isShownBy(world, placement, sent.before.get(placement.entity)));
      // A world that has put it elsewhere in the meantime is right.
      if (left.length > 0 && ++sent.statesSeen > MOST_STATES) this.#drop(sent);
      if (left.length === sent.waiting.length) continue;
      const gone = sent.waiting;
      sent.waiting = left;
      if (left.length === 0) this.#sent.delete(sent);
      this.#hold(gone);
    }
  }

  #drop(sent: Sent): void {
    if (!this.#sent.delete(sent)) return;
    this.#hold(sent.waiting);
  }

  /** Holds in the scene what is to be held; `touched` may be among what is not any more. */
  #hold(touched: readonly Placement[] = []): void {
    const objects = sceneSessionOf(this.#app).open.current?.view.objects;
    // If an entity was sent twice, the later one counts.
    this.#sentBy = new Map([...this.#sent].flatMap(({ waiting }) => waiting.map((one) => [one.entity, one])));
    this.#inHandBy = new Map(this.#inHand.map((one) => [one.entity, one]));
    if (objects !== undefined) {
      const all = new Map(this.#sentBy);
      for (const placement of this.#inHand) {
        // What is moved while its new size is on its way keeps that.
        const { factors = all.get(placement.entity)?.factors } = placement;
        all.set(placement.entity, { ...placement, factors });
      }
      for (const { entity } of touched) if (!all.has(entity)) objects.letGo(entity);
      for (const placement of all.values()) objects.hold(placement.entity, placement);
    }
    this.changes.emit();
  }
}

interface Sent {
  isDone: boolean;
  /** Since it was done. */
  statesSeen: number;
  waiting: readonly Placement[];
  readonly before: ReadonlyMap<Entity, Look>;
}

/** What tells whether the world has moved or resized something. */
interface Look {
  readonly pose: PoseValue | undefined;
  readonly sizes: string;
}

function lookOf(world: World, entity: Entity): Look {
  return { pose: world.exists(entity) ? world.get(entity, Pose) : undefined, sizes: sizesBelow(world, entity) };
}

function isShownBy(world: World, { entity, pose, factors }: Placement, before: Look | undefined): boolean {
  if (!world.exists(entity) || before === undefined) return true;
  if (factors !== undefined && sizesBelow(world, entity) === before.sizes) return false;
  const now = world.get(entity, Pose);
  return now === undefined || before.pose === undefined || isNearer(now, pose, before.pose);
}

function sizesBelow(world: World, entity: Entity): string {
  if (!world.exists(entity)) return "";
  const own = world.get(entity, Geometry);
  const below = world.childrenOf(entity).map((child) => sizesBelow(world, child));
  return [own === undefined ? "" : JSON.stringify(own), ...below].join();
}

/** States of the world that may come before the one with what was done: those that were on their way. */
const MOST_STATES = 12;
/** In a world in which nothing else happens, none come. */
const LONGEST_MS = 4000;
