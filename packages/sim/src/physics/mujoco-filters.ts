import type { BodyId, ShapeId } from "./engine.ts";
import type { MujocoScene, SceneBody, SceneShape } from "./mujoco-scene.ts";

/** MuJoCo lets two geoms touch when `(a.type & b.affinity) || (b.type & a.affinity)`, and not between two bodies that are excluded. */
export interface MujocoFilters {
  readonly bits: ReadonlyMap<ShapeId, { readonly type: number; readonly affinity: number }>;
  /** Pairs of bodies, the smaller id first, sorted. */
  readonly excluded: readonly (readonly [BodyId, BodyId])[];
  /** False where bits cannot say it all: contacts must be looked at one by one with `mayTouch`. */
  readonly isExact: boolean;
}

/** Bits of MuJoCo's filter. */
const BITS = 32;

/**
 * Our rule needs both directions, MuJoCo's only one. So each kind of shape (by its filter, its body's group, and whether
 * the body gives way at all) gets a bit of its own, and the bits of those it may touch.
 */
export function mujocoFilters(scene: MujocoScene): MujocoFilters {
  const shapes = scene.sortedShapes();
  const excluded = jointPairs(scene);
  for (const withGroups of [true, false]) {
    const kinds = new Map<string, SceneShape>();
    const keys = shapes.map((shape) => keyOf(scene, shape, withGroups));
    shapes.forEach((shape, i) => kinds.has(keys[i]!) || kinds.set(keys[i]!, shape));
    if (kinds.size > BITS) continue;
    const bits = new Map<string, { type: number; affinity: number }>();
    [...kinds].forEach(([key, shape], bit) => {
      let affinity = 0;
      [...kinds.values()].forEach((other, i) => {
        if (mayTouch(scene, shape, other, withGroups)) affinity |= 1 << i;
      });
      bits.set(key, { type: 1 << bit, affinity });
    });
    if (!withGroups) excluded.push(...groupPairs(scene));
    return {
      bits: new Map(shapes.map(({ id }, i) => [id, bits.get(keys[i]!)!])),
      excluded: sorted(excluded),
      isExact: true,
    };
  }
  return {
    bits: new Map(shapes.map(({ id }) => [id, { type: 1, affinity: 1 }])),
    excluded: sorted([...excluded, ...groupPairs(scene)]),
    isExact: false,
  };
}

/** Whether filters, groups and kinds let two shapes touch; joints are another matter. */
export function mayTouch(scene: MujocoScene, a: SceneShape, b: SceneShape, withGroups = true): boolean {
  const [first, second] = [scene.body(a.body), scene.body(b.body)];
  if (first.kind !== "dynamic" && second.kind !== "dynamic") return false;
  if (withGroups && first.group !== 0 && first.group === second.group) return false;
  return (a.filter.category & b.filter.mask) !== 0 && (b.filter.category & a.filter.mask) !== 0;
}

function keyOf(scene: MujocoScene, { filter, body }: SceneShape, withGroups: boolean): string {
  const { kind, group } = scene.body(body);
  return `${filter.category} ${filter.mask} ${kind === "dynamic"} ${withGroups ? group : 0}`;
}

/** Bodies that a joint connects and that must not touch. */
function jointPairs(scene: MujocoScene): [BodyId, BodyId][] {
  const pairs: [BodyId, BodyId][] = [];
  for (const { desc } of scene.joints.values()) {
    if (desc.collide || desc.parent === undefined) continue;
    const [parent, child] = [scene.body(desc.parent), scene.body(desc.child)];
    const inGroup = parent.group !== 0 && parent.group === child.group;
    if (!inGroup && couldTouch(parent, child)) pairs.push([desc.parent, desc.child]);
  }
  return pairs;
}

function groupPairs(scene: MujocoScene): [BodyId, BodyId][] {
  const groups = new Map<number, SceneBody[]>();
  for (const body of scene.bodies.values()) {
    if (body.group === 0) continue;
    const members = groups.get(body.group);
    if (members === undefined) groups.set(body.group, [body]);
    else members.push(body);
  }
  return [...groups.values()].flatMap((members) =>
    members.flatMap((a, i) =>
      members
        .slice(i + 1)
        .filter((b) => couldTouch(a, b))
        .map((b): [BodyId, BodyId] => [a.id, b.id]),
    ),
  );
}

function couldTouch(a: SceneBody, b: SceneBody): boolean {
  return a.shapes.size > 0 && b.shapes.size > 0 && (a.kind === "dynamic" || b.kind === "dynamic");
}

/** Each once. */
function sorted(pairs: readonly (readonly [BodyId, BodyId])[]): (readonly [BodyId, BodyId])[] {
  const all = pairs.map(([a, b]) => (a < b ? ([a, b] as const) : ([b, a] as const)));
  all.sort(([a, b], [c, d]) => a - c || b - d);
  return all.filter(([a, b], i) => i === 0 || a !== all[i - 1]![0] || b !== all[i - 1]![1]);
}
