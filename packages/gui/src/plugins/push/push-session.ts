import { vec3, type Entity, type Vec3 } from "@orrery/sim";
import { pushEdit } from "@orrery/sim/host";
import { whyNoEditing } from "../../client/may-edit.ts";
import { kept } from "../../client/kept.ts";
import { Value } from "../../client/value.ts";
import type { WorldApp } from "../../shell/app.ts";
import { bodyName, centreOfMass, pushTargets, type PushTargets } from "./push-target.ts";
import { pushWords } from "./push-words.ts";

export interface PushSettings {
  /** In N, world axes. */
  readonly force: Vec3;
  /** In N·m, world axes. */
  readonly torque: Vec3;
  /** Simulated seconds; 0 is one step. */
  readonly seconds: number;
}

/** A place on a body, in its own frame. */
export interface BodyPoint {
  readonly link: Entity;
  readonly offset: Vec3;
}

/** The settings of pushes, and the functions that push. */
export class PushSession {
  readonly settings = kept<PushSettings>("push", FIRST, isSettings);
  /** The clicked point, which is pushed instead of the centre of mass while its body is selected. */
  readonly point = new Value<BodyPoint | undefined>(undefined);
  readonly #app: WorldApp;

  constructor(app: WorldApp) {
    this.#app = app;
  }

  targets(): PushTargets {
    const { view } = this.#app;
    const { selection } = view;
    const { current: point } = this.point;
    const targets = pushTargets(view.mirror.world, selection.entities);
    // Only while its body is selected.
    if (point !== undefined && "links" in targets && targets.links.length === 1) return { links: [point.link] };
    return targets;
  }

  /** Returns why there is nothing to push, regardless of the force. */
  whyNothing(): string | undefined {
    const targets = this.targets();
    return whyNoEditing(this.#app.view) ?? ("reason" in targets ? targets.reason : undefined);
  }

  whyNot(): string | undefined {
    const reason = this.whyNothing();
    if (reason !== undefined) return reason;
    const { force, torque } = this.settings.current;
    return vec3.length(force) + vec3.length(torque) === 0 ? "there is neither a force nor a torque" : undefined;
  }

  /** Pushes the selection with the current settings. */
  async push(): Promise<void> {
    const targets = this.targets();
    if (!("links" in targets)) return;
    const { mirror } = this.#app.view;
    const points = targets.links.map((link) => ({ link, offset: this.offsetOf(link) }));
    await this.#perform(points, this.settings.current, pushWords(mirror.world, targets.links, this.settings.current));
  }

  /** Pushes a point of a body with a different force. */
  async pushAt(point: BodyPoint, force: Vec3): Promise<void> {
    const push = { ...this.settings.current, force, torque: vec3.zero };
    const words = pushWords(this.#app.view.mirror.world, [point.link], push);
    await this.#perform([point], push, words);
  }

  nameOf(link: Entity): string {
    return bodyName(this.#app.view.mirror.world, link);
  }

  offsetOf(link: Entity): Vec3 {
    const { current: point } = this.point;
    return point?.link === link ? point.offset : centreOfMass(this.#app.view.mirror.world, link);
  }

  async #perform(points: readonly BodyPoint[], { force, torque, seconds }: PushSettings, words: string): Promise<void> {
    const durationNs = Math.round(seconds * 1e9);
    const edits = points.map(({ link, offset }) =>
      pushEdit(link, { force, torque, offset, ...(durationNs > 0 && { durationNs }) }),
    );
    await this.#app.view.editing.perform(words, edits);
  }
}

const FIRST: PushSettings = { force: { x: 50, y: 0, z: 0 }, torque: vec3.zero, seconds: 0.1 };

function isSettings(value: unknown): boolean {
  const { force, torque, seconds } = (value ?? {}) as Partial<PushSettings>;
  const isVector = (vector: Vec3 | undefined): boolean => vector !== undefined && vec3.isFiniteVec3(vector);
  return isVector(force) && isVector(torque) && typeof seconds === "number" && seconds >= 0 && seconds <= 60;
}

export function pushSessionOf(app: WorldApp): PushSession {
  return app.view.services.of(PushSession, () => new PushSession(app));
}
