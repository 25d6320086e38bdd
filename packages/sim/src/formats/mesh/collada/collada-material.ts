import type { Color } from "../../../scene/color.ts";
import { attributeOf, childOf, childrenOf, placeOf, type XmlElement } from "../../xml.ts";
import { plainMaterial, type MeshMaterial, type MeshTexture } from "../mesh.ts";
import { MeshError } from "../mesh-error.ts";
import { numbersIn } from "../xml-numbers.ts";

/** The materials of one Collada file that its nodes use. */
export class ColladaMaterials {
  readonly list: MeshMaterial[] = [];
  readonly #find: (url: string | undefined) => XmlElement | undefined;
  readonly #numbers = new Map<XmlElement, number>();

  constructor(find: (url: string | undefined) => XmlElement | undefined) {
    this.#find = find;
  }

  /**
   * Returns a function for the number of the material that a symbol stands for at an instance of a geometry; -1 if
   * there is none.
   */
  bound(instance: XmlElement | undefined): (symbol: string) => number {
    const targets = new Map<string, string>();
    for (const bind of instance === undefined ? [] : childrenOf(instance, "bind_material")) {
      const technique = childOf(bind, "technique_common");
      for (const material of technique === undefined ? [] : childrenOf(technique, "instance_material")) {
        targets.set(attributeOf(material, "symbol") ?? "", attributeOf(material, "target") ?? "");
      }
    }
    // Without a binding the symbol is often the material's own id.
    return (symbol) => this.#number(this.#find(targets.get(symbol) ?? symbol));
  }

  #number(material: XmlElement | undefined): number {
    if (material?.name !== "material") return -1;
    const known = this.#numbers.get(material);
    if (known !== undefined) return known;
    const instance = childOf(material, "instance_effect");
    const effect = instance && this.#find(attributeOf(instance, "url"));
    const name = attributeOf(material, "name") ?? attributeOf(material, "id") ?? "";
    const number = this.list.push({ ...plainMaterial, ...(effect && this.#effect(effect)), name }) - 1;
    this.#numbers.set(material, number);
    return number;
  }

  #effect(effect: XmlElement): Partial<MeshMaterial> {
    const profile = childOf(effect, "profile_COMMON");
    const technique = profile && childOf(profile, "technique");
    const shading = technique?.children.find(({ name }) => SHADINGS.includes(name));
    if (profile === undefined || shading === undefined) return {};
    const { diffuse, ambient, specular, emissive } = plainMaterial;
    const own = colorOf(shading, "diffuse") ?? diffuse;
    const map = (slot: string): MeshTexture | undefined => this.#texture(shading, slot, profile);
    const texture = map("diffuse");
    return {
      // A texture replaces the colour.
      diffuse: texture === undefined ? own : { r: 1, g: 1, b: 1, a: 1 },
      ambient: colorOf(shading, "ambient") ?? ambient,
      specular: colorOf(shading, "specular") ?? specular,
      emissive: colorOf(shading, "emission") ?? emissive,
      texture,
      emissiveMap: map("emission"),
    };
  }

  /** Finds the image of a texture, through its sampler and surface. */
  #texture(shading: XmlElement, slot: string, profile: XmlElement): MeshTexture | undefined {
    const holder = childOf(shading, slot);
    const reference = holder && childOf(holder, "texture");
    if (reference === undefined) return undefined;
    const parameter = (sid: string | undefined): XmlElement | undefined =>
      childrenOf(profile, "newparam").find((one) => attributeOf(one, "sid") === sid);
    const name = attributeOf(reference, "texture");
    const sampler = inside(parameter(name), "sampler2D");
    const surface = inside(parameter(inside(sampler, "source")?.text.trim()), "surface");
    const id =
      inside(surface, "init_from")?.text.trim() ?? attributeOf(inside(sampler, "instance_image") ?? reference, "url");
    const image = this.#find(id) ?? this.#find(name);
    const source = image?.name === "image" ? inside(image, "init_from") : undefined;
    const uri = (inside(source, "ref") ?? source)?.text.trim() ?? "";
    return uri === "" ? undefined : { type: "file", uri: unescaped(uri), from: reference.source.file };
  }
}

const SHADINGS = ["phong", "lambert", "blinn", "constant"];

function inside(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element && childOf(element, name);
}

function colorOf(shading: XmlElement, slot: string): Color | undefined {
  const color = inside(childOf(shading, slot), "color");
  if (color === undefined) return undefined;
  const [r, g, b, a = 1] = numbersIn(color);
  if (b === undefined) throw new MeshError("<color> holds fewer than three numbers", placeOf(color));
  return { r: r!, g: g!, b, a };
}

/** Decodes `%20` and the like. */
function unescaped(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}
