import {
  identityPose,
  MemoryResources,
  pose,
  quat,
  find,
  transformPoint,
  World,
  type Entity,
  type Pose,
} from "@orrery/sim";
import { loadSdf, spawnWorld } from "@orrery/sim/host";
import { IsWorld } from "@orrery/sim/components";
import { describe, expect, test } from "vitest";
import { aligned } from "./align.ts";
import { blockedAxes, NOT_BLOCKED } from "./gizmo/blocked-axes.ts";
import type { Thing } from "./gizmo/motion.ts";
import { commonField, fieldOf, withField } from "./pose-entry.ts";
import { faceToFace, movedBy, standing } from "./surface.ts";
import { commandName, editsOf, partNote, targetsOf, thingOf } from "./targets.ts";

describe("what tools act on", () => {
  test("[TF1] parts stand for the models and lights of the world that they belong to, each once", async () => {
    const { world, model, link, light, root } = await twoThings();
    expect(targetsOf(world, [link, model, light, root])).toEqual([model, light]);
    expect(partNote(world, [light, link])).toBe("Tools move whole models: box::l belongs to box");
    expect(partNote(world, [light, model])).toBeUndefined();
  });

  test("[TF1] commands are named after what they do to what, and only do what is needed", async () => {
    const { world, model, light } = await twoThings();
    const things = [model, light].map((entity) => thingOf(world, entity, identityPose));
    expect(commandName(world, "Move", things.slice(0, 1))).toBe("Move box");
    expect(commandName(world, "Align", things)).toBe("Align 1 model and 1 light");
    const edits = editsOf(things, [
      { entity: model, pose: identityPose, factors: { x: 2, y: 1, z: 1 } },
      { entity: light, pose: identityPose },
    ]);
    expect(edits).toEqual([{ scale: { entity: { id: model }, factors: { x: 2, y: 1, z: 1 } } }]);
    expect(editsOf(things, [{ entity: light, pose: { ...identityPose, z: 1 } }])).toMatchObject([
      { pose: { id: light, position: { x: 0, y: 0, z: 1 } } },
    ]);
  });

  test("[TF5] what cannot be scaled along an axis is not offered, with the reason", async () => {
    const { world, root } = await worldOf(
      ["box", "cylinder", "sphere"]
        .map(
          (shape) => `<model name="${shape}"><link name="l"><visual name="v"><geometry><${shape}/></geometry></visual>
            </link></model>`,
        )
        .join(""),
    );
    const blocked = (...names: readonly string[]) =>
      blockedAxes(
        world,
        names.map((name) => find(world, root, name)!),
      );
    expect(blocked("box")).toEqual(NOT_BLOCKED);
    expect([...blocked("cylinder").handles]).toEqual(["x", "y"]);
    expect([...blocked("box", "sphere").handles]).toEqual(["x", "y", "z"]);
    expect(blocked("cylinder").note).toBe("x and y only together: drag the middle");
    expect(blocked("box", "sphere").note).toBe("All axes only together: drag the middle");
    expect(blocked("sphere").reason).toContain("a sphere has one radius");
  });
});

