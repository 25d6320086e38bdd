import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { Sim, type Vec3 } from "@orrery/sim";
import { StateTap, type StateUpdate } from "@orrery/sim/host";
import { describe, expect, onTestFinished, test } from "vitest";
import type { DrawingAnswer, DrawingRequest } from "../../../../tests/render/drawing-thread.ts";
import { CopiedWorld } from "../testing/copied-world.ts";
import { DeviceEnvironment } from "../testing/device-environment.ts";
import type { DrawCall } from "../testing/recording-device.ts";
import { FIRST_PLACE } from "./camera/first-place.ts";
import { ViewCamera } from "./camera/view-camera.ts";
import { RenderWorld } from "./render-world.ts";

const root = join(import.meta.dirname, "../../../..");

describe("drawing without a page", () => {
  test("[RE1] a thread without a page draws a world from its changes, each body where it is by then", async () => {
    using sim = await load("shapes");
    const tap = new StateTap(sim.world);
    const ask = startThread();
    await ask({ kind: "take", update: taken(tap) });
    const start = await ask({ kind: "draw", nowMs: 0 });
    expect(start.pageGlobals).toEqual([]);
    // Boxes, cylinders, spheres with ellipsoids, cones, a tube and two caps for capsules; ground, grid and sky.
    expect(instancesOf(start.calls)).toEqual([9, 6, 5, 2, 2, 2, 2, 1, 1, 1]);
    expect(standAt(start.calls, { x: 2.2, y: 1.6, z: 3 })).toBe(1);
    sim.run({ steps: 400 });
    await ask({ kind: "take", update: taken(tap) });
    const later = await ask({ kind: "draw", nowMs: 400 });
    expect(instancesOf(later.calls)).toEqual(instancesOf(start.calls));
    const names = ["falling_ball_1", "falling_box", "ramp_ball", "pyramid_6"];
    expect(names.map((name) => standAt(later.calls, sim.poseOf(name)))).toEqual([1, 1, 1, 1]);
    // It has fallen by g t² / 2 = 0.78 m.
    expect(standAt(later.calls, { x: 2.2, y: 1.6, z: 3 })).toBe(0);
  });

  test("[RE2] a world that is no longer drawn leaves nothing on the device", async () => {
    using sim = await load("shapes");
    const ask = startThread();
    await ask({ kind: "take", update: taken(new StateTap(sim.world)) });
    const drawn = await ask({ kind: "draw", nowMs: 0 });
    expect(drawn.live.Buffer).toBeGreaterThan(10);
    const { live, memory } = await ask({ kind: "close" });
    expect(live).toEqual({ Buffer: 0, VertexArray: 0, Texture: 0, Framebuffer: 0, Renderbuffer: 0 });
    expect(memory).toEqual({ geometries: 0, textures: 0 });
  });

  test("[RE3] two worlds are drawn by one renderer; closing one changes nothing in the other", async () => {
    using environment = new DeviceEnvironment();
    const [shapes, wall] = [await drawnWorld("shapes", environment), await drawnWorld("wall", environment)];
    const camera = new ViewCamera(FIRST_PLACE);
    const instances = (drawn: RenderWorld): number[] => {
      drawn.advance(0);
      environment.device.calls.length = 0;
      drawn.draw(camera.aim(false), camera.place);
      return instancesOf(environment.device.calls);
    };
    const before = [instances(shapes), instances(wall)];
    expect(before[0]).not.toEqual(before[1]);
    // Drawn alternately, as for two eyes or two panels.
    expect([instances(shapes), instances(wall)]).toEqual(before);
    wall[Symbol.dispose]();
    expect(instances(shapes)).toEqual(before[0]);
    shapes[Symbol.dispose]();
  });
});

async function load(name: string): Promise<Sim> {
  return Sim.load(readFileSync(join(root, `worlds/${name}.sdf`), "utf8"));
}

/** Returns what a mirror lacks, copied into memory of its own. */
function taken(tap: StateTap): StateUpdate {
  const update = tap.take({ exact: true, watch: [] })!;
  return { ...update, bytes: update.bytes.slice() };
}

async function drawnWorld(name: string, environment: DeviceEnvironment): Promise<RenderWorld> {
  using sim = await load(name);
  const copy = new CopiedWorld();
  copy.take(taken(new StateTap(sim.world)));
  return new RenderWorld(copy, environment);
}

/** Returns the number of instances in each draw call of the picture itself, in descending order. */
function instancesOf(calls: readonly DrawCall[]): number[] {
  return calls
    .filter(({ isOffscreen }) => !isOffscreen)
    .map(({ instances }) => instances)
    .sort((a, b) => b - a);
}

/** Counts the drawn instances whose origin is at a point, within 10 µm. */
function standAt(calls: readonly DrawCall[], { x, y, z }: Vec3): number {
  let count = 0;
  for (const { isOffscreen, matrices } of calls) {
    for (let at = 0; !isOffscreen && at < matrices.length; at += 16) {
      if (Math.hypot(matrices[at + 12]! - x, matrices[at + 13]! - y, matrices[at + 14]! - z) < 1e-5) count++;
    }
  }
  return count;
}

function startThread(): (request: DrawingRequest) => Promise<DrawingAnswer> {
  const thread = new Worker(join(root, "tests/render/drawing-thread.ts"));
  onTestFinished(async () => void (await thread.terminate()));
  return async (request) => {
    thread.postMessage(request);
    const [answer] = (await once(thread, "message")) as [DrawingAnswer];
    return answer;
  };
}
