import { ResourceError } from "@orrery/sim";
import { Texture, type WebGLRenderer } from "three";
import type { RenderEnvironment } from "../render/environment.ts";
import { makeRenderer } from "../render/make-renderer.ts";
import type { Rgb } from "../render/surfaces.ts";
import type { ThemeColours } from "../render/theme-colours.ts";
import { RecordingDevice } from "./recording-device.ts";

/** An environment for drawing without a page: a recording device, a clock that the test sets, pictures on request. */
export class DeviceEnvironment implements RenderEnvironment, Disposable {
  readonly device = new RecordingDevice();
  readonly renderer: WebGLRenderer;
  timeMs = 0;

  constructor() {
    const { canvas, context } = this.device;
    this.renderer = makeRenderer({ canvas, context });
  }

  readonly files = {
    read: (path: string): Promise<Uint8Array> =>
      Promise.reject(new ResourceError(`there is no ${path}: no files are given`, path)),
  };

  nowMs(): number {
    return this.timeMs;
  }

  nextFrame(): Disposable {
    throw new Error("callers decide when to draw here");
  }

  loadTexture(): Promise<Texture> {
    return Promise.resolve(new Texture());
  }

  readTheme(): ThemeColours {
    return THEME;
  }

  [Symbol.dispose](): void {
    this.renderer.dispose();
  }
}

const GREY: Rgb = { r: 0.5, g: 0.5, b: 0.5 };
const THEME: ThemeColours = {
  skyTop: GREY,
  skyHorizon: GREY,
  ground: GREY,
  gridLine: GREY,
  accent: GREY,
  background: GREY,
  text: GREY,
  muted: GREY,
  bad: GREY,
  collision: GREY,
  inertia: GREY,
  axisX: GREY,
  axisY: GREY,
  axisZ: GREY,
  people: [],
  isLight: true,
};
