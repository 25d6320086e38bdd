import type { orrery } from "@orrery/msgs";
import { SimClock } from "@orrery/sim/components";
import type { Request } from "../random-history/request.ts";
import { Book, type Sight } from "./book.ts";
import type { Port } from "./port.ts";
import { idsOf, Tree } from "./tree.ts";

interface Undone {
  readonly id: string;
  /** Where redo leads; `undefined` while the client has not seen it. */
  readonly to: Sight | undefined;
}

/** The destination of the last jump, until the world has gone on. */
interface Landing {
  readonly sight: Sight;
  /** The stretches that existed. */
  readonly ids: ReadonlySet<string>;
  /** Whether there was an input that is not a command; the next jump makes a stretch of it. */
  hasInputs: boolean;
}

/**
 * A client that records what it has seen, and compares every place that it reaches with the record. It knows the world
 * only through services, and the rules of undo and redo from the documentation.
 */
export class RandomClient {
  readonly port: Port;
  readonly book = new Book();
  /** Commands that were done, with the request. */
  readonly done = new Map<string, Request>();
  operations = 0;
  readonly isTight: boolean;
  #redo: Undone[] = [];
  #landing: Landing | undefined;

  /** `isTight` says that destinations, and the ends of stretches, may have been forgotten. */
  constructor(port: Port, { isTight = false } = {}) {
    this.port = port;
    this.isTight = isTight;
  }

  async sight(): Promise<Sight> {
    const { world, root } = this.port;
    return { hash: await this.port.hash(), timeNs: world.get(root, SimClock)!.timeNs };
  }

  /** Requests a command. If refused, it must not have changed anything. */
  async command(id: string, request: Request): Promise<void> {
    this.operations++;
    const before = await this.sight();
    const was = await this.port.history();
    const why = await this.port.ask(request);
    if (why !== "") return this.#mustBe(before, was, `${request.service} was refused (${why})`);
    const { undo = [] } = await this.port.history();
    if (undo[0]?.id !== id) return this.noteInput();
    this.done.set(id, request);
    this.book.check(`before ${id}`, before);
    await this.#goneOn(before, request.service === "control");
    this.#redo = [];
  }

  /** Requests two commands of one moment; the state between them is seen when somebody goes there. */
  async commands(given: readonly { readonly id: string; readonly request: Request }[]): Promise<void> {
    this.operations += given.length;
    const before = await this.sight();
    const { undo: was } = await this.port.history();
    const answers = await this.port.askAll(given.map(({ request }) => request));
    const { undo } = await this.port.history();
    const added = idsOf(undo)
      .filter((id) => !idsOf(was).includes(id))
      .toReversed();
    for (const { id, request } of given) if (added.includes(id)) this.done.set(id, request);
    if (added.length === 0) return this.noteInput();
    // With little memory, the other one may have been done first and be forgotten: a model is loaded before it is
    // inserted.
    const isFirstKnown = !this.isTight || added.length === answers.filter((why) => why === "").length;
    if (isFirstKnown && added[0] === given[0]!.id) this.book.check(`before ${added[0]}`, before);
    // A reset as the second of them ends a stretch whose end nobody has seen.
    if (given.some(({ request }) => request.service === "control")) await this.#eraseEnds();
    else await this.#goneOn(before);
    this.#landing = undefined;
    this.#redo = [];
  }

  /** Makes a request that must be refused, and change nothing. */
  async refused(request: Request): Promise<void> {
    this.operations++;
    const before = await this.sight();
    const was = await this.port.history();
    const why = await this.port.ask(request);
    if (why === "")
      throw new Error(`${request.service} was not refused: ${JSON.stringify(request.value).slice(0, 200)}`);
    await this.#mustBe(before, was, "refused");
  }

  /** Repeats a request that was done: nothing happens, whatever the answer. */
  async again(request: Request): Promise<void> {
    this.operations++;
    const before = await this.sight();
    const was = await this.port.history();
    await this.port.ask(request);
    await this.#mustBe(before, was, "asked again");
  }

  /** A pending command is done with the next step. */
  async letGo(id: string, request: Request): Promise<void> {
    const before = await this.sight();
    await this.steps(1);
    const { undo } = await this.port.history();
    if (undo?.[0]?.id !== id) return;
    this.done.set(id, request);
    this.book.check(`before ${id}`, before);
    this.#redo = [];
  }

  async steps(count: number): Promise<void> {
    this.operations++;
    const before = await this.sight();
    const value = { pause: true, multi_step: count };
    const why = await this.port.ask({ service: "control", type: "gz.msgs.WorldControl", value });
    if (why !== "") throw new Error(`steps were refused: ${why}`);
    const after = await this.sight();
    await this.#goneOn(before);
    const { present = "" } = await this.port.history();
    // What lay ahead may have been forgotten, and differ now.
    if (!this.isTight) this.book.check(`${present} at ${after.timeNs}`, after);
  }

