import { relativeTo, transformPoint, vec3, worldPose, type Vec3 } from "@orrery/sim";
import { Plane, Raycaster, Vector2, Vector3 } from "three";
import { Value } from "../../client/value.ts";
import { whyNoEditing } from "../../client/may-edit.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { Drag } from "../../shell/events.ts";
import { backward } from "../../render/camera/camera-rig.ts";
import { type OpenScene, sceneSessionOf } from "../scene/api.ts";
import { PushArrow } from "./push-arrow.ts";
import type { BodyPoint, PushSession } from "./push-session.ts";
import { massAround, pushTargets } from "./push-target.ts";
import { newtonsPerMetre, shortFigure } from "./push-words.ts";

interface Pulling {
  readonly scene: OpenScene;
  readonly point: BodyPoint;
  readonly perMetre: number;
  readonly arrow: PushArrow;
  pointer: { readonly x: number; readonly y: number };
  isLevel: boolean;
}

/** A drag with Ctrl and the right button, as in MuJoCo: an arrow from the body to the pointer, as long as the push is strong. */
export class PushGesture implements Disposable {
  /** Beside the pointer, in pixels of the page. */
  readonly label = new Value<{ readonly x: number; readonly y: number; readonly text: string } | undefined>(undefined);
  readonly #app: WorldApp;
  readonly #session: PushSession;
  readonly #parts = new DisposableStack();
  #pulling: Pulling | undefined;

  constructor(app: WorldApp, session: PushSession) {
    this.#app = app;
    this.#session = session;
    this.#parts.use(app.events.on("drag", (drag) => this.#drag(drag)));
    // The body may move meanwhile.
    this.#parts.use(app.events.on("preRender", () => this.#draw()));
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || this.#pulling === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      this.#end();
    };
    window.addEventListener("keydown", onKey, true);
    this.#parts.defer(() => window.removeEventListener("keydown", onKey, true));
  }

  [Symbol.dispose](): void {
    this.#end();
    this.#parts.dispose();
  }

  #drag(drag: Drag): void {
    if (drag.phase === "start") return this.#start(drag);
    const pulling = this.#pulling;
    if (pulling === undefined) return;
    pulling.pointer = drag;
    pulling.isLevel = drag.original.shiftKey;
    if (drag.phase === "move") return pulling.scene.view.invalidate();
    const force = this.#force(pulling);
    this.#end();
    if (drag.original.type !== "pointerup" || vec3.length(force) === 0) return;
    void this.#session
      .pushAt(pulling.point, force)
      .catch((error: unknown) => this.#app.notices.failed("push it", error));
  }

  #start({ original, entity, point, x, y }: Drag): void {
    const scene = sceneSessionOf(this.#app).open.current;
    if (original.button !== 2 || original.defaultPrevented || entity === undefined || point === undefined) return;
    if (scene === undefined) return;
    const { world } = this.#app.view.mirror;
    const targets = pushTargets(world, [entity]);
    // The ground, or something else that stands: the camera moves.
    if (!("links" in targets)) return;
    original.preventDefault();
    const reason = whyNoEditing(this.#app.view);
    if (reason !== undefined) return void this.#app.notices.show({ kind: "info", text: `Cannot push it: ${reason}` });
    const link = targets.links[0]!;
    const { x: ox, y: oy, z: oz } = relativeTo(worldPose(world, link), { ...point, qx: 0, qy: 0, qz: 0, qw: 1 });
    this.#pulling = {
      scene,
      point: { link, offset: { x: ox, y: oy, z: oz } },
      perMetre: newtonsPerMetre(massAround(world, link)),
      arrow: new PushArrow(scene.view),
      pointer: { x, y },
      isLevel: original.shiftKey,
    };
  }

  #end(): void {
    this.#pulling?.arrow[Symbol.dispose]();
    this.#pulling = undefined;
    this.label.set(undefined);
  }

  #draw(): void {
    const pulling = this.#pulling;
    if (pulling === undefined) return;
    const { world } = this.#app.view.mirror;
    if (!world.exists(pulling.point.link)) return this.#end();
    const force = this.#force(pulling);
    pulling.arrow.show(this.#from(pulling), vec3.scale(force, 1 / pulling.perMetre), { isExact: true });
    const { x, y } = pulling.pointer;
    this.label.set({ x, y, text: `${shortFigure(vec3.length(force))} N` });
  }

  #from({ point: { link, offset } }: Pulling): Vec3 {
    return transformPoint(worldPose(this.#app.view.mirror.world, link), offset);
  }

  /** From the body to where the pointer is in the plane that faces the camera; in a level one with Shift. */
  #force(pulling: Pulling): Vec3 {
    const { view } = pulling.scene;
    const from = this.#from(pulling);
    const { x, y, z } = pulling.isLevel ? { x: 0, y: 0, z: 1 } : backward(view.place);
    const plane = new Plane().setFromNormalAndCoplanarPoint(new Vector3(x, y, z), new Vector3(from.x, from.y, from.z));
    const { left, top, width, height } = view.canvas.getBoundingClientRect();
    const at = new Vector2(((pulling.pointer.x - left) / width) * 2 - 1, 1 - ((pulling.pointer.y - top) / height) * 2);
    const caster = new Raycaster();
    caster.setFromCamera(at, view.camera);
    const hit = caster.ray.intersectPlane(plane, new Vector3());
    if (hit === null) return vec3.zero;
    const way = vec3.subtract({ x: hit.x, y: hit.y, z: hit.z }, from);
    // Beyond the horizon of a level plane a pixel is a kilometre.
    const metres = Math.min(vec3.length(way), 10 * view.place.distance);
    return vec3.scale(vec3.normalize(way), metres * pulling.perMetre);
  }
}
