import { Problems } from "../../scene/problem.ts";
import { makeElement, withChildren } from "../xml-build.ts";
import { parseXml } from "../xml-reader.ts";
import { writeXml } from "../xml-writer.ts";
import { attributeOf, type XmlElement } from "../xml.ts";
import { ruleOf } from "./schema/schema.ts";

/** The kinds of elements for which a scene has fields: see `KNOWN`. */
export type ExtraKind = keyof typeof KNOWN;

/**
 * Returns, as XML, the parts of an element for which the scene has no field: settings of other engines, custom elements
 * and attributes. Left out if there are none. `withExtra` adds them again, so that a saved file loses nothing.
 */
export function extraOf(element: XmlElement, kind: ExtraKind): { readonly extra?: string } {
  const rest = leftover(element, "", TREES[kind]);
  return rest === undefined ? {} : { extra: writeXml(rest).trimEnd() };
}

/** Returns an element made from a scene, together with what `extraOf` returned. */
export function withExtra(made: XmlElement, kind: ExtraKind, extra: string | undefined): XmlElement {
  if (extra === undefined) return made;
  const kept = parseXml(extra, "extra", new Problems());
  return kept === undefined ? made : merged(made, kept, TREES[kind]);
}

/** Elements that have a field; braces list the known parts of elements that are known only in part. */
const KNOWN = {
  world: `gravity magnetic_field light frame model actor joint plugin include
    gz:policies{include_server_config_plugins}
    physics{max_step_size real_time_factor real_time_update_rate gravity magnetic_field update_rate}
    scene{ambient background shadows grid sky{}}`,
  model: `orrery:moved orrery:missing static self_collide allow_auto_disable enable_wind pose frame link joint plugin
    include model`,
  link: `orrery:moved gravity enable_wind self_collide kinematic velocity_decay pose inertial{mass pose inertia density} collision
    visual sensor light plugin`,
  collision: `orrery:off pose density geometry{${geometryParts()}}
    surface{friction{ode{mu mu2 fdir1 slip1 slip2}} bounce{restitution_coefficient} contact{collide_bitmask category_bitmask}}`,
  visual: `plugin pose cast_shadows transparency visibility_flags geometry{${geometryParts()}}
    material{ambient diffuse specular emissive double_sided pbr{metal{metalness roughness albedo_map normal_map
      metalness_map roughness_map emissive_map ambient_occlusion_map}}}`,
  joint: `orrery:position parent child pose sensor thread_pitch screw_thread_pitch gearbox_ratio gearbox_reference_body
    axis{xyz use_parent_model_frame dynamics mimic limit{lower upper effort velocity}}
    axis2{xyz use_parent_model_frame dynamics mimic limit{lower upper effort velocity}}`,
  light: `cast_shadows light_on visualize intensity pose diffuse specular attenuation direction spot`,
  frame: "pose",
  actor: "pose skin animation script plugin",
} as const;

function geometryParts(): string {
  return `empty box capsule cone cylinder ellipsoid plane sphere polyline mesh{uri scale submesh}
    heightmap{uri size pos sampling}`;
}

/** Known parts by name; an empty tree for elements that a scene stores completely. */
interface Tree {
  readonly isWhole: boolean;
  readonly parts: ReadonlyMap<string, Tree>;
}

const TREES = Object.fromEntries(Object.entries(KNOWN).map(([kind, text]) => [kind, readTree(text)])) as Readonly<
  Record<ExtraKind, Tree>
>;

function readTree(text: string): Tree {
  const words = text.match(/[\w:]+|[{}]/g) ?? [];
  const read = (): Tree => {
    const parts = new Map<string, Tree>();
    for (let word = words.shift(); word !== undefined && word !== "}"; word = words.shift()) {
      const isContainer = words[0] === "{";
      if (isContainer) words.shift();
      parts.set(word, isContainer ? read() : { isWhole: true, parts: new Map() });
    }
    return { isWhole: false, parts };
  };
  return read();
}

/**
 * Returns the remaining parts. Sorted by name where known and unknown parts mix: merging loses their order, and a saved
 * file must read back the same.
 */
function leftover(element: XmlElement, parent: string, tree: Tree): XmlElement | undefined {
  const children: XmlElement[] = [];
  for (const child of element.children) {
    const part = tree.parts.get(child.name);
    if (part?.isWhole === true) continue;
    const rest = part === undefined ? child : leftover(child, element.name, part);
    if (rest !== undefined) children.push(rest);
  }
  children.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  const known = ruleOf(element.name, parent, undefined)?.attributes;
  const attributes = element.attributes.filter(
    ({ name }) => (KEPT.has(name) || known?.has(name) !== true) && name !== "name",
  );
  if (children.length === 0 && attributes.length === 0) return undefined;
  return { ...makeElement(element.name, element, { children }), attributes };
}

/** Attributes of SDF that a scene stores only in part. */
const KEPT: ReadonlySet<string> = new Set(["optimization", "namespace"]);

function merged(made: XmlElement, kept: XmlElement, tree: Tree): XmlElement {
  const missing = kept.attributes.filter(({ name }) => attributeOf(made, name) === undefined);
  const replaced = made.attributes.map((one) => kept.attributes.find(({ name }) => name === one.name) ?? one);
  const children = [...made.children];
  for (const child of kept.children) {
    const part = tree.parts.get(child.name);
    const at = part === undefined ? -1 : children.findIndex(({ name }) => name === child.name);
    if (at < 0) children.push(child);
    else children[at] = merged(children[at]!, child, part!);
  }
  return { ...withChildren(made, children), attributes: [...replaced, ...missing] };
}
