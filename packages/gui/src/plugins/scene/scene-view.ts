import { Emitter, textOf, type Vec3, type World } from "@orrery/sim";
import { Appearance } from "@orrery/sim/components";
import { Scene, type OrthographicCamera, type PerspectiveCamera, type WebGLRenderer } from "three";
import type { WorldApp } from "../../shell/app.ts";
import type { Frame } from "../../shell/events.ts";
import { Anchors } from "../../render/anchors.ts";
import { reportFrame } from "./frame-report.ts";
import { framing, pixelAt, type CameraPlace } from "../../render/camera/camera-rig.ts";
import { entityLooksOf } from "./entity-looks.ts";
import { LightLayer } from "../../render/layers/light-layer.ts";
import { makeRenderer } from "../../render/make-renderer.ts";
import { fileName, MeshFiles } from "../../render/files/mesh-files.ts";
import { webglPace, type Pace } from "./pace.ts";
import { isCollisionLeftOut } from "../../render/files/left-out-collisions.ts";
import { MissingFiles } from "./missing-files.ts";
import { Pictures } from "../../render/files/pictures.ts";
import type { SceneOptions } from "./scene-options.ts";
import { Surfaces } from "../../render/surfaces.ts";
import { Surroundings } from "../../render/surroundings/surroundings.ts";
import { onThemeChange, readThemeColours } from "./page-theme.ts";
import type { ThemeColours } from "../../render/theme-colours.ts";
import { usualBoundsOf } from "../../render/camera/usual-bounds.ts";
import { FOV, ViewCamera } from "../../render/camera/view-camera.ts";
import { VisualLayer } from "../../render/layers/visual-layer.ts";
import { WorldObjects } from "../../render/world-objects.ts";

/** One picture of the world: what is in it, from where it is seen, and when it is drawn. */
export class SceneView implements Disposable {
  readonly canvas: HTMLCanvasElement;
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly objects: WorldObjects;
  readonly visuals: VisualLayer;
  /** Drawn while the overlays say so. */
  readonly lights: LightLayer;
  readonly surfaces: Surfaces;
  readonly files: MeshFiles;
  readonly missing: MissingFiles;
  readonly anchors: Anchors;
  /** The page's colours have changed. */
  readonly themes = new Emitter<ThemeColours>((error) => console.error(error));
  readonly options: SceneOptions;
  theme: ThemeColours;
  /** Where somebody was before; asked when there is something to see. */
  firstPlace: () => CameraPlace | undefined = () => undefined;
  /** Returns where the handles of the tool in use are, and how many pixels around that they take. */
  handles: () => { readonly origin: Vec3; readonly radius: number } | undefined = () => undefined;
  readonly #app: WorldApp;
  readonly #eye = new ViewCamera(FIRST_PLACE);
  readonly #surroundings: Surroundings;
  readonly #pictures: Pictures;
  readonly #pace: Pace;
  readonly #parts: Disposable[] = [];
  readonly #steps: ((nowMs: number) => boolean)[] = [];
  readonly #drawn: (() => void)[] = [];
  #wanted = 0;
  #frames = 0;
  /** Until then the camera takes in what comes, unless somebody has moved it. */
  #framingUntilMs = Infinity;
  #isUnframed = true;
  /** Before it is, there is nothing to draw on, and no telling how much the camera sees. */
  #isSized = false;
  #isOver = false;

