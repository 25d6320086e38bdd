import { type Entity, type Pose, type Vec3 } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import type { Camera, Object3D, Scene, WebGLRenderer } from "three";
import { logError } from "../base/log-error.ts";
import type { WorldView } from "../client/world-view.ts";
import type { MenuItem } from "../ui/menu.tsx";
import { FailureOwner } from "../base/failure-owner.ts";

/**
 * Events between plugins, delivered synchronously: `emit` returns after all listeners have run. Each event is about one
 * world. They report what has happened, and no listener can answer.
 */
export interface GuiEvents {
  /** Emitted before anything of a frame is computed. */
  readonly preRender: Frame;
  /** Emitted right before the scene is drawn, for last changes to it. */
  readonly render: Frame;
  /** The place of the pointer. Use a tool (`WorldApp.tools`) to keep it from others. */
  readonly hover: PointerPlace;
  readonly leftClick: PointerPlace;
  readonly rightClick: PointerPlace;
  readonly selection: WorldEvent & { readonly entities: readonly Entity[] };
  /** A menu is about to open in the scene; listeners may add to its items. */
  readonly sceneMenu: PointerPlace & { readonly items: MenuItem[] };
  /** A menu is about to open for the selection in the tree; listeners may add to its items. */
  readonly treeMenu: WorldEvent & { readonly items: MenuItem[] };
  /** This person's viewpoint (x ahead, z up), when it has changed. */
  readonly camera: WorldEvent & { readonly pose: Pose };
}

/** Something that happened in one of the page's worlds. */
export interface WorldEvent {
  readonly view: WorldView;
}

export interface Frame extends WorldEvent {
  readonly scene: Scene;
  readonly camera: Camera;
  readonly renderer: WebGLRenderer;
  /** By `performance.now()`. */
  readonly timeMs: number;
  /** Returns the object drawn for an entity, if any. */
  readonly objectOf: (entity: Entity) => Object3D | undefined;
}

export interface PointerPlace extends WorldEvent {
  /** Place on the page, in pixels. */
  readonly x: number;
  readonly y: number;
  /** What is under the pointer; `undefined` if there is nothing. */
  readonly entity: Entity | undefined;
  /** Where the ray hits it, or the ground; metres in the world. */
  readonly point: Vec3 | undefined;
  /** Points away from the surface there. */
  readonly normal: Vec3 | undefined;
}

/** The emitters, which all listeners share. */
interface Scope {
  readonly emitters: Map<keyof GuiEvents, Emitter<never>>;
  readonly view?: WorldView;
}

/**
 * The page's events. An error thrown by a listener counts as a failure of the plugin that added it; the other listeners
 * keep working.
 */
export class Events {
  readonly #emitters: Map<keyof GuiEvents, Emitter<never>>;
  /** The world whose events are received; `undefined` for those of all worlds. */
  readonly #view: WorldView | undefined;
  readonly #owner = new FailureOwner();

  constructor({ emitters, view }: Scope = { emitters: new Map() }) {
    this.#emitters = emitters;
    this.#view = view;
  }

  /** Returns the same events, limited to those of one world. */
  of(view: WorldView): Events {
    return new Events({ emitters: this.#emitters, view });
  }

  on<K extends keyof GuiEvents>(name: K, listener: (event: GuiEvents[K]) => void): Disposable {
    const { onFailure } = this.#owner;
    return this.#emitter(name).on((event) => {
      if (this.#view !== undefined && event.view !== this.#view) return;
      if (onFailure === undefined) return listener(event);
      try {
        listener(event);
      } catch (error) {
        onFailure(error);
      }
    });
  }

  /**
   * Runs `work`. If a listener added by it throws later, the error goes to `onFailure`, which attributes it to its
   * plugin.
   */
  heldBy<T>(onFailure: (error: unknown) => void, work: () => T): T {
    return this.#owner.during(onFailure, work);
  }

  emit<K extends keyof GuiEvents>(name: K, event: GuiEvents[K]): void {
    this.#emitter(name).emit(event);
  }

  /** Returns whether there are listeners, so that the event is worth creating. */
  has(name: keyof GuiEvents): boolean {
    return this.#emitter(name).count > 0;
  }

  #emitter<K extends keyof GuiEvents>(name: K): Emitter<GuiEvents[K]> {
    let emitter = this.#emitters.get(name) as Emitter<GuiEvents[K]> | undefined;
    if (emitter === undefined) {
      emitter = new Emitter<GuiEvents[K]>((error) => logError(error, `a listener of ${name} failed`));
      this.#emitters.set(name, emitter as unknown as Emitter<never>);
    }
    return emitter;
  }
}
