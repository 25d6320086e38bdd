import type { Notices } from "../../shell/notices.ts";

/** Shows one notice about all meshes and pictures that cannot be read, with how to get them. */
export class MissingFiles {
  readonly #notices: Pick<Notices, "show">;
  /** Reasons by name. */
  readonly #meshes = new Map<string, string>();
  readonly #pictures = new Map<string, string>();

  constructor(notices: Pick<Notices, "show">) {
    this.#notices = notices;
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
  }

  #tell(): void {
    const all = [...this.#meshes, ...this.#pictures];
    this.#notices.show({
      kind: "warning",
      cause: "missing-files",
      text: missingText([...this.#meshes.keys()], [...this.#pictures.keys()]),
      details: all.map(([name, reason]) => `${name}: ${reason}`).join("\n"),
      stays: true,
    });
  }
}

/** "arm.stl is missing and drawn as a box. …" */
export function missingText(meshes: readonly string[], pictures: readonly string[]): string {
  const parts = [
    meshes.length === 0 ? "" : `${listed(meshes, "meshes")} ${are(meshes)} missing and drawn as ${boxes(meshes)}`,
    pictures.length === 0 ? "" : `${listed(pictures, "pictures")} cannot be shown`,
  ].filter((part) => part !== "");
  return `${parts.join("; ")}. Start the server with --resource-path and the folder that has ${them([...meshes, ...pictures])}.`;
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