  /** Throws when the browser gives no WebGL. */
  constructor(app: WorldApp, canvas: HTMLCanvasElement, options: SceneOptions) {
    this.#app = app;
    this.canvas = canvas;
    this.options = options;
    this.renderer = makeRenderer(canvas);
    this.#pace = webglPace(this.renderer.getContext() as WebGL2RenderingContext);
    this.#surroundings = new Surroundings(this.scene, this.renderer);
    const { mirror } = app.view;
    const url = (uri: string, from: string): string => app.view.assetUrl(uri, from);
    this.missing = new MissingFiles(app.notices, {
      takesDrops: app.session.kind === "server",
      isLeftOut: (name) => isCollisionLeftOut(mirror.world, name),
    });
    this.#pictures = new Pictures({ onLoad: () => this.invalidate(), onMissing: (name) => this.missing.picture(name) });
    this.surfaces = new Surfaces(this.#pictures);
    this.files = new MeshFiles(url);
    this.objects = new WorldObjects(mirror, { onChange: () => this.invalidate(), now: () => performance.now() });
    this.anchors = new Anchors(this.objects.nodes);
    const looks = entityLooksOf(app);
    this.visuals = new VisualLayer({
      world: mirror.world,
      nodes: this.objects.nodes,
      files: this.files,
      surfaces: this.surfaces,
      assetUrl: url,
      onReady: (entities) => this.objects.refresh(entities),
      onMissing: (geometry, error) => this.missing.mesh(fileName(geometry), textOf(error)),
      hasLook: (entity, look) => looks.has(entity, look),
      groundColour: () => this.theme.ground,
      missingColour: () => this.theme.bad,
    });
    this.lights = new LightLayer({
      world: mirror.world,
      nodes: this.objects.nodes,
      colours: () => ({ rays: this.theme.text, off: this.theme.muted }),
    });
    this.theme = readThemeColours();
    this.scene.add(this.objects.group, this.anchors.group);
    this.#parts.push(
      this.objects.changes.on(() => {
        this.#surroundings.forgetLights();
        this.#isUnframed = performance.now() < this.#framingUntilMs;
        this.#takeSwitches();
      }),
      app.view.selection.changes.on(() => this.#stay()),
      looks.changes.on(() => this.objects.refresh(this.world.entities())),
      onThemeChange(() => this.#takeTheme()),
      app.events.on("redraw", () => this.invalidate()),
      // A server that was started again may find what the last one did not.
      app.view.client.changes.on((world) => world && this.retryMissing()),
    );
    for (const value of Object.values(options.switches)) this.#parts.push(value.changes.on(() => this.#takeSwitches()));
    this.objects.addLayer(this.visuals);
    this.#takeTheme();
    this.#takeSwitches();
  }

  get world(): World {
    return this.#app.view.mirror.world;
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

  /** Somebody has put the camera where it is, and it was not just what came that did. */
  get isPlaced(): boolean {
    return this.#framingUntilMs === 0;
  }

  /** Width by height. */
  get aspect(): number {
    return this.#eye.aspect;
  }

  /** Size of the canvas, in pixels of the page. Asking the canvas itself within a frame would force a new layout. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#eye.size;
  }

  /** How large a pixel of the page is at a point of the world, metres. */
  pixelAt(point: Vec3): number {
    const isFlat = this.options.switches.orthographic.current;
    return pixelAt(this.place, point, { fov: FOV, height: this.size.height, isFlat });
  }

  /** Asks for a frame. Files that come after the scene was closed do so, too. */
  invalidate(): void {
    if (this.#wanted !== 0 || this.#isOver) return;
    this.#wanted = requestAnimationFrame((time) => this.#frameIfDue(time));
    this.canvas.dataset["stale"] = "";
  }

  /** Asks for missing files again: they may be there now. */
  retryMissing(): void {
    this.missing.clear();
    this.visuals.retryMissing();
  }

  /** Has everything where it belongs by now, between two pictures: what is pointed at is measured against what is. */
  catchUp(): void {
    this.objects.advance(performance.now());
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

  /** Moves the camera, and where it is flying to, along with something. */
  carry(move: (place: CameraPlace) => CameraPlace): void {
    this.#eye.carry(move);
    this.invalidate();
  }

  resize(width: number, height: number): void {
    if (width === 0 || height === 0) return;
    this.#isSized = true;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.#eye.size = { width, height };
    this.#frame(performance.now());
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    cancelAnimationFrame(this.#wanted);
    this.#pace[Symbol.dispose]();
    for (const part of this.#parts.reverse()) part[Symbol.dispose]();
    this.objects[Symbol.dispose]();
    this.visuals[Symbol.dispose]();
    this.lights[Symbol.dispose]();
    this.surfaces[Symbol.dispose]();
    this.files[Symbol.dispose]();
    this.#pictures[Symbol.dispose]();
    this.#surroundings[Symbol.dispose]();
    this.renderer.dispose();
  }

  #frameIfDue(frameMs: number): void {
    this.#wanted = 0;
    if (!this.#isSized) return;
    if (this.#pace.isDue()) this.#frame(frameMs);
    else this.invalidate();
  }

  #frame(frameMs: number): void {
    const startMs = performance.now();
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
    this.#pace.drawn(startMs);
    reportFrame(this, ++this.#frames, performance.now() - startMs);
    if (this.#wanted === 0) delete this.canvas.dataset["stale"];
    if (isBusy) this.invalidate();
  }

  #frameEvent(timeMs: number): Frame {
    const { scene, camera, renderer } = this;
    return { view: this.#app.view, scene, camera, renderer, timeMs, objectOf: (entity) => this.anchors.of(entity) };
  }

  #frameFirst(nowMs: number): void {
    const bounds = usualBoundsOf(this.world, this.visuals.batches);
    if (bounds === undefined) return;
    const before = this.#framingUntilMs === Infinity ? this.firstPlace() : undefined;
    if (before !== undefined) return this.look(before);
    // Meshes come later than the rest.
    if (this.#framingUntilMs === Infinity) this.#framingUntilMs = nowMs + SETTLING_MS;
    this.#isUnframed = false;
    this.#eye.look(framing(this.place, bounds, FOV, this.aspect));
  }

  /** Somebody is at work: whatever comes, the camera does not go. */
  #stay(): void {
    if (this.#framingUntilMs !== Infinity) this.#framingUntilMs = Math.min(this.#framingUntilMs, performance.now());
  }

  #aim(): void {
    const camera = this.#eye.aim(this.options.switches.orthographic.current);
    const { world, objects } = this;
    const isOther = this.#surroundings.follow(camera, this.place, { world, nodes: objects.nodes });
    // A camera that only turns sees the same shadows.
    if (objects.takeNews() || isOther) this.renderer.shadowMap.needsUpdate = true;
  }

  #takeTheme(): void {
    const theme = (this.theme = readThemeColours());
    this.#surroundings.setTheme(theme);
    this.objects.rebuild();
    this.themes.emit(theme);
  }

  #takeSwitches(): void {
    const { wireframe, transparent, shadows, grid } = this.options.switches;
    this.surfaces.setModes({ wireframe: wireframe.current, transparent: transparent.current });
    const { root } = this.#app.view.mirror;
    // A world may want neither.
    const world = root === undefined ? undefined : this.world.get(root, Appearance);
    this.#surroundings.show({
      grid: grid.current && world?.grid !== false,
      shadows: shadows.current && world?.shadows !== false,
    });
    this.renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }
}

const FIRST_PLACE: CameraPlace = { target: { x: 0, y: 0, z: 0.5 }, distance: 8, azimuth: -0.95, elevation: 0.36 };
const SETTLING_MS = 3000;
