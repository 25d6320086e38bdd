import type { WorldApp } from "../../shell/app.ts";
import type { SceneTool, Taken, ToolKey, ToolPlace } from "../../shell/tools/scene-tool.ts";
import type { OpenScene } from "../scene/api.ts";
import { MeasureOverlay } from "./measure-overlay.ts";
import type { MeasureSession, Pointed } from "./measure-session.ts";
import { PointFinder } from "./point-finder.ts";

/** The tool in a scene: what the pointer and Escape do while it is in hand. */
export class MeasureControl implements SceneTool, Disposable {
  readonly #app: WorldApp;
  readonly #session: MeasureSession;
  readonly #scene: OpenScene;
  readonly #finder: PointFinder;
  readonly #parts = new DisposableStack();
  #inHand: Disposable | undefined;

  constructor(app: WorldApp, session: MeasureSession, scene: OpenScene) {
    this.#app = app;
    this.#session = session;
    this.#scene = scene;
    const { view } = scene;
    this.#finder = new PointFinder(view);
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
    if (this.#isOn) this.#inHand ??= this.#scene.tools.take(this);
    else {
      this.#inHand?.[Symbol.dispose]();
      this.#inHand = undefined;
    }
    this.#scene.view.canvas.classList.toggle("measuring", this.#isOn);
    this.#scene.view.invalidate();
  }

  hover(place: ToolPlace): Taken {
    const pointed = this.#find(place, false);
    this.#session.pointed.set(pointed);
    this.#app.view.selection.hover(pointed?.kind === "object" ? pointed.anchor.entity : undefined);
    return "taken";
  }

  leave(): void {
    this.#session.pointed.set(undefined);
  }

  click(place: ToolPlace): Taken {
    const pointed = this.#find(place, place.isTouch);
    if (pointed === undefined) return "taken";
    this.#session.press(pointed);
    this.#session.pointed.set(place.isTouch ? undefined : pointed);
    return "taken";
  }

  /** Two points in quick succession select nothing. */
  doubleClick(): Taken {
    return "taken";
  }

  /** Each Escape gives back a point, the last one puts the tool away. */
  key({ kind, key, isTyping }: ToolKey): boolean {
    return kind === "down" && key === "Escape" && !isTyping && !isMenuOpen() && this.#session.back();
  }

  #find({ x, y, ctrl, shift, alt }: ToolPlace, isTouch: boolean): Pointed | undefined {
    const mode = this.#session.mode.current!;
    return this.#finder.find({ x, y, mode, isTouch, isFree: ctrl, wantsOrigin: shift, wantsPart: alt });
  }
}

/** Escape closes what lies over the page first. */
function isMenuOpen(): boolean {
  return document.querySelector('[role="menu"], dialog[open]') !== null;
}
