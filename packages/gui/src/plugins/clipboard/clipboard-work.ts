import { scopedName, worldPose, type Entity, type Vec3 } from "@orrery/sim";
import { countKinds, createEdit, nameThings, removeEdit, toPoseMessage } from "@orrery/sim/host";
import { IsLight } from "@orrery/sim/components";
import type { WorldApp } from "../../shell/app.ts";
import { chooseMade } from "../../shell/choose-made.ts";
import { toClipboard } from "../../ui/copy-text.ts";
import {
  boundsOfPoints,
  creationsOf,
  freeName,
  namesIn,
  shiftOnto,
  stageThings,
  type SurfacePlace,
  thingsInText,
} from "../insert/api.ts";
import { rightward } from "../../render/camera/camera-rig.ts";
import { sceneSessionOf, shapesBelow } from "../scene/api.ts";
import { boundsOf } from "../../render/camera/scene-bounds.ts";
import { besideShift } from "./beside.ts";
import { clipText } from "./clip.ts";
import { nameOf } from "../entity-tree/api.ts";

/** Copies, pastes, duplicates and deletes, each as one command. Callers check the targets. */
export class ClipboardWork {
  readonly #app: WorldApp;
  readonly #copied: Copied;

  constructor(app: WorldApp) {
    this.#app = app;
    this.#copied = app.services.of(Copied, () => new Copied());
  }

  async copy(entities: readonly Entity[]): Promise<void> {
    const { view, notices } = this.#app;
    const words = nameThings(view.mirror.world, entities);
    const text = await clipText(this.#app, entities);
    this.#copied.text = text;
    try {
      await toClipboard(text);
      notices.show({ kind: "good", text: `Copied ${words}` });
    } catch {
      notices.show({
        kind: "good",
        text: `Copied ${words}, for this page only: the browser keeps its clipboard to itself`,
      });
    }
  }

  async cut(entities: readonly Entity[]): Promise<void> {
    await this.copy(entities);
    await this.#remove("Cut", entities);
  }

  delete(entities: readonly Entity[]): Promise<void> {
    return this.#remove("Delete", entities);
  }

  /** Duplicates entities, beside the originals. */
  async duplicate(entities: readonly Entity[]): Promise<void> {
    const { view } = this.#app;
    const { editing } = view;
    const { world } = view.mirror;
    const shift = this.#beside(this.#boundsOf(entities));
    const taken = namesIn(view.mirror);
    const edits = entities.map((entity) => {
      const name = freeName(nameOf(world, entity), taken);
      taken.add(name);
      const pose = worldPose(world, entity);
      const moved = { ...pose, x: pose.x + shift.x, y: pose.y + shift.y, z: pose.z + shift.z };
      const clone_name = scopedName(world, entity);
      return createEdit({ clone_name, name, allow_renaming: true, pose: toPoseMessage(moved) });
    });
    const made = await editing.perform(`Duplicate ${nameThings(world, entities)}`, edits);
    chooseMade(this.#app.view, made.entities);
  }

  /**
   * Pastes. `given` is the content of the clipboard according to the browser. Without a place, pastes beside the
   * originals.
   */
  async paste(given: string | undefined, place: SurfacePlace | undefined): Promise<void> {
    const { view } = this.#app;
    const { editing } = view;
    const text = given !== undefined && given.trimStart().startsWith("<") ? given : this.#copied.text;
    if (text === undefined) throw new Error("the clipboard holds no model: copy one here, or the text of an SDF file");
    const things = thingsInText(text);
    const staged = await stageThings(this.#app, things);
    const { x, y, z } =
      place === undefined ? this.#beside(boundsOfPoints(staged.points)) : shiftOnto(place, staged.points);
    const edits = creationsOf(staged, { x, y, z, qx: 0, qy: 0, qz: 0, qw: 1 }, namesIn(view.mirror));
    const words = things.length === 1 ? things[0]!.name : countKinds(things.map(({ kind }) => kind));
    const made = await editing.perform(`Paste ${words}`, edits);
    chooseMade(this.#app.view, made.entities);
  }

  async #remove(verb: string, entities: readonly Entity[]): Promise<void> {
    const { view } = this.#app;
    const { editing } = view;
    await editing.perform(`${verb} ${nameThings(view.mirror.world, entities)}`, entities.map(removeEdit));
  }

  #beside(bounds: ReturnType<typeof boundsOfPoints>): Vec3 {
    const view = sceneSessionOf(this.#app).open.current?.view;
    return besideShift(bounds, view && rightward(view.place));
  }

  #boundsOf(entities: readonly Entity[]): ReturnType<typeof boundsOfPoints> {
    const view = sceneSessionOf(this.#app).open.current?.view;
    if (view === undefined) return undefined;
    const things = entities.filter((entity) => !view.world.has(entity, IsLight));
    const shown = new Set(things.flatMap((entity) => shapesBelow(view, entity)).map(({ shape }) => shape.entity));
    return boundsOf(view.visuals.batches, (entity) => shown.has(entity));
  }
}

/** What was last copied on this page, in any world: for browsers that do not let a page read the system's clipboard. */
class Copied {
  text: string | undefined;
}
