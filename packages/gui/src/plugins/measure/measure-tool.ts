import type { Entity } from "@orrery/sim";
import type { SceneTool, Taken, ToolKey, ToolPlace } from "../../shell/tools/scene-tool.ts";
import type { MeasureSession, Pointed } from "./measure-session.ts";

/** What the tool needs from its scene. */
export interface MeasureScene {
  /** Returns what a click at a place would measure. A finger may be further off. */
  readonly find: (place: ToolPlace, isTouch: boolean) => Pointed | undefined;
  /** Highlights the object that would be taken. */
  readonly showObject: (entity: Entity | undefined) => void;
  /** Returns whether Escape should first close something that is open over the page. */
  readonly isMenuOpen: () => boolean;
}

/** Measures with the pointer: takes what is clicked, and drops it again on Escape. */
export class MeasureTool implements SceneTool {
  readonly #session: MeasureSession;
  readonly #scene: MeasureScene;

  constructor(session: MeasureSession, scene: MeasureScene) {
    this.#session = session;
    this.#scene = scene;
  }

  hover(place: ToolPlace): Taken {
    const pointed = this.#scene.find(place, false);
    this.#session.pointed.set(pointed);
    this.#scene.showObject(pointed?.kind === "object" ? pointed.anchor.entity : undefined);
    return "taken";
  }

  leave(): void {
    this.#session.pointed.set(undefined);
  }

  click(place: ToolPlace): Taken {
    const pointed = this.#scene.find(place, place.isTouch);
    if (pointed === undefined) return "taken";
    this.#session.press(pointed);
    this.#session.pointed.set(place.isTouch ? undefined : pointed);
    return "taken";
  }

  /** Two points clicked in quick succession must not select anything. */
  doubleClick(): Taken {
    return "taken";
  }

  /** Each Escape drops a point; the last one puts the tool away. */
  key({ kind, key, isTyping }: ToolKey): boolean {
    return kind === "down" && key === "Escape" && !isTyping && !this.#scene.isMenuOpen() && this.#session.back();
  }
}
