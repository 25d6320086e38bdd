import { scopedName, type Component, type World } from "@orrery/sim";
import { hashComponents } from "@orrery/sim/host";
import type { TestSim } from "@orrery/sim/testing";
import { unpackState } from "../../packages/sim/src/physics/rapier/state.ts";

const SHOWN = 6;

/**
 * Returns the differences of two worlds that should be equal: the first few values, and the first byte of each part of
 * the engine's state.
 */
export function difference(expected: TestSim, found: TestSim): string {
  const [before, after] = [expected.runner.world, found.runner.world];
  const components = new Set([...before.stores(), ...after.stores()].map((store) => store.component));
  const values = [
    ...differingTexts(treeOf(before), treeOf(after)),
    ...[...components].flatMap((component) => valueDifferences(component, before, after)),
  ];
  if (values.length > SHOWN) values.splice(SHOWN, Infinity, `and ${values.length - SHOWN} more`);
  return [...values, ...stateDifferences(expected, found)].join("\n");
}

function treeOf(world: World): Map<string, string> {
  const parents = world
    .entities()
    .map((entity): [string, string] => [`#${entity} parent`, `#${world.parentOf(entity)}`]);
  return new Map([["next id", `#${world.nextId}`], ...parents]);
}

function valueDifferences(component: Component, before: World, after: World): string[] {
  const only = new Set([component]);
  if (hashComponents(before, only).join() === hashComponents(after, only).join()) return [];
  const lines = differingTexts(valuesOf(before, component), valuesOf(after, component));
  return lines.length > 0 ? lines : [`${component.name}: every value is as expected, but a walk over them misses some`];
}

function valuesOf(world: World, component: Component): Map<string, string> {
  const values = new Map<string, string>();
  for (const entity of world.entities()) {
    const value = world.get(entity, component);
    if (value === undefined) continue;
    values.set(`#${entity} ${scopedName(world, entity)} ${component.name}`, JSON.stringify(value, exactly));
  }
  return values;
}

/** Encodes −0 and infinities, which JSON lacks. Fields stay in the order in which they were written. */
function exactly(_: string, value: unknown): unknown {
  if (typeof value === "number") return Object.is(value, -0) ? "-0" : Number.isFinite(value) ? value : String(value);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function differingTexts(expected: ReadonlyMap<string, string>, found: ReadonlyMap<string, string>): string[] {
  return [...new Set([...expected.keys(), ...found.keys()])]
    .filter((key) => expected.get(key) !== found.get(key))
    .map((key) => `${key}: expected ${expected.get(key) ?? "none"}, found ${found.get(key) ?? "none"}`);
}

function stateDifferences(expected: TestSim, found: TestSim): string[] {
  const before = expected.runner.systems.save();
  const after = found.runner.systems.save();
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((system) => {
    const [left, right] = [before.get(system), after.get(system)].map((state) => partsOf(state));
    if (left === undefined || right === undefined) return [`${system}: only one of them has it`];
    return right.flatMap((part, i) => {
      const at = firstDifference(left[i] ?? none, part);
      return at === undefined ? [] : [`${system}: part ${i} differs from byte ${at} of ${part.length} on`];
    });
  });
}

const none = new Uint8Array(0);

/** Returns Rapier's own snapshot, then the sections listed in physics/rapier/scene.ts; any other state as a whole. */
function partsOf(state: Uint8Array | undefined): readonly Uint8Array[] | undefined {
  if (state === undefined) return undefined;
  try {
    const count = new DataView(state.buffer, state.byteOffset).getUint32(state.length - 4, true);
    const { snapshot, sections } = unpackState(state, count);
    return [snapshot, ...sections];
  } catch {
    return [state];
  }
}

function firstDifference(a: Uint8Array, b: Uint8Array): number | undefined {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return at;
  return undefined;
}
