import type { ComponentType } from "react";
import { Value } from "../../client/value.ts";
import type { WorldApp } from "../../shell/app.ts";
import type { ToolStack } from "../../shell/tools/tool-stack.ts";
import type { CameraControl } from "./camera/camera-control.ts";
import type { SceneInput } from "./scene-input.ts";
import { SceneOptions } from "./scene-options.ts";
import type { SceneView } from "./scene-view.ts";

/** A scene that is on the page. */
export interface OpenScene {
  readonly view: SceneView;
  readonly camera: CameraControl;
  readonly input: SceneInput;
  /** What hands do here goes to these first. */
  readonly tools: ToolStack;
  /** Over the picture: what is in it says what something is, and gets out of the pointer's way. */
  readonly names: HTMLElement;
}

/** Something over the picture, as long as there is one. */
export type ScenePart = ComponentType<{ readonly scene: OpenScene }>;

/** The scene of a world, whether its panel is open or not. */
export class SceneSession {
  /** The same for all worlds of the page. */
  readonly options: SceneOptions;
  readonly open = new Value<OpenScene | undefined>(undefined);
  /** What other plugins put over the picture. */
  readonly parts = new Value<readonly ScenePart[]>([]);

  /** Whose tool takes the clicks in the scene, by the id of its plugin. */
  readonly tool = new Value<string | undefined>(undefined);

  constructor(options: SceneOptions) {
    this.options = options;
  }

  addPart(part: ScenePart): Disposable {
    this.parts.set([...this.parts.current, part]);
    return { [Symbol.dispose]: () => this.parts.set(this.parts.current.filter((other) => other !== part)) };
  }

  /** Has a tool put away when another one is taken in hand, and the other way round. `inHand` is `undefined` when it is not. */
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
