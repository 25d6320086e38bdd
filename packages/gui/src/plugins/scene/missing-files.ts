import type { Notices } from "../../shell/notices.ts";

/** Shows one notice about all meshes and pictures that cannot be read, with how to get them. */
export class MissingFiles {
  readonly #notices: Pick<Notices, "show">;
  /** Reasons by name. */
  readonly #meshes = new Map<string, string>();
  readonly #pictures = new Map<string, string>();
  readonly #takesDrops: boolean;
  #told: Disposable | undefined;

  /** `takesDrops`: whether the page can give its server what is missing. */
  constructor(notices: Pick<Notices, "show">, { takesDrops }: { readonly takesDrops: boolean }) {
    this.#notices = notices;
    this.#takesDrops = takesDrops;
  }

  /** As the world asks for them. */
  get meshes(): readonly string[] {
    return [...this.#meshes.keys()];
  }

  mesh(name: string, reason: string): void {
    this.#meshes.set(name, reason);
    this.#tell();
  }

  picture(name: string): void {
    this.#pictures.set(name, "it is not there, or no picture");
    this.#tell();
  }

  /** They are asked for again. */
  clear(): void {
    this.#meshes.clear();
    this.#pictures.clear();
    this.#told?.[Symbol.dispose]();
  }

  #tell(): void {
    const all = [...this.#meshes, ...this.#pictures];
    this.#told = this.#notices.show({
      kind: "warning",
      cause: "missing-files",
      text: missingText(this.meshes, [...this.#pictures.keys()], this.#takesDrops && this.#meshes.size > 0),
      details: all.map(([name, reason]) => `${name}: ${reason}`).join("\n"),
      stays: true,
    });
  }
}

/** "arm.stl is missing and drawn as a box. …" */
export function missingText(meshes: readonly string[], pictures: readonly string[], takesDrops: boolean): string {
  const parts = [
    meshes.length === 0 ? "" : `${listed(meshes, "meshes")} ${are(meshes)} missing and drawn as ${boxes(meshes)}`,
    pictures.length === 0 ? "" : `${listed(pictures, "pictures")} cannot be shown`,
  ].filter((part) => part !== "");
  const folder = `the folder that has ${them([...meshes, ...pictures])}`;
  const way = takesDrops
    ? `Drop ${folder} onto this page, or start the server with --resource-path.`
    : `Start the server with --resource-path and ${folder}.`;
  return `${parts.join("; ")}. ${way}`;
}

function listed(names: readonly string[], kind: string): string {
  const short = names.map((name) => name.slice(name.lastIndexOf("/") + 1));
  return names.length <= 2 ? short.join(" and ") : `${short[0]} and ${names.length - 1} more ${kind}`;
}

function are({ length }: readonly string[]): string {
  return length === 1 ? "is" : "are";
}

function boxes({ length }: readonly string[]): string {
  return length === 1 ? "a box" : "boxes";
}

function them({ length }: readonly string[]): string {
  return length === 1 ? "it" : "them";
}
