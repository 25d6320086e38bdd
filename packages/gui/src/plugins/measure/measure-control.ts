import type { WorldApp } from "../../shell/app.ts";
import type { ToolPlace } from "../../shell/tools/scene-tool.ts";
import type { OpenScene } from "../scene/api.ts";
import { MeasureOverlay } from "./measure-overlay.ts";
import type { MeasureSession, Pointed } from "./measure-session.ts";
import { MeasureTool } from "./measure-tool.ts";
import { PointFinder } from "./point-finder.ts";

/** Puts the measuring tool on a scene's stack while its user measures, and draws the measures. */
export class MeasureControl implements Disposable {
  readonly #session: MeasureSession;
  readonly #scene: OpenScene;
  readonly #finder: PointFinder;
  readonly #tool: MeasureTool;
  readonly #parts = new DisposableStack();
  #inHand: Disposable | undefined;

  constructor(app: WorldApp, session: MeasureSession, scene: OpenScene) {
    this.#session = session;
    this.#scene = scene;
    const { view } = scene;
    this.#finder = new PointFinder(view);
    this.#tool = new MeasureTool(session, {
      find: (place, isTouch) => this.#find(place, isTouch),
      showObject: (entity) => app.view.selection.hover(entity),
      isMenuOpen,
    });
    this.#parts.use(new MeasureOverlay(session, scene, this.#finder));
    this.#parts.use(session.mode.changes.on(() => this.#follow()));
    for (const value of [session.measures, session.taken, session.pointed, session.lit]) {
      this.#parts.use(value.changes.on(() => view.invalidate()));
    }
    this.#follow();
  }

  [Symbol.dispose](): void {
    this.#inHand?.[Symbol.dispose]();
    this.#parts.dispose();
    this.#scene.view.canvas.classList.remove("measuring");
    this.#session.pointed.set(undefined);
  }

  get #isOn(): boolean {
    return this.#session.mode.current !== undefined;
  }

  #follow(): void {
    if (this.#isOn) this.#inHand ??= this.#scene.tools.take(this.#tool);
    else {
      this.#inHand?.[Symbol.dispose]();
      this.#inHand = undefined;
    }
    this.#scene.view.canvas.classList.toggle("measuring", this.#isOn);
    this.#scene.view.invalidate();
  }

  #find({ x, y, ctrl, shift, alt }: ToolPlace, isTouch: boolean): Pointed | undefined {
    const mode = this.#session.mode.current!;
    return this.#finder.find({ x, y, mode, isTouch, isFree: ctrl, wantsOrigin: shift, wantsPart: alt });
  }
}

/** Returns whether something is open over the page that Escape should close first. */
function isMenuOpen(): boolean {
  return document.querySelector('[role="menu"], dialog[open]') !== null;
}
