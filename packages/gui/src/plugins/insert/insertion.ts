import { type Pose } from "@orrery/sim";
import { textOf } from "@orrery/sim/host";
import { Value } from "../../client/value.ts";
import { whyNoEditing } from "../../client/may-edit.ts";
import type { WorldApp } from "../../shell/app.ts";
import { chooseMade } from "../../shell/choose-made.ts";
import type { SceneDrag, SceneTool, Taken, ToolKey, ToolPlace } from "../../shell/tools/scene-tool.ts";
import { Ghost } from "../../render/ghost.ts";
import { groundAhead, sceneSessionOf, type SceneView } from "../scene/api.ts";
import { creationsOf, namesIn } from "./creations.ts";
import { entryOfFile } from "./file-entry.ts";
import { placedInFile } from "./file-places.ts";
import { insertWords, type PaletteEntry } from "./palette-entry.ts";
import type { Staged } from "./staged.ts";
import { stageThings } from "./staging.ts";
import { roomOf } from "./room.ts";
import { standingOn, type SurfacePlace } from "./standing.ts";

/** How something is held: on the pointer until a click, or while a button is down. */
export type Holding = "click" | "drag";

/**
 * Inserts things of the palette into the world: holds one over the scene, shows where it would be, and puts it there.
 */
export class Insertion implements SceneTool, Disposable {
  readonly held = new Value<{ readonly entry: PaletteEntry; readonly how: Holding } | undefined>(undefined);
  readonly #app: WorldApp;
  readonly #parts = new DisposableStack();
  readonly #staged = new WeakMap<PaletteEntry, Promise<Staged>>();
  #ghost: { readonly staged: Staged; readonly drawn: Ghost } | undefined;
  #place: SurfacePlace | undefined;
  #inHand: Disposable | undefined;

  constructor(app: WorldApp) {
    this.#app = app;
    this.#parts.use(sceneSessionOf(app).open.changes.on(() => this.release()));
  }

  [Symbol.dispose](): void {
    this.release();
    this.#parts.dispose();
  }

  hold(entry: PaletteEntry, how: Holding): void {
    this.release();
    const open = sceneSessionOf(this.#app).open.current;
    // There is no scene to hold it over.
    if (open === undefined) return void (how === "click" && this.insertAhead(entry));
    const holding = { entry, how };
    this.held.set(holding);
    this.#inHand = open.tools.take(this);
    open.view.canvas.classList.add("placing");
    // On a small screen the scene is in another tab; without opening it, a tap on the palette would seem to do nothing.
    if (how === "click" && !isInSight(open.view.canvas)) this.#app.layout.showWorld();
    keepCamera(open.view);
    void this.#stage(entry).then(
      (staged) => {
        if (this.held.current !== holding) return;
        this.#ghost = { staged, drawn: new Ghost(open.view, staged.world) };
        this.#show(this.#place);
      },
      (error: unknown) => {
        if (this.held.current === holding) this.release();
        this.#app.notices.failed(lowered(insertWords(entry)), error);
      },
    );
  }