describe("surfaces", () => {
  test("[TF10] faces meet: point on point, normals opposed", () => {
    const from = { point: { x: 1, y: 0, z: 0.5 }, normal: { x: 1, y: 0, z: 0 } };
    const to = { point: { x: 5, y: 5, z: 1 }, normal: { x: 0, y: 0, z: 1 } };
    const before = at({ x: 0.5, z: 0.5 });
    const after = movedBy(faceToFace(from, to), before);
    // The clicked point in the thing's own axes, and where that point is now.
    const own = { x: 0.5, y: 0, z: 0 };
    expect(transformPoint(before, own)).toEqual(from.point);
    const { x, y, z } = transformPoint(after, own);
    expect([x, y, z]).toEqual([5, 5, 1].map((value) => expect.closeTo(value, 6) as number));
    const normal = quat.rotate({ x: after.qx, y: after.qy, z: after.qz, w: after.qw }, { x: 1, y: 0, z: 0 });
    expect(normal.z).toBeCloseTo(-1, 9);
    expect(after.z).toBeCloseTo(1.5, 6);
  });

  test("[TF10] faces that are opposed already are only brought together", () => {
    const from = { point: { x: 0, y: 0, z: 2 }, normal: { x: 0, y: 0, z: -1 } };
    const to = { point: { x: 1, y: 1, z: 0 }, normal: { x: 0, y: 0, z: 1 } };
    expect(movedBy(faceToFace(from, to), at({ z: 2.5 }))).toEqual(at({ x: 1, y: 1, z: 0.5 }));
  });

  test("[TF11] on a surface a thing stands with what reaches farthest against it", () => {
    const floor = { point: { x: 3, y: 4, z: 1 }, normal: { x: 0, y: 0, z: 1 } };
    expect(standing(floor, { x: 0, y: 0, z: 10 }, 0.5)).toEqual({ x: 3, y: 4, z: -8.5 });
    const wall = { point: { x: 2, y: 0, z: 1 }, normal: { x: -1, y: 0, z: 0 } };
    expect(standing(wall, { x: 0, y: 0, z: 1 }, 0.25)).toEqual({ x: 1.75, y: 0, z: 0 });
  });
});

describe("aligning", () => {
  const things = [thing(1, 0), thing(2, 5), thing(3, -2)];
  /** Returns boxes as wide as the entity's number. */
  const boxOf = (entity: Entity) => {
    const { x, y, z } = things.find((one) => one.entity === entity)!.pose;
    const half = entity / 2;
    return { low: { x: x - half, y: y - half, z: z - half }, high: { x: x + half, y: y + half, z: z + half } };
  };
  const places = (side: "min" | "centre" | "max", to: "first" | "last") =>
    aligned(things, boxOf, { axis: "x", side, to }).map(({ entity, pose: { x, y } }) => [entity, x, y]);

  test("[TF12] sides or middles come to lie in one plane with those of the first or the last, which stays", () => {
    // The first thing reaches from −0.5 to 0.5, the last from −3.5 to −0.5.
    expect(places("min", "first")).toEqual([
      [2, 0.5, 0],
      [3, 1, 0],
    ]);
    expect(places("centre", "first")).toEqual([
      [2, 0, 0],
      [3, 0, 0],
    ]);
    expect(places("max", "last")).toEqual([
      [1, -1, 0],
      [2, -1.5, 0],
    ]);
  });
});

describe("typed poses", () => {
  test("[TF13] fields are metres and degrees in the world; what several things differ in is none", () => {
    const turned = withField(at({ x: 1 }), "yaw", 90);
    expect(fieldOf(turned, "yaw")).toBe(90);
    expect(fieldOf(turned, "x")).toBe(1);
    expect(withField(turned, "z", 2)).toEqual({ ...turned, z: 2 });
    expect(commonField([turned, at({ x: 1 })], "x")).toBe(1);
    // Things at rest still jitter slightly.
    expect(commonField([turned, at({ x: 1.0001 })], "x")).toBe(1);
    expect(commonField([turned, at({ x: 1.001 })], "x")).toBeUndefined();
    expect(commonField([turned, at({ x: 1 })], "yaw")).toBeUndefined();
  });
});

function at(place: Partial<Pose>): Pose {
  return { ...identityPose, ...place };
}

function thing(entity: number, x: number): Thing {
  return {
    entity: entity as Entity,
    name: `t${entity}`,
    pose: pose({ x, y: 0, z: 0 }, quat.noRotation),
    hasSize: true,
  };
}

async function twoThings() {
  const { world, root } = await worldOf(`<light name="sun" type="point"/><model name="box"><link name="l"/></model>`);
  const model = find(world, root, "box")!;
  const light = world.childrenOf(root).find((child) => child !== model)!;
  return { world, root, model, light, link: find(world, root, "box::l")! };
}

async function worldOf(content: string) {
  const text = `<sdf version="1.11"><world name="w">${content}</world></sdf>`;
  const { scene } = await loadSdf("w.sdf", new MemoryResources({ "w.sdf": text }));
  const world = new World();
  spawnWorld(world, scene.worlds[0]!);
  const root = [...world.query(IsWorld)][0]![0];
  return { world, root };
}
