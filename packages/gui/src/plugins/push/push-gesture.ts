import { relativeTo, transformPoint, vec3, worldPose, type Vec3 } from "@orrery/sim";
import { Value } from "../../client/value.ts";
import { whyNoEditing } from "../../client/may-edit.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { SceneTool, Taken, ToolKey, ToolPlace } from "../../shell/tools/scene-tool.ts";
import type { PushScene } from "./push-scene.ts";
import type { BodyPoint, PushSession } from "./push-session.ts";
import { massAround, pushTargets } from "./push-target.ts";
import { newtonsPerMetre, shortFigure } from "./push-words.ts";

interface Pulling {
  readonly scene: PushScene;
  readonly point: BodyPoint;
  readonly perMetre: number;
  readonly arrow: ReturnType<PushScene["arrow"]>;
  pointer: { readonly x: number; readonly y: number };
  isLevel: boolean;
}

/**
 * A drag with Ctrl and the right button, as in MuJoCo. It shows an arrow from the body to the pointer; the longer the
 * arrow, the stronger the push.
 */
export class PushGesture implements SceneTool, Disposable {
  /** Beside the pointer, in pixels of the page. */
  readonly label = new Value<{ readonly x: number; readonly y: number; readonly text: string } | undefined>(undefined);
  readonly #app: WorldApp;
  readonly #session: PushSession;
  readonly #scene: () => PushScene | undefined;
  readonly #parts = new DisposableStack();
  #pulling: Pulling | undefined;

  /** `scene` returns the scene that is open on the page. */
  constructor(app: WorldApp, session: PushSession, scene: () => PushScene | undefined) {
    this.#app = app;
    this.#session = session;
    this.#scene = scene;
    this.#parts.use(app.tools.take(this));
    // The body may move during the drag.
    this.#parts.use(app.events.on("preRender", () => this.#draw()));
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  pointerMove(place: ToolPlace): void {
    const pulling = this.#pulling;
    if (pulling === undefined) return;
    pulling.pointer = place;
    pulling.isLevel = place.shift;
    pulling.scene.redraw();
  }

  pointerUp(place: ToolPlace): void {
    this.pointerMove(place);
    const pulling = this.#pulling;
    if (pulling === undefined) return;
    const force = this.#force(pulling);
    this.cancel();
    if (vec3.length(force) === 0) return;
    void this.#session
      .pushAt(pulling.point, force)
      .catch((error: unknown) => this.#app.notices.failed("push it", error));
  }

  key({ kind, key }: ToolKey): boolean {
    if (kind !== "down" || key !== "Escape" || this.#pulling === undefined) return false;
    this.cancel();
    return true;
  }

  /** Releases the body without a push. */
  cancel(): void {
    this.#pulling?.arrow[Symbol.dispose]();
    this.#pulling = undefined;
    this.label.set(undefined);
  }

  pointerDown({ button, entity, point, x, y, shift }: ToolPlace): Taken {
    const scene = this.#scene();
    if (button !== 2 || entity === undefined || point === undefined || scene === undefined) return "left";
    const { world } = this.#app.view.mirror;
    const targets = pushTargets(world, [entity]);
    // The ground or another static thing: the drag moves the camera instead.
    if (!("links" in targets)) return "left";
    const reason = whyNoEditing(this.#app.view);
    if (reason !== undefined) {
      this.#app.notices.show({ kind: "info", text: `Cannot push it: ${reason}` });
      return "taken";
    }
    const link = targets.links[0]!;
    const { x: ox, y: oy, z: oz } = relativeTo(worldPose(world, link), { ...point, qx: 0, qy: 0, qz: 0, qw: 1 });
    this.#pulling = {
      scene,
      point: { link, offset: { x: ox, y: oy, z: oz } },
      perMetre: newtonsPerMetre(massAround(world, link)),
      arrow: scene.arrow(),
      pointer: { x, y },
      isLevel: shift,
    };
    return "taken";
  }

  #draw(): void {
    const pulling = this.#pulling;
    if (pulling === undefined) return;
    const { world } = this.#app.view.mirror;
    if (!world.exists(pulling.point.link)) return this.cancel();
    const force = this.#force(pulling);
    pulling.arrow.show(this.#from(pulling), vec3.scale(force, 1 / pulling.perMetre), { isExact: true });
    const { x, y } = pulling.pointer;
    this.label.set({ x, y, text: `${shortFigure(vec3.length(force))} N` });
  }

  #from({ point: { link, offset } }: Pulling): Vec3 {
    return transformPoint(worldPose(this.#app.view.mirror.world, link), offset);
  }

  /** Returns the force, from the body to the pointer. */
  #force(pulling: Pulling): Vec3 {
    const { scene, pointer, isLevel, perMetre } = pulling;
    return vec3.scale(scene.pullTo(pointer, { from: this.#from(pulling), isLevel }), perMetre);
  }
}
