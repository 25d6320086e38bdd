import { type World } from "@orrery/sim";
import { textOf, type Emitter } from "@orrery/sim/host";
import type { OrthographicCamera, PerspectiveCamera, Scene, WebGLRenderer } from "three";
import type { WorldApp } from "../../shell/app.ts";
import type { Frame } from "../../shell/events.ts";
import type { CameraPlace } from "../../render/camera/camera-rig.ts";
import { usualBoundsOf } from "../../render/camera/usual-bounds.ts";
import { isCollisionLeftOut } from "../../render/files/left-out-collisions.ts";
import { fileName, type MeshFiles } from "../../render/files/mesh-files.ts";
import { FrameSchedule } from "../../render/frame-schedule.ts";
import type { LightLayer } from "../../render/layers/light-layer.ts";
import type { VisualLayer } from "../../render/layers/visual-layer.ts";
import { RenderWorld } from "../../render/render-world.ts";
import type { Surfaces } from "../../render/surfaces.ts";
import type { ThemeColours } from "../../render/theme-colours.ts";
import type { WorldObjects } from "../../render/world-objects.ts";
import { entityLooksOf } from "./entity-looks.ts";
import { MissingFiles } from "./missing-files.ts";
import { PageEnvironment } from "./page-environment.ts";
import { onThemeChange } from "../../style/tokens.ts";
import { SceneCamera } from "./scene-camera.ts";
import type { SceneOptions } from "./scene-options.ts";
import { onProbe, type SceneFigures } from "./scene-probe.ts";

/** Shows a world on a canvas of the page: combines what is drawn, the camera, and the schedule of frames. */
export class SceneView implements Disposable {
  readonly canvas: HTMLCanvasElement;
  readonly options: SceneOptions;
  readonly missing: MissingFiles;
  readonly eye: SceneCamera;
  readonly #app: WorldApp;
  readonly #environment: PageEnvironment;
  readonly #drawn: RenderWorld;
  readonly #frames: FrameSchedule;
  readonly #parts = new DisposableStack();
  readonly #steps: ((nowMs: number) => boolean)[] = [];
  readonly #draws: (() => void)[] = [];
  /** Whether the canvas has a size. Before that nothing can be drawn, and nobody knows how much the camera sees. */
  #isSized = false;

