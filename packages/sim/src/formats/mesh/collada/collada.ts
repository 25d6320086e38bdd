import type { Problems } from "../../../scene/problem.ts";
import { decodeUtf8 } from "../../utf8.ts";
import { parseXml } from "../../xml-reader.ts";
import { attributeOf, childOf, childrenOf, placeOf, type XmlElement } from "../../xml.ts";
import { ColladaGeometries } from "./collada-geometry.ts";
import { ColladaMaterials } from "./collada-material.ts";
import { nodeMatrix } from "./collada-node.ts";
import { multiplyMatrices, scaling, type Matrix } from "../matrix.ts";
import type { Mesh, Submesh } from "../mesh.ts";
import { MeshError } from "../mesh-error.ts";
import { triangleBudget } from "../submesh-builder.ts";
import { numbersOf } from "../xml-numbers.ts";

/** Largest depth of nested nodes. */
const MAX_DEPTH = 500;
/** Largest total number of visits: nodes that show each other twice would grow exponentially. */
const MAX_NODES = 100_000;

/**
 * Reads Collada 1.4 and 1.5: the geometries that the scene shows, where its nodes put them. Applies `<unit>`, but not
 * `<up_axis>`: Gazebo and RViz ignore it, and the poses in robots' files rely on that. A skinned mesh has the shape in
 * which it was bound.
 */
export function readCollada(bytes: Uint8Array, file: string, problems: Problems): Mesh | undefined {
  const text = decodeUtf8(bytes, file, problems);
  if (text === undefined) return undefined;
  if (!text.trimStart().startsWith("<")) {
    throw new MeshError("this is no Collada file", undefined, "it is XML and begins with <");
  }
  const root = parseXml(text, file, problems);
  if (root === undefined) return undefined;
  if (root.name !== "COLLADA") throw new MeshError(`<${root.name}> where <COLLADA> was expected`, placeOf(root));
  return new ColladaReader(root, problems).read();
}

class ColladaReader {
  readonly #root: XmlElement;
  readonly #ids = new Map<string, XmlElement>();
  readonly #materials: ColladaMaterials;
  readonly #geometries: ColladaGeometries;
  readonly #submeshes: Submesh[] = [];
  readonly #problems: Problems;
  #visits = 0;
  #unnamed = 0;

  constructor(root: XmlElement, problems: Problems) {
    this.#root = root;
    this.#problems = problems;
    const pending = [root];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const id = attributeOf(next, "id");
      if (id !== undefined && !this.#ids.has(id)) this.#ids.set(id, next);
      for (const child of next.children) pending.push(child);
    }
    const find = (url: string | undefined): XmlElement | undefined => this.#ids.get((url ?? "").replace(/^#/, ""));
    this.#materials = new ColladaMaterials(find);
    this.#geometries = new ColladaGeometries(find, triangleBudget(), problems);
  }

  read(): Mesh {
    const size = this.#metres();
    const metres = scaling({ x: size, y: size, z: size });
    const scene = this.#visualScene();
    if (scene === undefined) {
      // A library of shapes without a scene: show all of them where they are.
      for (const library of childrenOf(this.#root, "library_geometries")) {
        for (const geometry of childrenOf(library, "geometry"))
          this.#show(geometry, nameOf(geometry), metres, undefined);
      }
    } else {
      for (const node of childrenOf(scene, "node")) this.#visit(node, "", metres, 0);
    }
    return { submeshes: this.#submeshes, materials: this.#materials.list };
  }

  #metres(): number {
    const unit = [childOf(this.#root, "asset")].flatMap((asset) => (asset ? childrenOf(asset, "unit") : []))[0];
    const text = unit && attributeOf(unit, "meter");
    if (unit === undefined || text === undefined) return 1;
    const size = Number(text);
    if (size > 0 && size < Infinity) return size;
    throw new MeshError(
      `<unit meter="${text.slice(0, 40)}"> is no length`,
      placeOf(unit),
      'metres, as in meter="0.01"',
    );
  }

  #visualScene(): XmlElement | undefined {
    const scene = childOf(this.#root, "scene");
    const instance = scene && childOf(scene, "instance_visual_scene");
    const named = instance && this.#find(instance);
    const library = childOf(this.#root, "library_visual_scenes");
    return named ?? (library && childOf(library, "visual_scene"));
  }

  /** Visits a node. `above` is the name of its nearest ancestor, used if it has none itself. */
  #visit(node: XmlElement, above: string, parent: Matrix, depth: number): void {
    if (++this.#visits > MAX_NODES) throw new MeshError(`more than ${MAX_NODES} nodes are shown`, placeOf(node));
    if (depth > MAX_DEPTH) throw new MeshError(`nodes more than ${MAX_DEPTH} levels deep`, placeOf(node));
    const placed = multiplyMatrices(parent, nodeMatrix(node));
    const name = attributeOf(node, "name") ?? above;
    for (const child of node.children) {
      if (child.name === "node") this.#visit(child, name, placed, depth + 1);
      else if (child.name === "instance_node") {
        const target = this.#find(child);
        if (target !== undefined) this.#visit(target, name, placed, depth + 1);
      } else if (child.name === "instance_geometry") {
        const target = this.#find(child);
        if (target !== undefined) this.#show(target, name, placed, child);
      } else if (child.name === "instance_controller") {
        this.#showController(child, name, placed);
      }
    }
  }

  /** Shows a skin or morph in the shape in which it was bound. */
  #showController(instance: XmlElement, name: string, placed: Matrix): void {
    let matrix = placed;
    let target = this.#find(instance);
    // A skin may be applied to a morph, which is applied to the geometry.
    for (let layers = 0; target?.name === "controller" && layers < 4; layers++) {
      const layer: XmlElement | undefined = childOf(target, "skin") ?? childOf(target, "morph");
      const bind: XmlElement | undefined = layer && childOf(layer, "bind_shape_matrix");
      if (bind !== undefined) matrix = multiplyMatrices(matrix, numbersOf(bind, 16));
      target = layer && this.#ids.get((attributeOf(layer, "source") ?? "").replace(/^#/, ""));
    }
    if (target?.name === "geometry") this.#show(target, name, matrix, instance);
    else this.#warn(instance, "a controller leads to no geometry");
  }

  #show(geometry: XmlElement, name: string, matrix: Matrix, instance: XmlElement | undefined): void {
    const materials = this.#materials.bound(instance);
    const named = name === "" ? `unnamed_submesh_${this.#unnamed++}` : name;
    this.#submeshes.push(...this.#geometries.place(geometry, named, matrix, materials));
  }

  #find(instance: XmlElement): XmlElement | undefined {
    const url = attributeOf(instance, "url") ?? "";
    const found = this.#ids.get(url.replace(/^#/, ""));
    if (found === undefined)
      this.#warn(instance, `<${instance.name}> refers to "${url.slice(0, 80)}", which is not there`);
    return found;
  }

  #warn(element: XmlElement, message: string): void {
    this.#problems.warn("mesh-reference", message, placeOf(element), "it is left out");
  }
}

function nameOf(geometry: XmlElement): string {
  return attributeOf(geometry, "name") ?? attributeOf(geometry, "id") ?? "";
}
