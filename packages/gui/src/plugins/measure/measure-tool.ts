import type { Entity } from "@orrery/sim";
import type { SceneTool, Taken, ToolKey, ToolPlace } from "../../shell/tools/scene-tool.ts";
import type { MeasureSession, Pointed } from "./measure-session.ts";

/** What the tool needs of the scene that it is used in. */
export interface MeasureScene {
  /** Returns what would be measured at a place. A finger may miss it by more. */
  readonly find: (place: ToolPlace, isTouch: boolean) => Pointed | undefined;
  /** Shows which object would be taken. */
  readonly showObject: (entity: Entity | undefined) => void;
  /** Whether Escape closes something that lies over the page first. */
  readonly isMenuOpen: () => boolean;
}

/** Measures with a pointer: takes what is pressed, and gives it back with Escape. */
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

  /** Two points in quick succession select nothing. */
  doubleClick(): Taken {
    return "taken";
  }

  /** Each Escape gives back a point, the last one puts the tool away. */
  key({ kind, key, isTyping }: ToolKey): boolean {
    return kind === "down" && key === "Escape" && !isTyping && !this.#scene.isMenuOpen() && this.#session.back();
  }
}