  /** Releases what is held. */
  release(): void {
    this.#inHand?.[Symbol.dispose]();
    this.#inHand = undefined;
    this.#ghost?.drawn[Symbol.dispose]();
    this.#ghost = this.#place = undefined;
    sceneSessionOf(this.#app).open.current?.view.canvas.classList.remove("placing");
    this.held.set(undefined);
  }

  /**
   * Puts the entry on the ground where the camera looks, beside what is already there or is being put there at the same
   * moment.
   */
  insertAhead(entry: PaletteEntry): Promise<void> {
    const open = sceneSessionOf(this.#app).open.current;
    const isBeside = true;
    if (open === undefined) return this.insert(entry, { point: { x: 0, y: 0, z: 0 }, normal: undefined }, { isBeside });
    keepCamera(open.view);
    return this.insert(entry, groundAhead(open.view), { isBeside });
  }

  /** Inserts an entry as one command, at a place or beside what is in the way there. Shows a notice when it fails. */
  async insert(entry: PaletteEntry, place: SurfacePlace, { isBeside = false } = {}): Promise<void> {
    const words = insertWords(entry);
    const { notices, view } = this.#app;
    const { editing } = view;
    try {
      const reason = whyNoEditing(view);
      if (reason !== undefined) throw new Error(reason);
      const staged = await this.#stage(entry);
      const pose = poseAt(entry, staged, place);
      const edits = creationsOf(staged, pose, namesIn(view.mirror));
      const room = isBeside ? roomOf(staged, pose) : undefined;
      const { entities } = await editing.perform(words, edits, { room });
      chooseMade(this.#app.view, entities);
    } catch (error) {
      const { file, things } = entry;
      const reason = file === undefined ? error : new Error(await placedInFile(textOf(error), file, things));
      notices.failed(lowered(words), reason);
    }
  }

  /** Inserts the models and lights of an SDF or URDF file; without a place, puts them where the camera looks. */
  async insertFile(file: Pick<File, "name" | "size" | "text">, place?: SurfacePlace): Promise<void> {
    try {
      const entry = await entryOfFile(file);
      await (place === undefined ? this.insertAhead(entry) : this.insert(entry, place));
    } catch (error) {
      this.#app.notices.failed(`insert ${file.name}`, error);
    }
  }

  #stage(entry: PaletteEntry): Promise<Staged> {
    let staged = this.#staged.get(entry);
    if (staged === undefined) {
      staged = stageThings(this.#app, entry.things);
      this.#staged.set(entry, staged);
      // Staged again the next time.
      staged.catch(() => this.#staged.delete(entry));
    }
    return staged;
  }

  #follow({ point, normal }: Pick<ToolPlace, "point" | "normal">, how: Holding): void {
    if (this.held.current?.how !== how) return;
    this.#show(point === undefined ? undefined : { point, normal });
  }

  #show(place: SurfacePlace | undefined): void {
    this.#place = place;
    const { held } = this;
    if (this.#ghost === undefined || held.current === undefined) return;
    const { staged, drawn } = this.#ghost;
    drawn.place(place && poseAt(held.current.entry, staged, place));
  }

  hover(place: ToolPlace): Taken {
    this.#follow(place, "click");
    return "left";
  }

  click({ point, normal, shift }: ToolPlace): Taken {
    const held = this.held.current;
    if (held?.how !== "click") return "left";
    if (point === undefined) return "taken";
    void this.insert(held.entry, { point, normal });
    if (!shift) this.release();
    return "taken";
  }

  rightClick(): Taken {
    if (this.held.current?.how !== "click") return "left";
    this.release();
    return "taken";
  }

  key({ kind, key }: ToolKey): boolean {
    if (kind !== "down" || key !== "Escape") return false;
    this.release();
    return true;
  }

  dragOver(drag: SceneDrag): Taken {
    if (this.held.current?.how !== "drag") return "left";
    this.#follow(drag, "drag");
    return "taken";
  }

  dragOut(): void {
    if (this.held.current?.how === "drag") this.#show(undefined);
  }

  drop({ point, normal }: SceneDrag): Taken {
    const held = this.held.current;
    this.release();
    if (held?.how !== "drag") return "left";
    if (point !== undefined) void this.insert(held.entry, { point, normal });
    return "taken";
  }
}

/**
 * Keeps the camera where it is: in an empty world it would turn to the first thing that appears, away from the place of
 * insertion.
 */
function keepCamera(view: SceneView): void {
  view.eye.look(view.place);
}

function isInSight(canvas: HTMLCanvasElement): boolean {
  return canvas.checkVisibility({ visibilityProperty: true }) && canvas.getBoundingClientRect().width > 0;
}

function poseAt({ liftMetres }: PaletteEntry, { points }: Staged, place: SurfacePlace): Pose {
  if (liftMetres === 0) return standingOn(place, points);
  const { x, y, z } = place.point;
  return { x, y, z: z + liftMetres, qx: 0, qy: 0, qz: 0, qw: 1 };
}

function lowered(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
