import type { Pose } from "@orrery/sim";
import type { ComponentType } from "react";
import { Value } from "../../client/value.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { ToolStack } from "../../shell/tools/tool-stack.ts";
import type { CameraControl } from "./camera/camera-control.ts";
import { placeAt } from "./camera/camera-news.ts";
import type { SceneInput } from "./scene-input.ts";
import { SceneOptions } from "./scene-options.ts";
import type { SceneView } from "./scene-view.ts";

/** A scene that is open on the page. */
export interface OpenScene {
  readonly view: SceneView;
  readonly camera: CameraControl;
  readonly input: SceneInput;
  /** Gestures in this scene go to these tools first. */
  readonly tools: ToolStack;
  /** An element over the picture for names, which let pointer events through. */
  readonly names: HTMLElement;
}

/** A component shown over the picture until it is removed. */
export type ScenePart = ComponentType<{ readonly scene: OpenScene }>;

/** What belongs to the scene of a world, whether or not its panel is open. */
export class SceneSession {
  /** Shared by all worlds of the page. */
  readonly options: SceneOptions;
  readonly open = new Value<OpenScene | undefined>(undefined);
  /** Components that other plugins show over the picture. */
  readonly parts = new Value<readonly ScenePart[]>([]);

  /** The id of the plugin whose tool takes clicks in the scene. */
  readonly tool = new Value<string | undefined>(undefined);

  constructor(options: SceneOptions) {
    this.options = options;
  }

  /** Draws a frame soon: the scene is drawn only when something has changed. Without an open scene, does nothing. */
  redraw(): void {
    this.open.current?.view.invalidate();
  }

  /** Moves the camera of the open scene to a viewpoint (x ahead, z up), such as another person's. */
  lookFrom(pose: Pose): void {
    const view = this.open.current?.view;
    view?.eye.fly(placeAt(pose, view.place.distance));
  }

  addPart(part: ScenePart): Disposable {
    this.parts.set([...this.parts.current, part]);
    return { [Symbol.dispose]: () => this.parts.set(this.parts.current.filter((other) => other !== part)) };
  }

  /**
   * Puts a tool away when a different one is taken in hand, and the other way round. `inHand` is `undefined` while the
   * tool is not in use.
   */
  shareTool(id: string, inHand: Value<unknown>, putAway: () => void): Disposable {
    const parts = new DisposableStack();
    parts.use(
      inHand.changes.on((now) => {
        if (now !== undefined) this.tool.set(id);
        else if (this.tool.current === id) this.tool.set(undefined);
      }),
    );
    parts.use(this.tool.changes.on((holder) => holder !== undefined && holder !== id && putAway()));
    return parts;
  }
}

export function sceneSessionOf({ services, view }: WorldApp): SceneSession {
  const options = services.of(SceneOptions, () => new SceneOptions());
  return view.services.of(SceneSession, () => new SceneSession(options));
}
