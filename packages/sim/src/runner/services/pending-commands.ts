import type { orrery } from "@orrery/msgs";
import { Emitter } from "../../base/emitter.ts";
import { applyCommand } from "../../commands/apply-command.ts";
import type { Entity } from "../../ecs/entities.ts";
import { World } from "../../ecs/world.ts";
import type { Scene } from "../../scene/scene.ts";
import { textOf } from "../../base/error-text.ts";
import { modelRoomProblem, roomProblem, type Waiting } from "./pending-room.ts";

/** A command that waits for its world to resume, with the models that it needs. */
export interface PendingCommand {
  readonly command: orrery.Command;
  readonly scenes: readonly Scene[];
  /** Size as a message. */
  readonly bytes: number;
}

/**
 * Everybody's commands in a paused world, in order of arrival. They are not part of its state: going back in time keeps
 * them as long as they still make sense.
 */
export class PendingCommands {
  readonly changes: Emitter<void>;
  readonly #world: World;
  readonly #root: Entity;
  /** Commands whose files are being read, which already count towards the limits. */
  readonly #coming = new Set<Waiting>();
  #list: PendingCommand[] = [];
  #revision = 1;
  /** The world as it would be after them; undefined if it must be recomputed. */
  #tried: { readonly world: World; readonly version: number } | undefined;

  constructor(world: World, root: Entity, onError: (error: unknown) => void) {
    this.#world = world;
    this.#root = root;
    this.changes = new Emitter(onError);
  }

  /** Changes with every change of the list. */
  get revision(): number {
    return this.#revision;
  }

  get list(): readonly PendingCommand[] {
    return this.#list;
  }

  /** Returns the world as it would be after all pending commands. Must not be written. */
  after(): World {
    const version = this.#tried?.version;
    if (version !== undefined && !this.#world.hasChangedSince(version)) return this.#tried!.world;
    const world = this.#copy();
    for (const pending of this.#list) this.#problem(pending, world);
    this.#tried = { world, version: this.#world.mark() };
    return world;
  }

  /** Reserves room for a command to be added, until the result is disposed of. Throws if there is no room. */
  keepRoom(author: string, bytes: number): Disposable {
    const listed = this.#list.map((pending) => ({ author: pending.command.author ?? "", bytes: pending.bytes }));
    const coming: Waiting = { author, bytes };
    const problem = roomProblem([...listed, ...this.#coming], coming);
    if (problem !== undefined) throw new Error(problem);
    this.#coming.add(coming);
    return { [Symbol.dispose]: () => void this.#coming.delete(coming) };
  }

  /** Adds a command. Throws if it could not be applied after those already pending. */
  add(pending: PendingCommand): void {
    const { id = "" } = pending.command;
    if (this.#list.some(({ command }) => command.id === id)) throw new Error(`the command ${id} is already pending`);
    const problem = modelRoomProblem([pending, ...this.#list].map(({ scenes }) => scenes));
    if (problem !== undefined) throw new Error(problem);
    this.#try(pending, this.after());
    this.#set([...this.#list, pending]);
  }

  remove(id: string): PendingCommand {
    const found = this.#list.find(({ command }) => command.id === id);
    if (found === undefined) throw new Error(`no command ${id} is pending`);
    this.#tried = undefined;
    this.#set(this.#list.filter((pending) => pending !== found));
    return found;
  }

  /** Removes and returns all of them. */
  take(): readonly PendingCommand[] {
    const all = this.#list;
    this.#tried = undefined;
    if (all.length > 0) this.#set([]);
    return all;
  }

  /**
   * Drops the commands that no longer make sense, and returns them with the reason. Must be called after the world has
   * changed.
   */
  recheck(isStale: (command: orrery.Command) => string | undefined): { pending: PendingCommand; reason: string }[] {
    if (this.#list.length === 0) return [];
    const dropped: { pending: PendingCommand; reason: string }[] = [];
    const world = this.#copy();
    const kept = this.#list.filter((pending) => {
      const reason = isStale(pending.command) ?? this.#problem(pending, world);
      if (reason !== undefined) dropped.push({ pending, reason });
      return reason === undefined;
    });
    this.#tried = undefined;
    this.#set(kept);
    return dropped;
  }

  #set(list: PendingCommand[]): void {
    this.#list = list;
    this.#revision++;
    this.changes.emit();
  }

  #copy(): World {
    const world = new World();
    world.restore(this.#world.snapshot());
    return world;
  }

  #try({ command, scenes }: PendingCommand, world: World): void {
    try {
      applyCommand(world, this.#root, command, scenes);
    } catch (error) {
      // Half of the command may have been applied.
      this.#tried = undefined;
      throw error;
    }
  }

  #problem(pending: PendingCommand, world: World): string | undefined {
    try {
      applyCommand(world, this.#root, pending.command, pending.scenes);
      return undefined;
    } catch (error) {
      return textOf(error);
    }
  }
}
