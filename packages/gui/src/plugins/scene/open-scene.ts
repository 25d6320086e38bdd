import type { WorldApp } from "../../shell/app.ts";
import type { PointerPlace } from "../../shell/events.ts";
import { ToolStack } from "../../shell/tools/tool-stack.ts";
import { entitiesWithin } from "../../render/within.ts";
import { isBehindDialog } from "../../ui/keys.ts";
import { CameraControl } from "./camera/camera-control.ts";
import { CameraMemory } from "./camera/camera-memory.ts";
import { CameraNews } from "./camera/camera-news.ts";
import { sharedCamera } from "./camera/shared-camera.ts";
import { sharedViewOf } from "../../shell/sharing/shared-view.ts";
import { FrameOverlay } from "./overlays/frame-overlay.ts";
import { Highlights } from "./overlays/highlights.ts";
import { Overlays } from "./overlays/overlays.ts";
import { PeopleFrusta } from "./overlays/people-frusta.ts";
import { BandBox } from "./band-box.ts";
import { RubberBand } from "./rubber-band.ts";
import { SceneInput } from "./scene-input.ts";
import { sceneSessionOf } from "./scene-session.ts";
import { SceneView } from "./scene-view.ts";
import { Tags } from "./overlays/tags.ts";
import { toolKey } from "./read-events.ts";

export interface OpenSceneOptions {
  readonly onTrouble: (trouble: "none" | "missing" | "lost") => void;
  readonly onMenu: (place: PointerPlace) => void;
}

/** Opens a scene in an element, with everything that belongs to it, until it is disposed of. */
export function openScene(app: WorldApp, box: HTMLElement, { onTrouble, onMenu }: OpenSceneOptions): Disposable {
  const session = sceneSessionOf(app);
  // A canvas cannot get a new context once its own was lost or disposed of.
  const canvas = document.createElement("canvas");
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", "The world in three dimensions");
  const names = document.createElement("div");
  names.className = "scene-names";
  names.setAttribute("aria-hidden", "true");
  box.append(canvas, names);
  let view: SceneView;
  try {
    view = new SceneView(app, canvas, session.options);
  } catch (error) {
    console.warn("the scene has no WebGL", error);
    onTrouble("missing");
    return { [Symbol.dispose]: () => box.replaceChildren() };
  }
  const parts = new DisposableStack();
  const camera = new CameraControl(view);
  const band = parts.use(rubberBand(app, view));
  const tools = parts.use(new ToolStack(() => [...app.tools, band]));
  parts.use(app.keys.take((event) => app.hasFocus && !isBehindDialog() && tools.key(toolKey(event))));
  const input = parts.use(new SceneInput(app, view, { tools, camera }));
  parts.use(new Overlays(app, view));
  parts.use(new FrameOverlay(app, view, names));
  parts.use(new Highlights(app, view));
  parts.use(new Tags(app, view, { box: names, tools }));
  parts.use(new PeopleFrusta(app, view, names));
  parts.use(new CameraNews(app, view));
  parts.use(new CameraMemory(app, view, camera.follow));
  parts.use(sharedViewOf(app).add("camera", sharedCamera(view)));
  parts.use(input.menus.on(onMenu));
  const listening = new AbortController();
  const { signal } = listening;
  canvas.addEventListener("webglcontextlost", () => onTrouble("lost"), { signal });
  canvas.addEventListener(
    "webglcontextrestored",
    () => {
      onTrouble("none");
      view.invalidate();
    },
    { signal },
  );
  const observer = new ResizeObserver(([entry]) => view.resize(entry!.contentRect.width, entry!.contentRect.height));
  observer.observe(box);
  onTrouble("none");
  session.open.set({ view, camera, input, tools, names });
  return {
    [Symbol.dispose]: () => {
      session.open.set(undefined);
      observer.disconnect();
      listening.abort();
      parts.dispose();
      view[Symbol.dispose]();
      box.replaceChildren();
    },
  };
}

function rubberBand(app: WorldApp, view: SceneView): RubberBand {
  const box = new BandBox(view.canvas);
  return new RubberBand(app, {
    show: (corners) => box.show(corners),
    entitiesWithin: (a, b) => entitiesWithin(view, box.areaOf(a, b)),
  });
}
