import type { World } from "@orrery/sim";
import { Fog, OrthographicCamera, Vector3, type PerspectiveCamera, type Scene, type WebGLRenderer } from "three";
import { backward, type CameraPlace } from "../camera/camera-rig.ts";
import type { EntityNodes } from "../entity-nodes.ts";
import { Grid } from "./grid.ts";
import { Lights } from "./lights.ts";
import { Sky } from "./sky.ts";
import { studioLight } from "./studio-light.ts";
import { linear } from "../surfaces.ts";
import type { ThemeColours } from "../theme-colours.ts";

/** What surrounds the things of the world: sky and haze, the grid on the ground, light, and reflections. */
export class Surroundings implements Disposable {
  readonly #scene: Scene;
  readonly #fog = new Fog(0, 1, 2);
  readonly #sky = new Sky();
  readonly #grid = new Grid();
  readonly #lights = new Lights();
  readonly #studio: ReturnType<typeof studioLight>;
  #areLightsStale = true;
  #exposure = 1;

  constructor(scene: Scene, renderer: WebGLRenderer) {
    this.#scene = scene;
    this.#studio = studioLight(renderer);
    scene.add(this.#sky.mesh, this.#grid.mesh, this.#lights.group);
    scene.fog = this.#fog;
    scene.environment = this.#studio.texture;
  }

  /** The exposure for the renderer's tone mapping in this world. */
  get exposure(): number {
    return this.#exposure;
  }

  setTheme(theme: ThemeColours): void {
    this.#sky.setColours(theme.skyHorizon, theme.skyTop);
    this.#grid.setColours(theme);
    this.#lights.setTheme(theme);
    this.#fog.color.copy(linear(theme.skyHorizon));
    this.#exposure = theme.isLight ? 1 : 0.9;
    this.#scene.environmentIntensity = theme.isLight ? 0.38 : 0.4;
  }

  show({ grid, shadows }: { readonly grid: boolean; readonly shadows: boolean }): void {
    this.#grid.mesh.visible = grid;
    this.#lights.shadows = shadows;
  }

  /** Marks the world's lights as possibly changed. */
  forgetLights(): void {
    this.#areLightsStale = true;
  }

  /** Follows a camera that has been aimed. Returns whether shadows have moved. */
  follow(
    camera: PerspectiveCamera | OrthographicCamera,
    place: CameraPlace,
    { world, nodes }: { readonly world: World; readonly nodes: EntityNodes },
  ): boolean {
    const { target, distance } = place;
    const back = backward(place);
    const height = Math.max(distance, Math.abs(camera.position.z));
    this.#fog.near = Math.max(30, height * 3);
    this.#fog.far = Math.max(130, height * 14);
    this.#sky.follow(camera, camera instanceof OrthographicCamera);
    this.#grid.follow(camera.position, Math.max(45, height * 7));
    if (this.#areLightsStale) this.#lights.rebuild(world, nodes);
    this.#areLightsStale = false;
    const reach = Math.min(90, Math.max(2, distance * 0.9));
    // Covers more of the area ahead of the target than behind it.
    CENTRE.set(target.x - 0.25 * reach * back.x, target.y - 0.25 * reach * back.y, target.z);
    return this.#lights.follow(nodes, CENTRE, reach);
  }

  [Symbol.dispose](): void {
    this.#lights[Symbol.dispose]();
    this.#studio.dispose();
    this.#sky[Symbol.dispose]();
    this.#grid[Symbol.dispose]();
  }
}

const CENTRE = new Vector3();
