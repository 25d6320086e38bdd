import type { Notices } from "../../ui/notices.ts";

export interface MissingFilesOptions {
  /** Whether the page can give its server missing files. */
  readonly takesDrops: boolean;
  /** Returns whether the simulation leaves out a collision that needs this mesh. */
  readonly isLeftOut: (name: string) => boolean;
}

/** Shows one notice about all meshes and pictures that cannot be read, and what to do about them. */
export class MissingFiles {
  readonly #notices: Pick<Notices, "show">;
  /** Reasons by name. */
  readonly #meshes = new Map<string, string>();
  readonly #pictures = new Map<string, string>();
  readonly #takesDrops: boolean;
  readonly #isLeftOut: (name: string) => boolean;
  /** Names of meshes whose collisions are left out too. */
  readonly #leftOut = new Set<string>();
  #told: Disposable | undefined;

  constructor(notices: Pick<Notices, "show">, { takesDrops, isLeftOut }: MissingFilesOptions) {
    this.#notices = notices;
    this.#takesDrops = takesDrops;
    this.#isLeftOut = isLeftOut;
  }

  /** The names of the missing meshes, as the world has them. */
  get meshes(): readonly string[] {
    return [...this.#meshes.keys()];
  }

  mesh(name: string, reason: string): void {
    this.#meshes.set(name, reason);
    if (this.#isLeftOut(name)) this.#leftOut.add(name);
    this.#tell();
  }

  picture(name: string): void {
    this.#pictures.set(name, "it does not exist, or is not a picture");
    this.#tell();
  }

  /** Removes files that nothing shows any more. */
  forget(names: ReadonlySet<string>): void {
    const before = this.#meshes.size;
    for (const name of names) {
      this.#meshes.delete(name);
      this.#leftOut.delete(name);
    }
    if (this.#meshes.size === before) return;
    if (this.#meshes.size + this.#pictures.size === 0) this.clear();
    else this.#tell();
  }

  /** Clears the lists, because the files are requested again. */
  clear(): void {
    this.#meshes.clear();
    this.#pictures.clear();
    this.#leftOut.clear();
    this.#told?.[Symbol.dispose]();
  }

  #tell(): void {
    const all = [...this.#meshes, ...this.#pictures];
    this.#told = this.#notices.show({
      kind: "warning",
      cause: "missing-files",
      text: missingText({
        meshes: this.meshes,
        leftOut: this.#leftOut.size,
        pictures: [...this.#pictures.keys()],
        takesDrops: this.#takesDrops && this.#meshes.size > 0,
      }),
      details: all.map(([name, reason]) => `${name}: ${reason}`).join("\n"),
      stays: true,
    });
  }
}

interface Missing {
  readonly meshes: readonly string[];
  /** How many of the meshes have collisions that are left out too. */
  readonly leftOut: number;
  readonly pictures: readonly string[];
  readonly takesDrops: boolean;
}

/** Words the notice: "arm.stl is missing and drawn as a box; its collision is left out, things pass through it. …" */
function missingText({ meshes, leftOut, pictures, takesDrops }: Missing): string {
  const parts = [
    meshes.length === 0 ? "" : `${listed(meshes, "meshes")} ${are(meshes)} missing and drawn as ${boxes(meshes)}`,
    leftOut === 0 ? "" : collisionsText(leftOut, meshes.length),
    pictures.length === 0 ? "" : `${listed(pictures, "pictures")} cannot be shown`,
  ].filter((part) => part !== "");
  const folder = `the folder that has ${them([...meshes, ...pictures])}`;
  const way = takesDrops
    ? `Drop ${folder} onto this page, or start the server with --resource-path.`
    : `Start the server with --resource-path and ${folder}.`;
  return `${parts.join("; ")}. ${way}`;
}

function collisionsText(leftOut: number, meshes: number): string {
  if (meshes === 1) return "its collision is left out, things pass through it";
  if (leftOut === 1) return "the collision of one of them is left out, things pass through it";
  const whose = leftOut === meshes ? "their collisions" : `the collisions of ${leftOut} of them`;
  return `${whose} are left out, things pass through them`;
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
