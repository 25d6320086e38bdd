import { Emitter, textOf, type Vec3, type World } from "@orrery/sim";
import {
  ACESFilmicToneMapping,
  Fog,
  OrthographicCamera,
  PCFShadowMap,
  Scene,
  Vector3,
  WebGLRenderer,
  type PerspectiveCamera,
  type WebGLRenderTarget,
} from "three";
import { Appearance } from "@orrery/sim/components";
import type { App } from "../../shell/app.ts";
import type { Frame } from "../../shell/events.ts";
import { Anchors } from "./anchors.ts";
import { backward, framing, type CameraPlace } from "./camera-rig.ts";
import { Grid } from "./grid.ts";
import { Lights } from "./lights.ts";
import { MeshFiles } from "./mesh-files.ts";
import { Pictures } from "./pictures.ts";
import type { SceneOptions } from "./scene-options.ts";
import { boundsOf } from "./scene-bounds.ts";
import { Sky } from "./sky.ts";
import { studioLight } from "./studio-light.ts";
import { linear, Surfaces } from "./surfaces.ts";
import { onThemeChange, readThemeColours, type ThemeColours } from "./theme-colours.ts";
import { FOV, ViewCamera } from "./view-camera.ts";
import { VisualLayer } from "./visual-layer.ts";
import { WorldObjects } from "./world-objects.ts";

/** One picture of the world: what is in it, from where it is seen, and when it is drawn. */
export class SceneView {
  readonly canvas: HTMLCanvasElement;
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly objects: WorldObjects;
  readonly visuals: VisualLayer;
  readonly surfaces: Surfaces;
  readonly files: MeshFiles;
  readonly anchors: Anchors;
  /** The page's colours are others. */
  readonly themes = new Emitter<ThemeColours>((error) => console.error(error));
  readonly options: SceneOptions;
  theme: ThemeColours;
  readonly #app: App;
  readonly #eye = new ViewCamera(FIRST_PLACE);
  readonly #sky = new Sky();
  readonly #grid = new Grid();
  readonly #lights = new Lights();
  readonly #studio: WebGLRenderTarget;
  readonly #pictures: Pictures;
  readonly #parts: Disposable[] = [];
  readonly #steps: ((nowMs: number) => boolean)[] = [];
  readonly #drawn: (() => void)[] = [];
  #wanted = 0;
  #frames = 0;
  /** Until then the camera takes in what comes, unless somebody has moved it. */
  #framingUntilMs = Infinity;
  #areLightsStale = true;
  #isUnframed = true;

