import { MemoryResources, World } from "@orrery/sim";
import { loadSdf, spawnWorld } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { CopiedWorld } from "../testing/copied-world.ts";
import { DeviceEnvironment } from "../testing/device-environment.ts";
import type { DrawCall } from "../testing/recording-device.ts";
import { FIRST_PLACE } from "./camera/first-place.ts";
import { ViewCamera } from "./camera/view-camera.ts";
import { Ghost, type GhostScene } from "./ghost.ts";
import { RenderWorld } from "./render-world.ts";

const GHOST = `<sdf version="1.11"><world name="w">
  <model name="box"><pose>1 0 0 0 0 0</pose><link name="l"><visual name="v">
    <geometry><box><size>1 1 1</size></box></geometry></visual></link></model>
  <light name="lamp" type="point"><pose>0 0 1 0 0 0</pose></light></world></sdf>`;

test("[RE5] a second world is drawn within a scene, as a whole at the place it is given, and only while it has one", async () => {
  using stage = new Stage();
  const plain = stage.draw().length;
  using ghost = new Ghost(stage.scene, await worldOf(GHOST));
  expect(stage.draw()).toHaveLength(plain);
  ghost.place({ x: 0, y: 3, z: 0, qx: 0, qy: 0, qz: Math.SQRT1_2, qw: Math.SQRT1_2 });
  const calls = stage.draw();
  // The box, turned about z by a quarter with everything else, and the mark of the light.
  expect(calls).toHaveLength(plain + 2);
  expect(calls.some(({ matrices }) => matrices.length === 16 && matrices[12] === 1)).toBe(true);
  expect(stage.scene.scene.getObjectByName("ghost")!.position.toArray()).toEqual([0, 3, 0]);
  const asked = stage.framesAsked;
  ghost.place(undefined);
  expect(stage.framesAsked).toBe(asked + 1);
  expect(stage.draw()).toHaveLength(plain);
});

test("[RE2] a ghost that has gone leaves nothing on the graphics device", async () => {
  using stage = new Stage();
  stage.draw();
  const before = stage.buffers;
  const ghost = new Ghost(stage.scene, await worldOf(GHOST));
  ghost.place({ x: 0, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 });
  stage.draw();
  expect(stage.buffers).toBeGreaterThan(before);
  ghost[Symbol.dispose]();
  stage.draw();
  expect(stage.buffers).toBe(before);
});

/** An empty world that is drawn without a page. */
class Stage implements Disposable {
  readonly #environment = new DeviceEnvironment();
  readonly #drawn = new RenderWorld(new CopiedWorld(), this.#environment);
  readonly #camera = new ViewCamera(FIRST_PLACE);
  framesAsked = 0;
  readonly scene: GhostScene = {
    scene: this.#drawn.scene,
    files: this.#drawn.files,
    surfaces: this.#drawn.surfaces,
    theme: this.#drawn.theme,
    invalidate: () => void this.framesAsked++,
  };

  get buffers(): number {
    return this.#environment.device.countOf("Buffer");
  }

  draw(): DrawCall[] {
    const { calls } = this.#environment.device;
    calls.length = 0;
    this.#drawn.advance(0);
    this.#drawn.draw(this.#camera.aim(false), this.#camera.place);
    return calls.filter(({ isOffscreen }) => !isOffscreen);
  }

  [Symbol.dispose](): void {
    this.#drawn[Symbol.dispose]();
    this.#environment[Symbol.dispose]();
  }
}

async function worldOf(text: string): Promise<World> {
  const { scene } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": text }));
  const world = new World();
  spawnWorld(world, scene.worlds[0]!);
  return world;
}
