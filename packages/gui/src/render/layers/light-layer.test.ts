import { MemoryResources, World } from "@orrery/sim";
import { loadSdf, spawnWorld } from "@orrery/sim/host";
import { Name } from "@orrery/sim/components";
import { Ray, Vector3 } from "three";
import { describe, expect, test } from "vitest";
import { EntityNodes } from "../entity-nodes.ts";
import { isSeen, LightLayer } from "./light-layer.ts";
import { pick } from "../picking.ts";
import { PoseTree } from "../pose-tree.ts";

const LIGHTS = `
  <light name="lamp" type="point"><pose>0 0 3 0 0 0</pose></light>
  <light name="spot" type="spot"><pose>5 0 3 0 0 0</pose><direction>1 0 0</direction>
    <spot><inner_angle>0.5</inner_angle><outer_angle>1</outer_angle><falloff>1</falloff></spot></light>
  <light name="sun" type="directional"><pose>0 5 3 0 0 0</pose><direction>0 0 -1</direction></light>`;

describe("the marks of lights", () => {
  test("[SC12] a ray finds a light within 15 pixels of it, however large a pixel is", async () => {
    const { world, tree, layer } = await lit(LIGHTS);
    for (const pixel of [0.01, 0.1]) {
      layer.fit(tree, () => pixel);
      const from = (pixels: number) =>
        pick(new Ray(new Vector3(pixels * pixel, 0, 50), new Vector3(0, 0, -1)), layer.batches.list);
      expect(world.get(from(13)!.entity, Name)).toBe("lamp");
      expect(from(16)).toBeUndefined();
    }
  });

  test("[SC12] every kind has a figure of its own, and what shines somewhere points there", async () => {
    const { tree, layer, marks } = await lit(LIGHTS);
    layer.fit(tree, () => 0.01);
    const figures = marks.flat().filter((mark) => isSeen(mark) && mark.batch.look.key !== "bulb");
    expect(figures.map(({ batch }) => batch.look.key)).toEqual(["point", "spot", "directional"]);
    const spot = figures[1]!;
    const matrix = spot.batch.mesh.instanceMatrix.array as Float32Array;
    // The mark of a light shines along its own −z; a pixel is 0.01 m.
    expect([-matrix[8]!, -matrix[9]!, -matrix[10]!]).toEqual([0.01, 0, 0].map((value) => expect.closeTo(value, 6)));
  });

  test("[SC12] marks of lights that are gone are not looked for", async () => {
    const { tree, layer, marks } = await lit(LIGHTS);
    for (const { batch, shape } of marks[0]!) batch.remove(shape);
    layer.fit(tree, () => 0.01);
    const ray = new Ray(new Vector3(0, 0, 50), new Vector3(0, 0, -1));
    expect(pick(ray, layer.batches.list)).toBeUndefined();
  });
});

async function lit(lights: string) {
  const text = `<sdf version="1.11"><world name="w">${lights}</world></sdf>`;
  const { scene } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": text }));
  const world = new World();
  spawnWorld(world, scene.worlds[0]!);
  const tree = new PoseTree();
  const grey = { r: 0.5, g: 0.5, b: 0.5 };
  const layer = new LightLayer({
    world,
    nodes: new EntityNodes(world, tree),
    colours: () => ({ rays: grey, off: grey }),
  });
  const marks = [...world.entities()].map((entity) => layer.build(entity)).filter(({ length }) => length > 0);
  tree.update();
  layer.batches.update(tree);
  return { world, tree, layer, marks };
}
