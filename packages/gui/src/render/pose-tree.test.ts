import { compose, worldPose, World, type Pose as PoseValue } from "@orrery/sim";
import { Pose } from "@orrery/sim/components";
import { describe, expect, test } from "vitest";
import { EntityNodes } from "./entity-nodes.ts";
import { ChunkInterpolation } from "./chunk-interpolation.ts";
import { POSE, PoseTree } from "./pose-tree.ts";

const HALF = Math.SQRT1_2;
/** 1 m along x and a quarter turn about z. */
const quarter: PoseValue = { x: 1, y: 0, z: 0, qx: 0, qy: 0, qz: HALF, qw: HALF };

describe("where things are", () => {
  test("[SC1] a pose is that of its parents, one in the other", () => {
    const world = new World();
    const model = world.create();
    const link = world.create(model);
    const visual = world.create(link);
    for (const entity of [model, link, visual]) world.set(entity, Pose, quarter);
    const nodes = new EntityNodes(world, new PoseTree());
    const node = nodes.of(visual);
    nodes.tree.update();
    // Along x, after a quarter turn along y, after another along −x.
    expect(at(nodes, node).slice(0, 3)).toEqual([expect.closeTo(0), expect.closeTo(1), 0]);
    expect(at(nodes, node)).toEqual(close(worldPose(world, visual)));
  });

  test("[SC1] only what moved, and what stands in it, has moved", () => {
    const tree = new PoseTree();
    const [first, second] = [tree.add(-1), tree.add(-1)];
    const child = tree.add(first);
    tree.update();
    tree.place(first, flat(quarter), 0);
    expect(tree.update()).toBe(true);
    expect([first, second, child].map((node) => tree.moved[node])).toEqual([1, 0, 1]);
    expect(tree.update()).toBe(false);
    expect([first, second, child].map((node) => tree.moved[node])).toEqual([0, 0, 0]);
  });

  test("[SC1] an entity that gets another parent is where that one is", () => {
    const world = new World();
    const [one, other] = [world.create(), world.create()];
    const thing = world.create(one);
    for (const entity of [one, other, thing]) world.set(entity, Pose, quarter);
    const nodes = new EntityNodes(world, new PoseTree());
    nodes.of(other);
    const node = nodes.of(thing);
    world.setParent(thing, other);
    world.set(other, Pose, { ...quarter, z: 5 });
    const { delta } = world.changesSince(0);
    expect(nodes.reparent(delta)).toBe(true);
    nodes.take(delta, { atOnce: true });
    nodes.tree.update();
    expect(at(nodes, node)).toEqual(close(compose({ ...quarter, z: 5 }, quarter)));
  });

  test("[SC1] a parent that was made after its child calls for a new tree", () => {
    const world = new World();
    const thing = world.create();
    world.set(thing, Pose, quarter);
    const nodes = new EntityNodes(world, new PoseTree());
    nodes.of(thing);
    const later = world.create();
    world.set(later, Pose, quarter);
    world.setParent(thing, later);
    expect(nodes.reparent(world.changesSince(0).delta)).toBe(false);
  });
});

