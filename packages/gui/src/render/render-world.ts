import { type Entity } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { Appearance } from "@orrery/sim/components";
import { Scene, type OrthographicCamera, type PerspectiveCamera, type WebGLRenderer } from "three";
import { logError } from "../base/log-error.ts";
import { Anchors } from "./anchors.ts";
import type { CameraPlace } from "./camera/camera-rig.ts";
import type { RenderEnvironment } from "./environment.ts";
import { MeshFiles } from "./files/mesh-files.ts";
import { Pictures } from "./files/pictures.ts";
import { LightLayer } from "./layers/light-layer.ts";
import { VisualLayer } from "./layers/visual-layer.ts";
import type { LookName } from "./look-names.ts";
import type { GeometryData } from "./primitives.ts";
import type { ShownWorld } from "./shown-world.ts";
import { Surfaces, type SurfaceModes } from "./surfaces.ts";
import { Surroundings } from "./surroundings/surroundings.ts";
import type { ThemeColours } from "./theme-colours.ts";
import { WorldObjects } from "./world-objects.ts";

export interface RenderWorldOptions {
  /** Called when there is something new to draw. */
  readonly onChange?: () => void;
  /** Called, once per file, when a mesh or heightmap cannot be shown. */
  readonly onMissingMesh?: (geometry: GeometryData, error: unknown) => void;
  /** Called when a picture cannot be shown, with its name in the world. */
  readonly onMissingPicture?: (name: string) => void;
  /** Returns whether an entity is drawn with a look other than the world's. */
  readonly hasLook?: (entity: Entity, look: LookName) => boolean;
}

/** How a world is drawn, including whether it has a grid and shadows. */
export interface RenderModes extends SurfaceModes {
  readonly shadows: boolean;
  readonly grid: boolean;
}

/**
 * A world with its light and sky, ready to be drawn from any camera: for a page, for two eyes, for a robot's camera.
 */
export class RenderWorld implements Disposable {
  readonly scene = new Scene();
  readonly objects: WorldObjects;
  readonly visuals: VisualLayer;
  /** Marks of the lights. Drawn while they are a layer of `objects`. */
  readonly lights: LightLayer;
  readonly surfaces: Surfaces;
  readonly files: MeshFiles;
  readonly anchors: Anchors;
  /** Emits the colours of the surroundings when they change. */
  readonly themes = new Emitter<ThemeColours>(logError);
  readonly #shown: ShownWorld;
  readonly #environment: RenderEnvironment;
  readonly #surroundings: Surroundings;
  readonly #onChange: () => void;
  readonly #parts = new DisposableStack();
  #theme: ThemeColours;
  #modes: RenderModes = { wireframe: false, transparent: false, shadows: true, grid: true };
  #areShadowsStale = true;

  constructor(shown: ShownWorld, environment: RenderEnvironment, options: RenderWorldOptions = {}) {
    const { onChange = () => {}, onMissingMesh = () => {}, onMissingPicture = () => {}, hasLook } = options;
    const { world } = shown;
    this.#shown = shown;
    this.#environment = environment;
    this.#onChange = onChange;
    this.#theme = environment.readTheme();
    // Parts that others use are created first, so that they are disposed of last.
    this.#surroundings = this.#parts.use(new Surroundings(this.scene, environment.renderer));
    const loadTexture = environment.loadTexture.bind(environment);
    const pictures = this.#parts.use(new Pictures({ loadTexture, onLoad: onChange, onMissing: onMissingPicture }));
    this.files = this.#parts.use(new MeshFiles(environment.files));
    this.surfaces = this.#parts.use(new Surfaces(pictures));
    this.objects = new WorldObjects(shown, { onChange, nowMs: () => environment.nowMs() });
    const { nodes } = this.objects;
    this.lights = this.#parts.use(
      new LightLayer({ world, nodes, colours: () => ({ rays: this.theme.text, off: this.theme.muted }) }),
    );
    this.visuals = this.#parts.use(
      new VisualLayer({
        world,
        nodes,
        files: this.files,
        surfaces: this.surfaces,
        onReady: (entities) => this.objects.refresh(entities),
        onMissing: onMissingMesh,
        groundColour: () => this.theme.ground,
        missingColour: () => this.theme.bad,
        ...(hasLook && { hasLook }),
      }),
    );
    this.#parts.use(this.objects);
    this.anchors = new Anchors(nodes);
    this.scene.add(this.objects.group, this.anchors.group);
    this.#parts.use(
      this.objects.changes.on(() => {
        this.#surroundings.forgetLights();
        this.#applyModes();
      }),
    );
    this.objects.addLayer(this.visuals);
    this.#surroundings.setTheme(this.#theme);
    this.#applyModes();
  }

  get theme(): ThemeColours {
    return this.#theme;
  }

  get renderer(): WebGLRenderer {
    return this.#environment.renderer;
  }

  /** Applies the current colours of the surroundings. */
  takeTheme(): void {
    this.#theme = this.#environment.readTheme();
    this.#surroundings.setTheme(this.#theme);
    this.objects.rebuild();
    this.themes.emit(this.#theme);
  }

  setModes(modes: RenderModes): void {
    this.#modes = modes;
    this.#applyModes();
    this.#onChange();
  }

  /** Moves everything to its pose at a moment. Returns whether things will keep moving without new data. */
  advance(nowMs: number): boolean {
    return this.objects.advance(nowMs);
  }

  /** Draws one picture of everything, as of the last `advance`. The camera must have been aimed from this place. */
  draw(camera: PerspectiveCamera | OrthographicCamera, place: CameraPlace): void {
    const { renderer } = this;
    const { world } = this.#shown;
    const isOther = this.#surroundings.follow(camera, place, { world, nodes: this.objects.nodes });
    // Turning the camera does not change the shadows.
    if (this.objects.takeNews() || isOther) this.#areShadowsStale = true;
    // The same renderer may draw a different world in between.
    renderer.shadowMap.needsUpdate = this.#areShadowsStale;
    renderer.toneMappingExposure = this.#surroundings.exposure;
    this.#areShadowsStale = false;
    renderer.render(this.scene, camera);
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  #applyModes(): void {
    const { wireframe, transparent, shadows, grid } = this.#modes;
    this.surfaces.setModes({ wireframe, transparent });
    const { root, world } = this.#shown;
    const wanted = root === undefined ? undefined : world.get(root, Appearance);
    this.#surroundings.show({ grid: grid && wanted?.grid !== false, shadows: shadows && wanted?.shadows !== false });
    this.#areShadowsStale = true;
  }
}
