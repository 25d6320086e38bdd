import type { BodyId, CollisionFilter, ShapeId } from "../../engine.ts";
import type { MujocoScene, SceneBody, SceneShape } from "../scene/scene.ts";

/**
 * In MuJoCo, two geoms touch if `(a.type & b.affinity) || (b.type & a.affinity)`, unless their bodies are an excluded
 * pair.
 */
export interface MujocoFilters {
  readonly bits: ReadonlyMap<ShapeId, { readonly type: number; readonly affinity: number }>;
  /** Pairs of bodies, the smaller id first, sorted. */
  readonly excluded: readonly (readonly [BodyId, BodyId])[];
  /** False if bits cannot express everything; each contact must then be checked with `mayTouch`. */
  readonly isExact: boolean;
}

/** Bits of MuJoCo's filter. */
const BITS = 32;

/**
 * Computes MuJoCo's filters. Orrery filters by masks, groups and kinds of bodies, MuJoCo only by bits and excluded
 * pairs. There are three ways to convert them, tried from the fastest on.
 */
export function mujocoFilters(scene: MujocoScene): MujocoFilters {
  const shapes = scene.sortedShapes();
  const excluded = jointPairs(scene);
  const bits = bitsByKind(scene, shapes, true) ?? bitsByCode(scene, shapes);
  if (bits !== undefined) return { bits, excluded: sorted(excluded), isExact: true };
  excluded.push(...groupPairs(scene));
  const rest = bitsByKind(scene, shapes, false);
  const open = new Map(shapes.map(({ id }) => [id, { type: 1, affinity: 1 }]));
  return { bits: rest ?? open, excluded: sorted(excluded), isExact: rest !== undefined };
}

type Bits = Map<ShapeId, { type: number; affinity: number }>;

/**
 * Gives each kind of shape (by its filter, its body's group, and whether the body is dynamic) a bit, and the bits of
 * the kinds that it may touch.
 */
function bitsByKind(scene: MujocoScene, shapes: readonly SceneShape[], withGroups: boolean): Bits | undefined {
  const kinds = new Map<string, SceneShape>();
  const keys = shapes.map((shape) => keyOf(scene, shape, withGroups));
  shapes.forEach((shape, i) => kinds.has(keys[i]!) || kinds.set(keys[i]!, shape));
  if (kinds.size > BITS) return undefined;
  const each = [...kinds.values()];
  const bits = new Map(
    [...kinds].map(([key, shape], bit) => {
      const affinity = each.reduce(
        (sum, other, i) => (mayTouch(scene, shape, other, withGroups) ? sum | (1 << i) : sum),
        0,
      );
      return [key, { type: 1 << bit, affinity }];
    }),
  );
  return new Map(shapes.map(({ id }, i) => [id, bits.get(keys[i]!)!]));
}

/**
 * Gives each group a code, for scenes with many groups: half of a number of bits, such that no code contains another.
 * The members of a group collide with everything that has affinity to a bit outside their own code. Two further bits
 * are for bodies without a group: dynamic ones, and the others. Each filter has its own set of bits.
 */
function bitsByCode(scene: MujocoScene, shapes: readonly SceneShape[]): Bits | undefined {
  const filters = new Map(shapes.map((shape) => [keyOfFilter(shape), shape.filter]));
  const groups = [...new Set(shapes.map(({ body }) => scene.body(body).group))].filter((group) => group !== 0);
  const width = Math.floor(BITS / filters.size);
  const codes = codesOf(width - 2, groups.length);
  if (codes === undefined) return undefined;
  // Fixed and dynamic bodies of one group would need different bits.
  if (shapes.some(({ body }) => scene.body(body).group !== 0 && scene.body(body).kind !== "dynamic")) return undefined;
  const codeOf = new Map(groups.sort((a, b) => a - b).map((group, i) => [group, codes[i]!]));
  const all = (1 << (width - 2)) - 1;
  const [loose, fixed] = [1 << (width - 2), 1 << (width - 1)];
  const keys = [...filters.keys()];
  return new Map(
    shapes.map((shape) => {
      const { group, kind } = scene.body(shape.body);
      const code = codeOf.get(group);
      const own = code ?? (kind === "dynamic" ? loose : fixed);
      const toOwn = code !== undefined ? all & ~code : kind === "dynamic" ? all | loose | fixed : all | loose;
      let affinity = 0;
      keys.forEach((key, i) => {
        if (fits(shape.filter, filters.get(key)!)) affinity |= toOwn << (i * width);
      });
      return [shape.id, { type: own << (keys.indexOf(keyOfFilter(shape)) * width), affinity }];
    }),
  );
}

/** Returns `count` numbers of `width` bits, half of which are set; undefined if there are not enough. */
function codesOf(width: number, count: number): number[] | undefined {
  const codes: number[] = [];
  if (width < 2) return undefined;
  for (let code = 0; code < 1 << Math.min(width, 16) && codes.length < count; code++) {
    if (ones(code) === Math.floor(Math.min(width, 16) / 2)) codes.push(code);
  }
  return codes.length === count ? codes : undefined;
}

function ones(value: number): number {
  let count = 0;
  for (let rest = value; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Returns whether filters, groups and kinds let two shapes touch; joints are not considered. */
export function mayTouch(scene: MujocoScene, a: SceneShape, b: SceneShape, withGroups = true): boolean {
  const first = scene.body(a.body);
  const second = scene.body(b.body);
  if (first.kind !== "dynamic" && second.kind !== "dynamic") return false;
  if (withGroups && first.group !== 0 && first.group === second.group) return false;
  return fits(a.filter, b.filter);
}

function fits(a: CollisionFilter, b: CollisionFilter): boolean {
  return (a.category & b.mask) !== 0 || (b.category & a.mask) !== 0;
}

function keyOf(scene: MujocoScene, { filter, body }: SceneShape, withGroups: boolean): string {
  const { kind, group } = scene.body(body);
  return `${filter.category} ${filter.mask} ${kind === "dynamic"} ${withGroups ? group : 0}`;
}

function keyOfFilter({ filter }: SceneShape): string {
  return `${filter.category} ${filter.mask}`;
}

/** Returns the pairs of bodies that a joint connects and that must not touch. */
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

/** Returns the pairs sorted, each once. */
function sorted(pairs: readonly (readonly [BodyId, BodyId])[]): (readonly [BodyId, BodyId])[] {
  const all = pairs.map(([a, b]) => (a < b ? ([a, b] as const) : ([b, a] as const)));
  all.sort(([a, b], [c, d]) => a - c || b - d);
  return all.filter(([a, b], i) => i === 0 || a !== all[i - 1]![0] || b !== all[i - 1]![1]);
}