describe("motion between chunks", () => {
  test("[SC2] half way is half the distance and half the turn", () => {
    const tree = new PoseTree();
    const node = tree.add(-1);
    tree.send(node, flat(quarter), 0);
    tree.advance(0.5);
    tree.update();
    const eighth = Math.PI / 8;
    const expected = [0.5, 0, 0, 0, 0, Math.sin(eighth), Math.cos(eighth)];
    expect([...tree.world.slice(0, POSE)]).toEqual(expected.map((value) => expect.closeTo(value, 12)));
  });

  test("[SC2] a turn goes the shorter way, whichever sign the quaternion has", () => {
    const tree = new PoseTree();
    const node = tree.add(-1);
    tree.send(node, [0, 0, 0, 0, 0, -HALF, -HALF], 0);
    tree.advance(0.5);
    tree.update();
    expect(tree.world[5]! / tree.world[6]!).toBeCloseTo(Math.tan(Math.PI / 8), 12);
  });

  test("[SC2] a chunk that comes early continues from where things are, without a jump", () => {
    const tree = new PoseTree();
    const node = tree.add(-1);
    tree.send(node, [1, 0, 0, 0, 0, 0, 1], 0);
    tree.advance(0.5);
    tree.restart(0.6);
    tree.send(node, [2, 0, 0, 0, 0, 0, 1], 0);
    tree.advance(0);
    tree.update();
    expect(tree.world[0]).toBeCloseTo(0.6, 12);
    tree.advance(0.5);
    tree.update();
    expect(tree.world[0]).toBeCloseTo(1.3, 12);
  });

  test("[SC2] what has arrived is to the bit where it was sent", () => {
    const tree = new PoseTree();
    const node = tree.add(-1);
    const goal = [0.1 + 0.2, 1 / 3, -1e-9, 0.1, 0.2, 0.3, 0.9273618495495703];
    tree.send(node, goal, 0);
    tree.advance(1);
    tree.update();
    expect([...tree.world.slice(0, POSE)]).toEqual(goal);
    expect(tree.movingCount).toBe(0);
  });

  test("[SC2] things take as long as chunks usually take, and pauses teach nothing", () => {
    const interpolation = new ChunkInterpolation();
    for (let chunk = 0; chunk < 100; chunk++) interpolation.note(chunk * 50);
    expect(interpolation.intervalMs).toBeCloseTo(50, 3);
    expect(interpolation.progress(99 * 50 + 25)).toBeCloseTo(0.5, 3);
    interpolation.note(60_000);
    expect(interpolation.intervalMs).toBeCloseTo(50, 3);
    expect(interpolation.progress(70_000)).toBe(1);
  });
});

describe("what is held", () => {
  test("[TF2] a held entity stays where it is held, whatever the world sends, and is where it was sent when let go", () => {
    const world = new World();
    const model = world.create();
    const link = world.create(model);
    world.set(model, Pose, quarter);
    world.set(link, Pose, quarter);
    const nodes = new EntityNodes(world, new PoseTree());
    const [top, node] = [nodes.of(model), nodes.of(link)];
    nodes.hold(model, { pose: { ...quarter, z: 7 } });
    nodes.tree.update();
    expect(at(nodes, top)[2]).toBe(7);
    // Along x, then after a quarter turn 1 m along the local x, which is the world's y; and up.
    expect(at(nodes, node).slice(0, 3)).toEqual([expect.closeTo(1, 12), expect.closeTo(1, 12), 7]);
    world.set(model, Pose, { ...quarter, z: 3 });
    const { delta } = world.changesSince(0);
    nodes.take(delta, { atOnce: false });
    nodes.tree.advance(0.5);
    nodes.tree.update();
    expect(at(nodes, top)[2]).toBe(7);
    nodes.tree.advance(1);
    nodes.take(delta, { atOnce: true });
    nodes.tree.update();
    expect(at(nodes, top)[2]).toBe(7);
    nodes.letGo(model);
    nodes.tree.update();
    expect(at(nodes, top)[2]).toBe(3);
  });

  test("[TF2] what is let go on its way continues from where it was held", () => {
    const tree = new PoseTree();
    const node = tree.add(-1);
    const x = (): number => {
      tree.update();
      return tree.world[0]!;
    };
    tree.send(node, [1, 0, 0, 0, 0, 0, 1], 0);
    tree.hold(node, [10, 0, 0, 0, 0, 0, 1]);
    tree.restart(0.5);
    tree.send(node, [10, 0, 0, 0, 0, 0, 1], 0);
    tree.letGo(node);
    tree.advance(0.1);
    expect(x()).toBe(10);
  });

  test("[TF2] it is held in a rebuilt tree, too", () => {
    const world = new World();
    const model = world.create();
    world.set(model, Pose, quarter);
    const nodes = new EntityNodes(world, new PoseTree());
    nodes.of(model);
    nodes.hold(model, { pose: { ...quarter, z: 7 } });
    nodes.clear();
    const node = nodes.of(model);
    nodes.tree.update();
    expect(at(nodes, node)[2]).toBe(7);
  });
});

function flat({ x, y, z, qx, qy, qz, qw }: PoseValue): number[] {
  return [x, y, z, qx, qy, qz, qw];
}

function at({ tree }: EntityNodes, node: number): number[] {
  return [...tree.world.slice(node * POSE, node * POSE + POSE)];
}

function close(pose: PoseValue): unknown[] {
  return flat(pose).map((value) => expect.closeTo(value, 12));
}
