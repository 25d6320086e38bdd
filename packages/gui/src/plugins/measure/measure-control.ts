import type { WorldApp } from "../../shell/app.ts";
import type { PointerPlace } from "../../shell/events.ts";
import { isBehindDialog, isTyping } from "../../ui/keys.ts";
import type { OpenScene } from "../scene/api.ts";
import { MeasureOverlay } from "./measure-overlay.ts";
import type { MeasureSession, Pointed } from "./measure-session.ts";
import { PointFinder } from "./point-finder.ts";

/** The tool in a scene: what the pointer and Escape do while it is in hand. */
export class MeasureControl implements Disposable {
  readonly #app: WorldApp;
  readonly #session: MeasureSession;
  readonly #scene: OpenScene;
  readonly #finder: PointFinder;
  readonly #parts = new DisposableStack();
  readonly #listening = new AbortController();

  constructor(app: WorldApp, session: MeasureSession, scene: OpenScene) {
    this.#app = app;
    this.#session = session;
    this.#scene = scene;
    const { view } = scene;
    this.#finder = new PointFinder(view);
    this.#parts.use(new MeasureOverlay(session, scene, this.#finder));
    this.#parts.use(app.events.on("hover", (place) => this.#hover(place)));
    this.#parts.use(app.events.on("leftClick", (place) => this.#click(place)));
    this.#parts.use(session.mode.changes.on(() => this.#follow()));
    for (const value of [session.measures, session.taken, session.pointed, session.lit]) {
      this.#parts.use(value.changes.on(() => view.invalidate()));
    }
    const { signal } = this.#listening;
    window.addEventListener("keydown", (event) => this.#keyDown(event), { signal, capture: true });
    view.canvas.addEventListener("pointerleave", () => session.pointed.set(undefined), { signal });
    // Two points in quick succession select nothing.
    view.canvas.addEventListener("dblclick", (event) => this.#keepSelection(event), { signal, capture: true });
    this.#follow();
  }

  [Symbol.dispose](): void {
    this.#listening.abort();
    this.#parts.dispose();
    this.#scene.view.canvas.classList.remove("measuring");
    this.#session.pointed.set(undefined);
  }

  get #isOn(): boolean {
    return this.#session.mode.current !== undefined;
  }

  #follow(): void {
    this.#scene.view.canvas.classList.toggle("measuring", this.#isOn);
    this.#scene.view.invalidate();
  }

  #hover(place: PointerPlace): void {
    if (!this.#isOn) return;
    const pointed = this.#find(place, false);
    this.#session.pointed.set(pointed);
    this.#app.view.selection.hover(pointed?.kind === "object" ? pointed.anchor.entity : undefined);
  }

  #click(place: PointerPlace): void {
    if (!this.#isOn || place.original.defaultPrevented) return;
    place.original.preventDefault();
    const isTouch = (place.original as PointerEvent).pointerType === "touch";
    const pointed = this.#find(place, isTouch);
    if (pointed === undefined) return;
    this.#session.press(pointed);
    this.#session.pointed.set(isTouch ? undefined : pointed);
  }

  #find({ x, y, original }: PointerPlace, isTouch: boolean): Pointed | undefined {
    const mode = this.#session.mode.current!;
    const { ctrlKey, metaKey, shiftKey, altKey } = original;
    const isFree = ctrlKey || metaKey;
    return this.#finder.find({ x, y, mode, isTouch, isFree, wantsOrigin: shiftKey, wantsPart: altKey });
  }

  /** Each Escape gives back a point, the last one puts the tool away. */
  #keyDown(event: KeyboardEvent): void {
    if (event.key !== "Escape" || !this.#app.hasFocus || isBehindDialog() || isTyping(event) || isMenuOpen()) return;
    if (!this.#session.back()) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  #keepSelection(event: MouseEvent): void {
    if (this.#isOn) event.stopImmediatePropagation();
  }
}

/** Escape closes what lies over the page first. */
function isMenuOpen(): boolean {
  return document.querySelector('[role="menu"], dialog[open]') !== null;
}