  /** Throws if the browser provides no WebGL. */
  constructor(app: WorldApp, canvas: HTMLCanvasElement, options: SceneOptions) {
    this.#app = app;
    this.canvas = canvas;
    this.options = options;
    const { mirror } = app.view;
    const environment = (this.#environment = this.#parts.use(new PageEnvironment(canvas, app.view)));
    this.#frames = new FrameSchedule(environment, (timeMs) => this.#draw(timeMs));
    this.eye = new SceneCamera({
      isFlat: () => options.switches.orthographic.current,
      isStill: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
      nowMs: () => environment.nowMs(),
      onMove: () => this.invalidate(),
    });
    this.missing = new MissingFiles(app.notices, {
      takesDrops: app.session.kind === "server",
      isLeftOut: (name) => isCollisionLeftOut(mirror.world, name),
    });
    const looks = entityLooksOf(app);
    this.#drawn = this.#parts.use(
      new RenderWorld(mirror, environment, {
        onChange: () => this.invalidate(),
        onMissingMesh: (geometry, error) => this.missing.mesh(fileName(geometry), textOf(error)),
        onMissingPicture: (name) => this.missing.picture(name),
        hasLook: (entity, look) => looks.has(entity, look),
      }),
    );
    const { framing } = this.eye;
    this.#parts.use(this.objects.changes.on(() => framing.noteChange(environment.nowMs())));
    this.#parts.use(app.view.selection.changes.on(() => framing.stay(environment.nowMs())));
    this.#parts.use(looks.changes.on(() => this.objects.refresh(this.world.entities())));
    this.#parts.use(onThemeChange(() => this.#drawn.takeTheme()));
    // A restarted server may find files that the previous one did not.
    this.#parts.use(app.view.client.changes.on((world) => world && this.retryMissing()));
    // Files missing in the previous world may exist in the one that replaced it.
    this.#parts.use(mirror.restarts.on(() => this.retryMissing()));
    this.#parts.use(
      mirror.changes.on(() => {
        if (this.missing.meshes.length > 0) this.missing.forget(this.visuals.forgetUnused());
      }),
    );
    for (const value of Object.values(options.switches)) this.#parts.use(value.changes.on(() => this.#takeSwitches()));
    this.#parts.use(onProbe(canvas, () => this.#figures()));
    this.#parts.use(this.#frames);
    this.#takeSwitches();
  }

  get world(): World {
    return this.#app.view.mirror.world;
  }

  get renderer(): WebGLRenderer {
    return this.#environment.renderer;
  }

  get scene(): Scene {
    return this.#drawn.scene;
  }

  get objects(): WorldObjects {
    return this.#drawn.objects;
  }

  get visuals(): VisualLayer {
    return this.#drawn.visuals;
  }

  /** Drawn while the overlays' switch for lights is on. */
  get lights(): LightLayer {
    return this.#drawn.lights;
  }

  get surfaces(): Surfaces {
    return this.#drawn.surfaces;
  }

  get files(): MeshFiles {
    return this.#drawn.files;
  }

  get theme(): ThemeColours {
    return this.#drawn.theme;
  }

  /** Emits when the page's colours have changed. */
  get themes(): Emitter<ThemeColours> {
    return this.#drawn.themes;
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.eye.current;
  }

  get place(): CameraPlace {
    return this.eye.place;
  }

  /** Size of the canvas, in pixels of the page. Reading it from the canvas within a frame would force a layout. */
  get size(): { readonly width: number; readonly height: number } {
    return this.eye.size;
  }

  /** Asks for a frame. */
  invalidate(): void {
    this.#frames.want();
  }

  /** Requests missing files again: they may exist now. */
  retryMissing(): void {
    this.missing.clear();
    this.visuals.retryMissing();
  }

  /** Brings poses and camera up to the present between frames, so that the next action starts from there. */
  catchUp(): void {
    // The canvas is laid out, but on a busy machine its observer may be called only after the user has acted.
    if (!this.#isSized) this.resize(this.canvas.clientWidth, this.canvas.clientHeight);
    const nowMs = this.#environment.nowMs();
    this.objects.advance(nowMs);
    if (this.#isSized) this.#frameFirst(nowMs);
  }

  /**
   * Adds a function called in every frame before anything is drawn. While any of them returns true, another frame
   * follows.
   */
  onFrame(step: (nowMs: number) => boolean): void {
    this.#steps.push(step);
  }

  /** Adds a function called in every frame after the scene is drawn, to draw over it. */
  onDrawn(draw: () => void): Disposable {
    this.#draws.push(draw);
    return { [Symbol.dispose]: () => void this.#draws.splice(this.#draws.indexOf(draw), 1) };
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.#isSized = true;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.eye.size = { width, height };
    this.#environment.atOnce(() => this.#frames.draw(this.#environment.nowMs()));
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  #draw(timeMs: number): "done" | "moving" | "not now" {
    if (!this.#isSized) return "not now";
    const nowMs = this.#environment.nowMs();
    const { events } = this.#app;
    const frame = this.#frameEvent(timeMs);
    if (events.has("preRender")) events.emit("preRender", frame);
    let isMoving = this.eye.flyOn(nowMs);
    if (this.#drawn.advance(nowMs)) isMoving = true;
    this.#frameFirst(nowMs);
    for (const step of this.#steps) if (step(nowMs)) isMoving = true;
    this.#drawn.anchors.update();
    const camera = this.eye.aim();
    if (events.has("render")) events.emit("render", frame);
    this.renderer.info.reset();
    this.#drawn.draw(camera, this.place);
    for (const draw of this.#draws) draw();
    return isMoving ? "moving" : "done";
  }

  #frameFirst(nowMs: number): void {
    this.eye.frameFirst(nowMs, () => usualBoundsOf(this.world, this.visuals.batches));
  }

  #frameEvent(timeMs: number): Frame {
    const { scene, camera, renderer } = this;
    return {
      view: this.#app.view,
      scene,
      camera,
      renderer,
      timeMs,
      objectOf: (entity) => this.#drawn.anchors.of(entity),
    };
  }

  #takeSwitches(): void {
    const { wireframe, transparent, shadows, grid } = this.options.switches;
    this.#drawn.setModes({
      wireframe: wireframe.current,
      transparent: transparent.current,
      shadows: shadows.current,
      grid: grid.current,
    });
  }

  #figures(): SceneFigures {
    const { shapeCount, changeCount, movedCount } = this.objects;
    const { x, y, z } = this.camera.position;
    return {
      frames: this.#frames.count,
      frameMs: this.#frames.lastMs,
      isStale: this.#frames.isStale,
      shapes: shapeCount,
      changes: changeCount,
      moved: movedCount,
      calls: this.renderer.info.render.calls,
      eye: `${x.toFixed(3)} ${y.toFixed(3)} ${z.toFixed(3)}`,
    };
  }
}
