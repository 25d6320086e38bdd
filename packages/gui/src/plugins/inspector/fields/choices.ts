/**
 * What a text can be when it is one of a few; `undefined` when it can be anything. A text that is none of them, such as the
 * type of a mesh, which needs a file, stands among them as long as it is there.
 */
export function choicesOf(component: string, path: string, current: string): readonly string[] | undefined {
  const known = CHOICES.get(`${component} ${path}`);
  if (known === undefined || known.includes(current)) return known;
  return [current, ...known];
}

const CHOICES: ReadonlyMap<string, readonly string[]> = new Map([
  ["orrery.Light type", ["point", "spot", "directional"]],
  ["gz_sim_components.Geometry type", ["box", "sphere", "cylinder", "capsule", "cone", "ellipsoid", "plane"]],
]);
