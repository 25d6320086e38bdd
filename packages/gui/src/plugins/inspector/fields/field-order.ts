/**
 * Returns a field's rank among those of its object: identity first, then numbers, long texts last. Values from a stream
 * arrive in alphabetical order; fields not listed here keep that order, in the middle.
 */
export function fieldRank(field: string): number {
  return FIRST.get(field) ?? (LAST.get(field) ?? -0.5) + FIRST.size + 1;
}

const ranks = (names: string): ReadonlyMap<string, number> => new Map(names.split(" ").map((name, i) => [name, i]));

const FIRST = ranks(
  "name type filename uri on xyz lower upper effort velocity damping friction mass pose ixx iyy izz ixy ixz iyz auto " +
    "radius length size radii normal position scale diffuse ambient specular emissive intensity direction attenuation " +
    "range constant linear quadratic mu mu2 restitution maxStepSize realTimeFactor other points",
);
const LAST = ranks("from settings innerXml extra where");