  /** Records a message, or any other input that is not a command. */
  noteInput(): void {
    if (this.#landing !== undefined) this.#landing.hasInputs = true;
  }

  async undo(id: string): Promise<void> {
    const from = await this.#leave();
    const { undo } = await this.port.history();
    const undone = idsOf(undo).slice(0, idsOf(undo).indexOf(id) + 1);
    if (!(await this.#jump({ id, undo: true }, `before ${id}`))) return;
    const redo = undone.map((each, i): Undone => {
      const next = undone[i - 1];
      return { id: each, to: next === undefined ? from : this.book.get(`before ${next}`) };
    });
    this.#redo.push(...redo);
    await this.#checkRedo();
  }

  async redo(id: string): Promise<void> {
    await this.#leave();
    const index = this.#redo.findLastIndex((each) => each.id === id);
    const undone = this.#redo[index];
    if (!(await this.#jump({ id }, undefined))) return;
    if (undone?.to !== undefined) this.#mustBeAt(undone.to, `where redo of ${id} leads`);
    this.#redo = this.#redo.slice(0, index);
    await this.#checkRedo();
  }

  /** Goes to the moment before a command, to the end of a stretch, or to a time on the way there. */
  async goTo(place: string, { id, stretch, timeNs }: { id: string; stretch: string; timeNs?: number }): Promise<void> {
    const wasElsewhere = this.#landing !== undefined && !this.#landing.hasInputs;
    const hadInputs = this.#landing?.hasInputs === true;
    await this.#leave();
    const was = await this.port.history();
    const before = new Tree(was);
    const tip = was.ahead || (was.present ?? "");
    const leaf = before.line(tip).includes(stretch) ? tip : stretch;
    const time = timeNs === undefined ? {} : { time: { sec: Math.floor(timeNs / 1e9), nsec: timeNs % 1e9 } };
    if (!(await this.#jump({ id, ...time }, place))) return;
    const { undo } = await this.port.history();
    const left = new Set(idsOf(undo));
    const later = before.marksTo(leaf).filter((mark) => !left.has(mark));
    const isBack = !wasElsewhere && leaf === was.present;
    const undone = later.map((each, i): Undone => {
      const next = later[i + 1];
      return { id: each, to: this.book.get(next === undefined ? `end of ${leaf}` : `before ${next}`) };
    });
    // Inputs after the last jump may or may not have become a stretch of their own by now.
    if (hadInputs) return this.#adoptRedo();
    this.#redo = [...(isBack ? this.#redo : []), ...undone.toReversed()];
    await this.#checkRedo();
  }

  /** Jumps. Resolves to whether it was done. */
  async #jump(value: object, place: string | undefined): Promise<boolean> {
    this.operations++;
    const isUndo = !("time" in value) && place === undefined;
    const isUndoRedo = isUndo || "undo" in value;
    const request: Request = isUndoRedo
      ? { service: "history/undo_redo", type: "orrery.msgs.UndoRedo", value: { ...value } }
      : { service: "history/go_to", type: "orrery.msgs.GoTo", value: { ...value } };
    const why = await this.port.ask(request);
    if (why !== "") {
      if (this.isTight && /remember|not among/.test(why)) return false;
      throw new Error(`${request.service} ${JSON.stringify(value)} was refused: ${why}`);
    }
    const sight = await this.sight();
    const history = await this.port.history();
    this.#landing = { sight, ids: new Tree(history).ids, hasInputs: false };
    if (place !== undefined) this.book.check(place, sight);
    // What lies ahead of it may be forgotten next.
    if (this.isTight) this.book.erase(`end of ${history.present}`);
    return true;
  }

  /** Records where the present stretch is left, and returns what is seen there. */
  async #leave(): Promise<Sight> {
    const from = await this.sight();
    const { present = "" } = await this.port.history();
    if (this.#landing === undefined) this.book.set(`end of ${present}`, from);
    // The inputs continue the stretch, if that ends here.
    else if (this.#landing.hasInputs) this.book.erase(`end of ${present}`);
    return from;
  }

  /** Records that the world has gone on: after a jump that creates stretches, and so does a reset. */
  async #goneOn(before: Sight, isReset = false): Promise<void> {
    const landing = this.#landing;
    this.#landing = undefined;
    const history = await this.port.history();
    const tree = new Tree(history);
    const { present = "" } = history;
    const parent = tree.parentOf(present);
    this.book.erase(`end of ${present}`);
    if (isReset) {
      this.book.set(`end of ${parent}`, before);
      if (this.isTight || landing === undefined || landing.ids.has(parent)) return;
      this.book.check(`end of ${tree.parentOf(parent)}`, landing.sight);
    } else if (!this.isTight && landing !== undefined && !landing.ids.has(present))
      this.book.check(`end of ${parent}`, landing.sight);
  }

  /** Erases the ends of all stretches on the line that leads to now. */
  async #eraseEnds(): Promise<void> {
    const history = await this.port.history();
    for (const id of new Tree(history).line(history.present ?? "")) this.book.erase(`end of ${id}`);
  }

  async #checkRedo(): Promise<void> {
    const { redo } = await this.port.history();
    const own = this.#redo
      .map(({ id }) => id)
      .filter((id) => (this.isTight ? idsOf(redo).includes(id) : !this.port.forgotten.has(id)))
      .toReversed();
    if (own.join() !== idsOf(redo).join()) throw new Error(`redo: ${idsOf(redo).join()} is not ${own.join()}`);
  }

  async #adoptRedo(): Promise<void> {
    const { redo } = await this.port.history();
    this.#redo = idsOf(redo)
      .toReversed()
      .map((id) => ({ id, to: undefined }));
  }

  #mustBeAt(wanted: Sight, where: string): void {
    const { sight } = this.#landing!;
    if (sight.hash !== wanted.hash || sight.timeNs !== wanted.timeNs)
      throw new Error(`${where}: it is ${sight.timeNs / 1e9} s, not ${wanted.timeNs / 1e9} s, or another state`);
  }

  async #mustBe(before: Sight, was: orrery.History, what: string): Promise<void> {
    const [now, is] = [await this.sight(), await this.port.history()];
    if (now.hash !== before.hash) throw new Error(`${what}: and the world is another`);
    const listed = idsOf(is.undo);
    // A command that has left the list, which is reported, may come back by a jump to it.
    const expected = idsOf(was.undo).filter((id) => listed.includes(id) || !this.port.forgotten.has(id));
    if (listed.join() !== expected.join()) throw new Error(`${what}: and the list is another`);
    this.noteInput();
  }
}
