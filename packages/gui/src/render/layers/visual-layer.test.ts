import { MemoryResources, World, type Entity } from "@orrery/sim";
import { loadSdf, spawnWorld } from "@orrery/sim/host";
import { Geometry, IsVisual } from "@orrery/sim/components";
import { BoxGeometry } from "three";
import { describe, expect, test } from "vitest";
import { EntityNodes } from "../entity-nodes.ts";
import { partsKey, type FileGeometry, type MeshPart } from "../files/mesh-files.ts";
import { Pictures } from "../files/pictures.ts";
import { PoseTree } from "../pose-tree.ts";
import { Surfaces } from "../surfaces.ts";
import { VisualLayer } from "./visual-layer.ts";

describe("files that visuals share", () => {
  test("[SC18] all visuals of one file are drawn when it has come", async () => {
    const { layer, visuals, disk } = await scene(5);
    expect(visuals.map((visual) => layer.build(visual))).toEqual([[], [], [], [], []]);
    await disk.deliver("part.stl");
    expect(disk.ready).toEqual([visuals]);
    for (const visual of visuals) layer.build(visual);
    expect([...layer.batches.list].map(({ count }) => count)).toEqual([5]);
  });

  test("[SC18] the same value in many entities, as a server sends it, is no other case", async () => {
    const { layer, visuals, disk, world } = await scene(3);
    const one = world.get(visuals[0]!, Geometry)!;
    for (const visual of visuals) world.set(visual, Geometry, one);
    for (const visual of visuals) layer.build(visual);
    await disk.deliver("part.stl");
    expect(disk.ready).toEqual([visuals]);
  });

  test("[SC9] a file that is missing is told of once, and each of its visuals is a box of wires", async () => {
    const { layer, visuals, disk } = await scene(4);
    for (const visual of visuals) layer.build(visual);
    await disk.fail("part.stl");
    expect(disk.missing).toEqual(["part.stl"]);
    expect(disk.ready).toEqual([visuals]);
    expect(visuals.map((visual) => layer.build(visual).map(({ batch }) => batch.look.key))).toEqual(
      visuals.map(() => ["missing"]),
    );
  });

  test("[SC9] a file is not missing when nothing that asked for it is there any more", async () => {
    const { layer, visuals, disk, world } = await scene(2);
    for (const visual of visuals) layer.build(visual);
    for (const visual of visuals) world.remove(visual);
    await disk.fail("part.stl");
    expect(disk.missing).toEqual([]);
  });

  test("[SC9] a missing file that nothing shows any more is forgotten, and asked for again by what shows it later", async () => {
    const { layer, visuals, disk, world } = await scene(2);
    for (const visual of visuals) layer.build(visual);
    await disk.fail("part.stl");
    expect(layer.forgetUnused().size).toBe(0);
    const [first, second] = visuals as [Entity, Entity];
    const geometry = world.get(second, Geometry)!;
    world.remove(first);
    layer.build(second);
    expect(layer.forgetUnused().size).toBe(0);
    world.set(second, Geometry, { type: "sphere", radius: 1 });
    expect([...layer.forgetUnused()]).toEqual(["part.stl"]);
    expect(layer.forgetUnused().size).toBe(0);
    world.set(second, Geometry, geometry);
    expect(layer.build(second)).toEqual([]);
    await disk.fail("part.stl");
    expect(disk.missing).toEqual(["part.stl", "part.stl"]);
  });

  test("[SC9] a file that was missing is asked for again, and drawn when it is there", async () => {
    const { layer, visuals, disk } = await scene(3);
    for (const visual of visuals) layer.build(visual);
    await disk.fail("part.stl");
    for (const visual of visuals) layer.build(visual);
    layer.retryMissing();
    expect(disk.ready).toEqual([visuals, visuals]);
    for (const visual of visuals) expect(layer.build(visual)).toEqual([]);
    await disk.deliver("part.stl");
    expect(layer.build(visuals[0]!).map(({ batch }) => batch.look.key)).toEqual([expect.stringContaining("part.stl")]);
  });
});

/** Files that arrive, or fail, when the test says so. */
class Disk {
  readonly ready: (readonly Entity[])[] = [];
  readonly missing: string[] = [];
  readonly #waiting = new Map<string, PromiseWithResolvers<readonly MeshPart[]>>();

  parts(geometry: FileGeometry): Promise<readonly MeshPart[]> {
    const key = partsKey(geometry);
    const reading = Promise.withResolvers<readonly MeshPart[]>();
    if (this.#waiting.has(key)) throw new Error(`${key} is read twice`);
    this.#waiting.set(key, reading);
    return reading.promise;
  }

  async deliver(name: string): Promise<void> {
    const part: MeshPart = { key: name, geometry: new BoxGeometry(), material: undefined };
    this.#take(name).resolve([part]);
    await settled();
  }

  async fail(name: string): Promise<void> {
    this.#take(name).reject(new Error("not there"));
    await settled();
  }

  #take(name: string): PromiseWithResolvers<readonly MeshPart[]> {
    const [key, reading] = [...this.#waiting].find(([each]) => each.includes(name))!;
    this.#waiting.delete(key);
    return reading;
  }
}

const settled = (): Promise<void> => new Promise((next) => setImmediate(next));

async function scene(count: number) {
  const models = Array.from(
    { length: count },
    (_, i) => `<model name="m${i}"><link name="l"><visual name="v">
      <geometry><mesh><uri>part.stl</uri></mesh></geometry></visual></link></model>`,
  );
  const text = `<sdf version="1.11"><world name="w">${models.join("")}</world></sdf>`;
  const { scene: loaded } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": text, "part.stl": "solid" }));
  const world = new World();
  spawnWorld(world, loaded.worlds[0]!);
  const visuals = [...world.query(IsVisual)].map(([entity]) => entity);
  const disk = new Disk();
  const nothing = (): void => undefined;
  const layer = new VisualLayer({
    world,
    nodes: new EntityNodes(world, new PoseTree()),
    files: disk,
    surfaces: new Surfaces(
      new Pictures({ loadTexture: () => Promise.reject(new Error("no picture")), onLoad: nothing, onMissing: nothing }),
    ),
    onReady: (entities) => disk.ready.push(entities),
    onMissing: (geometry) => disk.missing.push("uri" in geometry ? geometry.uri : geometry.type),
    groundColour: () => ({ r: 0.5, g: 0.5, b: 0.5 }),
    missingColour: () => ({ r: 1, g: 0, b: 0 }),
  });
  return { layer, visuals, disk, world };
}
