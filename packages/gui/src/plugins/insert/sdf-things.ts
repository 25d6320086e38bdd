import { parseXml, Problems } from "@orrery/sim/host";

/** A model or light to insert into a world: its SDF, or the URI of its file. */
export type SdfThing = {
  readonly kind: "model" | "light";
  readonly name: string;
} & ({ readonly sdf: string; readonly cut?: Cut } | { readonly uri: string });

/** The place of an element in the longer text that it was cut from. */
export interface Cut {
  readonly element: XmlElement;
  /** Offset in the new text at which the contents of the element begin. */
  readonly insideAt: number;
}

type XmlElement = NonNullable<ReturnType<typeof parseXml>>;

/**
 * Returns the models and lights of a text: an SDF or URDF file, the file of a whole world, or a single element. Throws
 * with the reason when there are none.
 */
export function thingsInText(text: string): readonly SdfThing[] {
  const problems = new Problems();
  const root = parseXml(text, "text", problems);
  if (root === undefined) {
    const problem = problems.list.find(({ severity }) => severity === "error");
    throw new Error(problem === undefined ? "it is empty" : `${problem.message} (line ${problem.where?.line ?? 1})`);
  }
  if (root.name === "robot") return [{ kind: "model", name: nameOf(root) || "robot", sdf: text }];
  const version = attribute(root, "version") ?? "1.11";
  const holders = root.name === "sdf" ? [root, ...root.children.filter(({ name }) => name === "world")] : [];
  const found = root.name === "sdf" ? holders.flatMap(({ children }) => children) : [root];
  const things = found.flatMap((element) => thingOf(element, version));
  if (things.length === 0) throw new Error("it holds neither a model nor a light");
  return things;
}

/** Joins several texts to one file; a single text is a file already. */
export function textOfThings(sdfs: readonly string[]): string {
  if (sdfs.length === 1) return sdfs[0]!;
  const inner = sdfs.map((sdf) => {
    const root = parseXml(sdf, "text", new Problems())!;
    return root.source.text.slice(root.innerStart, root.innerEnd).trim();
  });
  return `<?xml version="1.0" ?>\n<sdf version="1.11">\n<world name="clipboard">\n${inner.join("\n")}\n</world>\n</sdf>\n`;
}

function thingOf(element: XmlElement, version: string): SdfThing[] {
  const name = nameOf(element);
  switch (element.name) {
    case "model":
    case "light":
      return [{ kind: element.name, name: name || element.name, ...cutOut(element, version) }];
    case "include": {
      const given = element.children.find((child) => child.name === "name")?.text.trim() ?? "";
      const uri = element.children.find((child) => child.name === "uri")?.text.trim() ?? "";
      const last = uri.split("/").findLast((part) => part !== "") ?? "model";
      return [{ kind: "model", name: given || last, ...cutOut(element, version) }];
    }
    default:
      return [];
  }
}

function cutOut(element: XmlElement, version: string): { readonly sdf: string; readonly cut: Cut } {
  const { name, attributes, source, innerStart, innerEnd } = element;
  const written = attributes.map((one) => ` ${one.name}="${escaped(one.value)}"`).join("");
  const before = `<sdf version="${version}"><${name}${written}>`;
  const sdf = `${before}${source.text.slice(innerStart, innerEnd)}</${name}></sdf>`;
  return { sdf, cut: { element, insideAt: before.length } };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

function nameOf(element: XmlElement): string {
  return attribute(element, "name") ?? "";
}

function attribute({ attributes }: XmlElement, name: string): string | undefined {
  return attributes.find((one) => one.name === name)?.value;
}
