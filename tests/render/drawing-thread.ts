import { parentPort } from "node:worker_threads";
import type { StateUpdate } from "@orrery/sim/host";
import { framing } from "../../packages/gui/src/render/camera/camera-rig.ts";
import { FIRST_PLACE } from "../../packages/gui/src/render/camera/first-place.ts";
import { usualBoundsOf } from "../../packages/gui/src/render/camera/usual-bounds.ts";
import { FOV, ViewCamera } from "../../packages/gui/src/render/camera/view-camera.ts";
import { RenderWorld } from "../../packages/gui/src/render/render-world.ts";
import { CopiedWorld } from "../../packages/gui/src/testing/copied-world.ts";
import { DeviceEnvironment } from "../../packages/gui/src/testing/device-environment.ts";
import type { DrawCall } from "../../packages/gui/src/testing/recording-device.ts";

// Draws a world from what another thread reports about it, without a page.

/** Requests of the other thread. */
export type DrawingRequest =
  | { readonly kind: "take"; readonly update: StateUpdate }
  | { readonly kind: "draw"; readonly nowMs: number }
  | { readonly kind: "close" };

/** What was drawn in answer to a request, and the objects on the device afterwards. */
export interface DrawingAnswer {
  readonly calls: readonly DrawCall[];
  /** Objects on the device, apart from those that a renderer always has. */
  readonly live: Readonly<Record<(typeof KINDS)[number], number>>;
  /** Objects that the renderer holds for scenes. */
  readonly memory: { readonly geometries: number; readonly textures: number };
  /** Globals of a page that this thread has. */
  readonly pageGlobals: readonly string[];
}

const KINDS = ["Buffer", "VertexArray", "Texture", "Framebuffer", "Renderbuffer"] as const;

const copy = new CopiedWorld();
const environment = new DeviceEnvironment();
const before = new Map(KINDS.map((kind) => [kind, environment.device.countOf(kind)]));
const drawn = new RenderWorld(copy, environment);
const camera = new ViewCamera(FIRST_PLACE);

function act(request: DrawingRequest): void {
  switch (request.kind) {
    case "take":
      return copy.take(request.update);
    case "draw": {
      environment.timeMs = request.nowMs;
      drawn.advance(request.nowMs);
      const bounds = usualBoundsOf(copy.world, drawn.visuals.batches);
      if (bounds !== undefined) camera.look(framing(FIRST_PLACE, bounds, FOV, camera.aspect));
      return drawn.draw(camera.aim(false), camera.place);
    }
    case "close":
      drawn[Symbol.dispose]();
      return environment[Symbol.dispose]();
  }
}

function answer(): DrawingAnswer {
  const { device, renderer } = environment;
  const { geometries, textures } = renderer.info.memory;
  return {
    calls: device.calls.splice(0),
    live: Object.fromEntries(
      KINDS.map((kind) => [kind, device.countOf(kind) - before.get(kind)!]),
    ) as DrawingAnswer["live"],
    memory: { geometries, textures },
    pageGlobals: ["window", "document", "requestAnimationFrame", "Image", "HTMLElement"].filter(
      (name) => name in globalThis,
    ),
  };
}

const port = parentPort!;
port.on("message", (request: DrawingRequest) => {
  act(request);
  port.postMessage(answer());
});
