import { Emitter, type Entity, type Vec3, type World } from "@orrery/sim";
import {
  ACESFilmicToneMapping,
  Box3,
  Fog,
  Matrix4,
  OrthographicCamera,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
  type WebGLRenderTarget,
} from "three";
import type { App } from "../../shell/app.ts";
import type { Frame } from "../../shell/events.ts";
import { Anchors } from "./anchors.ts";
import {
  along,
  backward,
  easeOut,
  eyeOf,
  framing,
  placeBetween,
  rightward,
  upward,
  type Box,
  type CameraPlace,
} from "./camera-rig.ts";
import { FrameTimes } from "./frame-times.ts";
import { Grid } from "./grid.ts";
import { Lights } from "./lights.ts";
import { MeshFiles } from "./mesh-files.ts";
import { Pictures } from "./pictures.ts";
import type { SceneOptions } from "./scene-options.ts";
import { Sky } from "./sky.ts";
import { studioLight } from "./studio-light.ts";
import { linear, Surfaces } from "./surfaces.ts";
import { onThemeChange, readThemeColours, type ThemeColours } from "./theme-colours.ts";
import { VisualLayer } from "./visual-layer.ts";
import { WorldObjects } from "./world-objects.ts";

export const FOV = (40 * Math.PI) / 180;

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
  readonly times = new FrameTimes();
  /** The page's colours are others. */
  readonly themes = new Emitter<ThemeColours>((error) => console.error(error));
  readonly options: SceneOptions;
  theme: ThemeColours;
  readonly #app: App;
  readonly #perspective = new PerspectiveCamera((FOV * 180) / Math.PI, 1, 0.01, 1000);
  readonly #flat = new OrthographicCamera(-1, 1, 1, -1, -1000, 1000);
  readonly #sky = new Sky();
  readonly #grid = new Grid();
  readonly #lights = new Lights();
  readonly #studio: WebGLRenderTarget;
  readonly #pictures: Pictures;
  readonly #parts: Disposable[] = [];
  readonly #steps: ((nowMs: number) => boolean)[] = [];
  readonly #drawn: (() => void)[] = [];
  #place: CameraPlace = FIRST_PLACE;
  #way: { readonly from: CameraPlace; readonly to: CameraPlace; readonly sinceMs: number } | undefined;
  #wanted = 0;
  /** Until then the camera takes in what comes, unless somebody has moved it. */
  #framingUntilMs = Infinity;
  #areLightsStale = true;
  #isUnframed = true;
  #aspect = 1;

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
        const reason = error instanceof Error ? error.message : String(error);
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
    return this.options.switches.orthographic.current ? this.#flat : this.#perspective;
  }

  get place(): CameraPlace {
    return this.#place;
  }

  get aspect(): number {
    return this.#aspect;
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
    this.#way = undefined;
    this.#place = place;
    this.invalidate();
  }

  /** Moves it there in a moment, or at once for those who want no motion. */
  fly(place: CameraPlace): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.look(place);
    this.#framingUntilMs = 0;
    this.#isUnframed = false;
    this.#way = { from: this.#place, to: place, sinceMs: performance.now() };
    this.invalidate();
  }

  /** Moves camera and target, and where they are flying to. */
  shift(by: Vec3): void {
    const shifted = (place: CameraPlace): CameraPlace => ({ ...place, target: along(place.target, by, 1) });
    this.#place = shifted(this.#place);
    if (this.#way !== undefined) {
      this.#way = { ...this.#way, from: shifted(this.#way.from), to: shifted(this.#way.to) };
    }
    this.invalidate();
  }

  /** Where the camera will be when it has arrived. */
  get destination(): CameraPlace {
    return this.#way?.to ?? this.#place;
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.#aspect = width / height;
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
    let isBusy = this.#flyOn(startMs);
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

  #flyOn(nowMs: number): boolean {
    if (this.#way === undefined) return false;
    const { from, to, sinceMs } = this.#way;
    const share = Math.min(1, (nowMs - sinceMs) / FLIGHT_MS);
    this.#place = share < 1 ? placeBetween(from, to, easeOut(share)) : to;
    if (share === 1) this.#way = undefined;
    return share < 1;
  }

  #frameFirst(nowMs: number): void {
    const bounds = this.bounds();
    if (bounds === undefined) return;
    // Meshes come later than the rest.
    if (this.#framingUntilMs === Infinity) this.#framingUntilMs = nowMs + SETTLING_MS;
    this.#isUnframed = false;
    this.#place = framing(this.#place, bounds, FOV, this.#aspect);
  }

  /** Around what is drawn and has an end; all of it or that of some entities. */
  bounds(isWanted?: (entity: Entity) => boolean): Box | undefined {
    const around = new Box3();
    for (const { shapes, mesh, look } of this.visuals.batches.list) {
      if (look.geometry.boundingBox === null) look.geometry.computeBoundingBox();
      for (let i = 0; i < shapes.length; i++) {
        const { entity, isEndless } = shapes[i]!;
        if (isEndless === true || isWanted?.(entity) === false) continue;
        mesh.getMatrixAt(i, MATRIX);
        around.union(BOX.copy(look.geometry.boundingBox!).applyMatrix4(MATRIX));
      }
    }
    return around.isEmpty() ? undefined : { low: around.min, high: around.max };
  }

  /** Metres across, of what is seen of a link. */
  sizeOf(link: Entity): number {
    let size = 0;
    for (const child of this.world.childrenOf(link)) {
      for (const { batch, shape } of this.objects.shapesOf(child, this.visuals)) {
        const { geometry } = batch.look;
        if (geometry.boundingSphere === null) geometry.computeBoundingSphere();
        size = Math.max(size, geometry.boundingSphere!.radius * Math.max(...shape.scale.map(Math.abs)));
      }
    }
    return size;
  }

  #aim(): void {
    const place = this.#place;
    const { distance } = place;
    const { camera } = this;
    const [right, up, back, eye] = [rightward(place), upward(place), backward(place), eyeOf(place)];
    camera.matrixAutoUpdate = false;
    camera.matrix.set(
      right.x, up.x, back.x, eye.x,
      right.y, up.y, back.y, eye.y,
      right.z, up.z, back.z, eye.z,
      0, 0, 0, 1,
    ); // prettier-ignore
    camera.matrix.decompose(camera.position, camera.quaternion, camera.scale);
    camera.updateMatrixWorld(true);
    const far = Math.max(600, distance * 40);
    if (camera instanceof PerspectiveCamera) {
      camera.aspect = this.#aspect;
      camera.near = Math.max(0.004, distance * 0.008);
      camera.far = far;
    } else {
      const half = distance * Math.tan(FOV / 2);
      camera.top = half;
      camera.bottom = -half;
      camera.right = half * this.#aspect;
      camera.left = -half * this.#aspect;
      camera.near = -far;
      camera.far = far;
    }
    camera.updateProjectionMatrix();
    const fog = this.scene.fog as Fog;
    const height = Math.max(distance, Math.abs(eye.z));
    fog.near = Math.max(30, height * 3);
    fog.far = Math.max(130, height * 14);
    this.#sky.follow(camera, camera === this.#flat);
    this.#grid.follow(camera.position, Math.max(45, height * 7));
    if (this.#areLightsStale) this.#lights.rebuild(this.#app.source.mirror.world, this.objects.nodes);
    this.#areLightsStale = false;
    const reach = Math.min(90, Math.max(2, distance * 0.9));
    CENTRE.set(place.target.x, place.target.y, place.target.z).addScaledVector(
      EDGE.set(back.x, back.y, 0),
      reach * -0.25,
    );
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
    this.scene.environmentIntensity = theme.isLight ? 0.4 : 0.35;
    this.objects.rebuild();
    this.themes.emit(theme);
  }

  #takeSwitches(): void {
    const { wireframe, transparent, shadows, grid } = this.options.switches;
    this.surfaces.setModes({ wireframe: wireframe.current, transparent: transparent.current });
    this.#grid.mesh.visible = grid.current;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.autoUpdate = false;
    this.renderer.shadowMap.needsUpdate = true;
    this.#lights.shadows = shadows.current;
    this.invalidate();
  }

  /** For tests and for who wants to know; on the element, where both can see it. */
  #report(ms: number): void {
    this.times.add(ms);
    const { dataset } = this.canvas;
    const { x, y, z } = this.camera.position;
    dataset["frames"] = String(this.times.count);
    dataset["shapes"] = String(this.objects.shapeCount);
    dataset["moved"] = String(this.objects.movedCount);
    dataset["calls"] = String(this.renderer.info.render.calls);
    dataset["eye"] = `${x.toFixed(3)} ${y.toFixed(3)} ${z.toFixed(3)}`;
    dataset["frameMs"] = ms.toFixed(2);
  }
}

const FIRST_PLACE: CameraPlace = { target: { x: 0, y: 0, z: 0.5 }, distance: 8, azimuth: -0.95, elevation: 0.36 };
const FLIGHT_MS = 180;
const SETTLING_MS = 3000;
const MATRIX = new Matrix4();
const BOX = new Box3();
const CENTRE = new Vector3();
const EDGE = new Vector3();