  /** Throws when the browser gives no WebGL. */
  constructor(app: App, canvas: HTMLCanvasElement, options: SceneOptions) {
    this.#app = app;
    this.canvas = canvas;
    this.options = options;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
    this.renderer.toneMapping = ACESFilmicToneMapping;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.info.autoReset = false;
    this.#studio = studioLight(this.renderer);
    const { mirror } = app.source;
    const url = (uri: string, from: string): string => app.source.assetUrl(uri, from);
    const missing = (what: string): void => void app.notices.show({ kind: "warning", text: `${what} cannot be shown` });
    this.#pictures = new Pictures({ onLoad: () => this.invalidate(), onMissing: missing });
    this.surfaces = new Surfaces(this.#pictures);
    this.files = new MeshFiles(url);
    this.objects = new WorldObjects(mirror, { onChange: () => this.invalidate(), now: () => performance.now() });
    this.anchors = new Anchors(this.objects.nodes);
    this.visuals = new VisualLayer({
      world: mirror.world,
      nodes: this.objects.nodes,
      files: this.files,
      surfaces: this.surfaces,
      assetUrl: url,
      onReady: (entity) => this.objects.refresh(entity),
      onMissing: (_, geometry, error) => {
        const name = "uri" in geometry ? geometry.uri : geometry.type;
        const reason = textOf(error);
        app.notices.show({ kind: "warning", text: `${name} is drawn as a box`, details: reason });
      },
      groundColour: () => this.theme.ground,
    });
    this.theme = readThemeColours();
    this.scene.add(this.#sky.mesh, this.#grid.mesh, this.#lights.group, this.objects.group, this.anchors.group);
    this.scene.fog = new Fog(0, 1, 2);
    this.scene.environment = this.#studio.texture;
    this.#parts.push(
      this.objects.changes.on(() => {
        this.#areLightsStale = true;
        this.#isUnframed = performance.now() < this.#framingUntilMs;
        this.#takeSwitches();
      }),
      onThemeChange(() => this.#takeTheme()),
      app.events.on("redraw", () => this.invalidate()),
    );
    for (const value of Object.values(options.switches)) this.#parts.push(value.changes.on(() => this.#takeSwitches()));
    this.objects.addLayer(this.visuals);
    this.#takeTheme();
    this.#takeSwitches();
  }

  get world(): World {
    return this.#app.source.mirror.world;
  }

  get camera(): PerspectiveCamera | OrthographicCamera {
    return this.#eye.camera(this.options.switches.orthographic.current);
  }

  get place(): CameraPlace {
    return this.#eye.place;
  }

  /** Where the camera will be when it has arrived. */
  get destination(): CameraPlace {
    return this.#eye.destination;
  }

  /** Width by height. */
  get aspect(): number {
    return this.#eye.aspect;
  }

  /** Asks for a frame. */
  invalidate(): void {
    if (this.#wanted === 0) this.#wanted = requestAnimationFrame((time) => this.#frame(time));
  }

  /** Called in every frame before anything is drawn; while one says true there is another frame. */
  onFrame(step: (nowMs: number) => boolean): void {
    this.#steps.push(step);
  }

  /** Called in every frame when the scene is drawn: the moment to draw over it. */
  onDrawn(draw: () => void): Disposable {
    this.#drawn.push(draw);
    return { [Symbol.dispose]: () => void this.#drawn.splice(this.#drawn.indexOf(draw), 1) };
  }

  /** Moves the camera at once, as a hand does. */
  look(place: CameraPlace): void {
    this.#framingUntilMs = 0;
    this.#isUnframed = false;
    this.#eye.look(place);
    this.invalidate();
  }

  /** Moves it there in a moment, or at once for those who want no motion. */
  fly(place: CameraPlace): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.look(place);
    this.#framingUntilMs = 0;
    this.#isUnframed = false;
    this.#eye.fly(place, performance.now());
    this.invalidate();
  }

  /** Moves camera and target, and where they are flying to. */
  shift(by: Vec3): void {
    this.#eye.shift(by);
    this.invalidate();
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.#eye.aspect = width / height;
    this.#frame(performance.now());
  }

  dispose(): void {
    cancelAnimationFrame(this.#wanted);
    for (const part of this.#parts.reverse()) part[Symbol.dispose]();
    this.objects.dispose();
    this.visuals.dispose();
    this.surfaces.dispose();
    this.files.dispose();
    this.#pictures.dispose();
    this.#lights.dispose();
    this.#studio.dispose();
    this.#sky.dispose();
    this.#grid.dispose();
    this.renderer.dispose();
  }

  #frame(frameMs: number): void {
    const startMs = performance.now();
    this.#wanted = 0;
    const { events } = this.#app;
    const frame = this.#frameEvent(frameMs);
    if (events.has("preRender")) events.emit("preRender", frame);
    let isBusy = this.#eye.flyOn(startMs);
    if (this.objects.advance(startMs)) isBusy = true;
    if (this.#isUnframed) this.#frameFirst(startMs);
    for (const step of this.#steps) if (step(startMs)) isBusy = true;
    this.anchors.update();
    this.#aim();
    if (events.has("render")) events.emit("render", frame);
    this.renderer.info.reset();
    this.renderer.render(this.scene, this.camera);
    for (const draw of this.#drawn) draw();
    this.#report(performance.now() - startMs);
    if (isBusy) this.invalidate();
  }

  #frameEvent(timeMs: number): Frame {
    const { scene, camera, renderer } = this;
    return { scene, camera, renderer, timeMs, objectOf: (entity) => this.anchors.of(entity) };
  }

  #frameFirst(nowMs: number): void {
    const bounds = boundsOf(this.visuals.batches);
    if (bounds === undefined) return;
    // Meshes come later than the rest.
    if (this.#framingUntilMs === Infinity) this.#framingUntilMs = nowMs + SETTLING_MS;
    this.#isUnframed = false;
    this.#eye.look(framing(this.place, bounds, FOV, this.aspect));
  }

  #aim(): void {
    const camera = this.#eye.aim(this.options.switches.orthographic.current);
    const { target, distance } = this.place;
    const back = backward(this.place);
    const fog = this.scene.fog as Fog;
    const height = Math.max(distance, Math.abs(camera.position.z));
    fog.near = Math.max(30, height * 3);
    fog.far = Math.max(130, height * 14);
    this.#sky.follow(camera, camera instanceof OrthographicCamera);
    this.#grid.follow(camera.position, Math.max(45, height * 7));
    if (this.#areLightsStale) this.#lights.rebuild(this.#app.source.mirror.world, this.objects.nodes);
    this.#areLightsStale = false;
    const reach = Math.min(90, Math.max(2, distance * 0.9));
    // More of it ahead than behind.
    CENTRE.set(target.x - 0.25 * reach * back.x, target.y - 0.25 * reach * back.y, target.z);
    const isOther = this.#lights.follow(this.objects.nodes, CENTRE, reach);
    // A camera that only turns sees the same shadows.
    if (this.objects.takeNews() || isOther) this.renderer.shadowMap.needsUpdate = true;
  }

  #takeTheme(): void {
    const theme = (this.theme = readThemeColours());
    this.#sky.setColours(theme.skyHorizon, theme.skyTop);
    this.#grid.setColours(theme);
    this.#lights.setTheme(theme);
    (this.scene.fog as Fog).color.copy(linear(theme.skyHorizon));
    this.renderer.toneMappingExposure = theme.isLight ? 1 : 0.9;
    this.scene.environmentIntensity = theme.isLight ? 0.38 : 0.4;
    this.objects.rebuild();
    this.themes.emit(theme);
  }

  #takeSwitches(): void {
    const { wireframe, transparent, shadows, grid } = this.options.switches;
    this.surfaces.setModes({ wireframe: wireframe.current, transparent: transparent.current });
    const { root } = this.#app.source.mirror;
    // A world may want neither.
    const world = root === undefined ? undefined : this.world.get(root, Appearance);
    this.#grid.mesh.visible = grid.current && world?.grid !== false;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.shadowMap.needsUpdate = true;
    this.#lights.shadows = shadows.current && world?.shadows !== false;
    this.invalidate();
  }

  /** For tests and for who wants to know; on the element, where both can see it. */
  #report(ms: number): void {
    const { dataset } = this.canvas;
    const { x, y, z } = this.camera.position;
    dataset["frames"] = String(++this.#frames);
    dataset["shapes"] = String(this.objects.shapeCount);
    dataset["changes"] = String(this.objects.changeCount);
    dataset["moved"] = String(this.objects.movedCount);
    dataset["calls"] = String(this.renderer.info.render.calls);
    dataset["eye"] = `${x.toFixed(3)} ${y.toFixed(3)} ${z.toFixed(3)}`;
    dataset["frameMs"] = ms.toFixed(2);
  }
}

const FIRST_PLACE: CameraPlace = { target: { x: 0, y: 0, z: 0.5 }, distance: 8, azimuth: -0.95, elevation: 0.36 };
const SETTLING_MS = 3000;
const CENTRE = new Vector3();
