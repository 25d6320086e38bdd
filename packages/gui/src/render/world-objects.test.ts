import { MemoryResources, World, type Entity } from "@orrery/sim";
import { loadSdf, spawnWorld, type Delta } from "@orrery/sim/host";
import { Geometry, IsVisual, Name, Pose } from "@orrery/sim/components";
import { Ray, TorusKnotGeometry, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { Mirror } from "../client/mirror.ts";
import { MeshFiles } from "./files/mesh-files.ts";
import { pick } from "./picking.ts";
import { POSE } from "./pose-tree.ts";
import { tightBoundsOf } from "./camera/reach.ts";
import { Pictures } from "./files/pictures.ts";
import { TriangleTree } from "./triangle-tree.ts";
import { Surfaces } from "./surfaces.ts";
import { VisualLayer } from "./layers/visual-layer.ts";
import { WorldObjects } from "./world-objects.ts";

describe("the world as shapes", () => {
  test("[SC4] shapes of one kind and surface are drawn together, whatever their size and colour", async () => {
    const { objects, layer } = await scene(
      many(
        100,
        (i) => `<box><size>1 ${i + 1} 1</size></box>`,
        (i) => `${i / 100} 0.5 0.2`,
      ) +
        many(
          100,
          (i) => `<capsule><radius>${0.1 + i / 500}</radius><length>${1 + i}</length></capsule>`,
          () => "1 0 0",
        ),
    );
    // Boxes; tubes, upper and lower caps.
    expect([...layer.batches.list].map(({ count }) => count)).toEqual([100, 100, 100, 100]);
    expect(objects.shapeCount).toBe(400);
  });

  test("[SC4] shapes of another surface are drawn apart", async () => {
    const { layer } = await scene(
      many(
        3,
        () => "<sphere><radius>1</radius></sphere>",
        () => "0.5 0.5 0.5",
      ) +
        many(
          2,
          () => "<sphere><radius>1</radius></sphere>",
          () => "0.5 0.5 0.5",
          "<transparency>0.5</transparency>",
        ),
    );
    expect([...layer.batches.list].map(({ count }) => count)).toEqual([3, 2]);
  });

  test("[SC4] a shape is where its visual is, as large as it is", async () => {
    const { objects, layer } = await scene(
      `<model name="m"><pose>1 2 3 0 0 0</pose><link name="l"><pose>0 0 1 0 0 0</pose>
        <visual name="v"><geometry><box><size>2 4 6</size></box></geometry></visual></link></model>`,
    );
    objects.advance(0);
    const [batch] = [...layer.batches.list];
    expect([...(batch!.mesh.instanceMatrix.array as Float32Array).slice(0, 16)]).toEqual([
      2, 0, 0, 0, 0, 4, 0, 0, 0, 0, 6, 0, 1, 2, 4, 1,
    ]);
  });

  test("[SC4] what is removed is no longer drawn, and the others stay as they are", async () => {
    const { objects, layer, mirror, change } = await scene(
      many(
        3,
        () => "<box/>",
        () => "0.5 0.5 0.5",
      ),
    );
    const [first] = visuals(mirror);
    change({ removed: [mirror.world.parentOf(mirror.world.parentOf(first!))] });
    objects.advance(0);
    const [batch] = [...layer.batches.list];
    expect(batch!.shapes.map(({ entity }) => entity).sort((a, b) => a - b)).toEqual(visuals(mirror));
    expect(batch!.mesh.count).toBe(2);
  });

  test("[SC4] another geometry is another shape", async () => {
    const { layer, mirror, change } = await scene(
      many(
        1,
        () => "<box/>",
        () => "0.5 0.5 0.5",
      ),
    );
    const [visual] = visuals(mirror);
    const set = [{ component: Geometry, entities: Uint32Array.of(visual!), data: [{ type: "sphere", radius: 2 }] }];
    change({ set });
    expect([...layer.batches.list].map(({ count, look }) => [look.key.split("|")[0], count])).toEqual([
      ["box", 0],
      ["sphere", 1],
    ]);
  });

  test("[SC2] moved things are on their way until they arrive, and at once when the world is paused", async () => {
    const { objects, layer, mirror, change, clock } = await scene(
      many(
        1,
        () => "<box/>",
        () => "0.5 0.5 0.5",
      ),
    );
    const [visual] = visuals(mirror);
    const model = mirror.world.parentOf(mirror.world.parentOf(visual!));
    const height = (): number => (
      objects.advance(clock.now),
      [...layer.batches.list][0]!.mesh.instanceMatrix.array[14]!
    );
    const move = (z: number, exact: boolean): void =>
      change(
        { set: [{ component: Pose, entities: Uint32Array.of(model), data: Float64Array.of(0, 0, z, 0, 0, 0, 1) }] },
        exact,
      );
    clock.now = 1000;
    move(10, false);
    expect(height()).toBe(0);
    clock.now += 17;
    expect(height()).toBeCloseTo(5, 5);
    clock.now += 17;
    expect(height()).toBe(10);
    move(20, true);
    expect(height()).toBe(20);
  });

  test("[PV1] what somebody here moves in a running world is there at once, and what else moves continues as it did", async () => {
    const ball = (name: string, x: number): string => `<model name="${name}"><pose>${x} 0 0 0 0 0</pose><link name="l">
      <visual name="v"><geometry><sphere><radius>0.5</radius></sphere></geometry></visual></link></model>`;
    const { objects, mirror, change, clock } = await scene(ball("a", 0) + ball("b", 3));
    const [a, b] = visuals(mirror).map((visual) => mirror.world.parentOf(mirror.world.parentOf(visual)));
    const heightOf = (model: Entity): number => {
      objects.advance(clock.now);
      return objects.tree.world[objects.nodes.of(model) * POSE + 2]!;
    };
    const move = (model: Entity, z: number, isOwn: boolean): void => {
      const data = Float64Array.of(0, 0, z, 0, 0, 0, 1);
      change({ set: [{ component: Pose, entities: Uint32Array.of(model), data }] }, false, isOwn);
    };
    clock.now = 1000;
    move(b!, 10, false);
    clock.now += 17;
    objects.hold(a!, { pose: { ...mirror.world.get(a!, Pose)!, z: 20 } });
    expect(heightOf(a!)).toBe(20);
    move(a!, 20, true);
    objects.letGo(a!);
    expect(heightOf(a!)).toBe(20);
    expect(heightOf(b!)).toBeCloseTo(5, 5);
    clock.now += 17;
    expect([heightOf(a!), heightOf(b!)]).toEqual([20, 10]);
    // It follows the world from its present pose.
    move(a!, 18, false);
    clock.now += 10;
    expect(heightOf(a!)).toBeGreaterThan(18);
    expect(heightOf(a!)).toBeLessThan(20);
  });

  test("[TF5] what is held larger is drawn larger along its own axes, its parts farther from its origin", async () => {
    const { objects, layer, mirror } = await scene(
      `<model name="m"><pose>1 2 3 0 0 1.5707963267948966</pose><link name="l"><pose>1 0 1 0 0 0</pose>
        <visual name="v"><geometry><box><size>2 4 6</size></box></geometry></visual></link></model>`,
    );
    const [visual] = visuals(mirror);
    const model = mirror.world.parentOf(mirror.world.parentOf(visual!));
    const matrix = (): number[] => {
      objects.advance(0);
      return [...([...layer.batches.list][0]!.mesh.instanceMatrix.array as Float32Array).slice(0, 16)];
    };
    const before = matrix();
    objects.hold(model, { pose: mirror.world.get(model, Pose)!, factors: { x: 3, y: 1, z: 2 } });
    // After a quarter turn its x is the world's y, and its y the world's −x. The link is 1 m along x and z, now 3 m and
    // 2 m.
    expect(matrix()).toEqual(
      [0, 6, 0, 0, -4, 0, 0, 0, 0, 0, 12, 0, 1, 5, 5, 1].map((value) => expect.closeTo(value, 5) as number),
    );
    objects.letGo(model);
    expect(matrix()).toEqual(before);
  });

  test("[TF12] shapes reach as far as they are meant to, however they have been turned", async () => {
    const { objects, mirror } = await scene(
      `<model name="m"><pose>1 0 2 0.3 0.4 0.5</pose><link name="l"><visual name="ball">
        <geometry><sphere><radius>0.5</radius></sphere></geometry></visual></link></model>
      <model name="n"><pose>0 0 1 1.5707963267948966 0 0</pose><link name="l"><visual name="drum">
        <geometry><cylinder><radius>0.5</radius><length>2</length></cylinder></geometry></visual></link></model>`,
    );
    objects.advance(0);
    const [ball, drum] = visuals(mirror).map((visual) => tightBoundsOf(objects.shapesOf(visual))!);
    const close = (x: number, y: number, z: number) => ({
      x: expect.closeTo(x, 5) as number,
      y: expect.closeTo(y, 5) as number,
      z: expect.closeTo(z, 5) as number,
    });
    expect(ball).toEqual({ low: close(0.5, -0.5, 1.5), high: close(1.5, 0.5, 2.5) });
    expect(drum).toEqual({ low: close(-0.5, -1, 0.5), high: close(0.5, 1, 1.5) });
  });

  test("[SC5] a ray finds the nearest shape, with place and normal", async () => {
    const { objects, layer, mirror } = await scene(
      `<model name="near"><pose>0 0 1 0 0 0.785398</pose><link name="l"><visual name="v">
        <geometry><box><size>1 1 1</size></box></geometry></visual></link></model>
      <model name="far"><pose>0 0 -5 0 0 0</pose><link name="l"><visual name="v">
        <geometry><sphere><radius>2</radius></sphere></geometry></visual></link></model>`,
    );
    objects.advance(0);
    const down = (x: number) => pick(new Ray(new Vector3(x, 0, 10), new Vector3(0, 0, -1)), layer.batches.list);
    const hit = down(0.1)!;
    const { world } = mirror;
    expect(world.get(world.parentOf(world.parentOf(hit.entity)), Name)).toBe("near");
    expect(hit.point.z).toBeCloseTo(1.5, 5);
    expect(hit.normal.toArray()).toEqual([0, 0, 1].map((value) => expect.closeTo(value, 5)));
    expect(down(1.9)!.distance).toBeGreaterThan(13);
    expect(down(2.1)).toBeUndefined();
  });

  test("[SC5] in a mesh of many triangles, a ray finds what looking at each would find", () => {
    const geometry = new TorusKnotGeometry(1, 0.3, 200, 30);
    const tree = new TriangleTree(geometry);
    const corner = (i: number) =>
      new Vector3().fromBufferAttribute(geometry.getAttribute("position"), geometry.index!.getX(i));
    const meets = (ray: Ray, i: number): boolean =>
      ray.intersectTriangle(corner(i), corner(i + 1), corner(i + 2), false, new Vector3()) !== null;
    const all = Array.from({ length: geometry.index!.count / 3 }, (_, i) => i * 3);
    for (const x of [-1.2, -0.7, 0, 0.4, 1.1]) {
      const ray = new Ray(new Vector3(x, 0.2, 5), new Vector3(0.05, -0.02, -1).normalize());
      const looked = [...tree.along(ray)];
      expect(looked.length).toBeLessThan(all.length / 10);
      expect(looked.filter((i) => meets(ray, i)).sort((a, b) => a - b)).toEqual(all.filter((i) => meets(ray, i)));
    }
  });
});

function many(count: number, shape: (i: number) => string, colour: (i: number) => string, more = ""): string {
  return Array.from(
    { length: count },
    (_, i) => `<model name="m${count}${more.length}${shape(0).length}_${i}"><link name="l"><visual name="v">
      <geometry>${shape(i)}</geometry><material><diffuse>${colour(i)} 1</diffuse></material>${more}</visual></link></model>`,
  ).join("");
}

async function scene(models: string) {
  const text = `<sdf version="1.11"><world name="w">${models}</world></sdf>`;
  const { scene: loaded } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": text }));
  const source = new World();
  spawnWorld(source, loaded.worlds[0]!);
  const mirror = new Mirror();
  const clock = { now: 0 };
  const objects = new WorldObjects(mirror, { onChange: () => undefined, nowMs: () => clock.now });
  const nowhere = (): never => {
    throw new Error("no file is asked for");
  };
  const layer = new VisualLayer({
    world: mirror.world,
    nodes: objects.nodes,
    files: new MeshFiles({ read: nowhere }),
    surfaces: new Surfaces(new Pictures({ loadTexture: nowhere, onLoad: nowhere, onMissing: nowhere })),
    onReady: nowhere,
    onMissing: nowhere,
    groundColour: () => ({ r: 0.5, g: 0.5, b: 0.5 }),
    missingColour: () => ({ r: 1, g: 0, b: 0 }),
  });
  objects.addLayer(layer);
  const change = (part: Partial<Delta>, exact = true, isOwn = false): void => {
    const delta = { removed: [], placed: [], unset: [], set: [], ...part };
    mirror.world.apply(delta);
    mirror.changes.emit({ delta, whole: false, exact, isOwn });
  };
  change(source.changesSince(0).delta);
  return { objects, layer, mirror, change, clock };
}

function visuals({ world }: Mirror) {
  return [...world.query(IsVisual)].map(([entity]) => entity);
}
