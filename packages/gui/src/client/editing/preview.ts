import type { orrery } from "@orrery/msgs";
import { type Entity, type World } from "@orrery/sim";
import { applyCommand, applyJointResets, scenesWanted, textOf, type Made, type Scene } from "@orrery/sim/host";
import type { ContainedFrom } from "../contained-from.ts";
import type { PreviewedCommand } from "../mirror.ts";
import type { SceneLibrary } from "./scene-library.ts";

/** The progress of one's own command: made on this page, known to the server, applied or withdrawn there. */
export type PreviewPhase = "making" | "known" | "left";

/**
 * One's own command that the page's copy shows before the world has it: under way to the server, or waiting for the
 * world to resume.
 */
export class Preview implements PreviewedCommand {
  readonly id: string;
  readonly command: orrery.Command;
  readonly isAwaited: boolean;
  phase: PreviewPhase;
  containedFrom: ContainedFrom | undefined;
  made: Made = NOTHING;
  /** Why it cannot be shown; undefined when it is. */
  trouble: string | undefined;
  readonly #library: SceneLibrary;

  constructor(command: orrery.Command, library: SceneLibrary, phase: PreviewPhase, { isAwaited = false } = {}) {
    this.id = command.id ?? "";
    this.command = command;
    this.phase = phase;
    this.isAwaited = isAwaited;
    this.#library = library;
  }

  /**
   * Records that the world has applied the command or removed it from its list: states from that one on are shown
   * without it.
   */
  leave(containedFrom: ContainedFrom): void {
    this.phase = "left";
    this.containedFrom = containedFrom;
  }

  apply(world: World, root: Entity): void {
    this.made = NOTHING;
    try {
      this.made = showCommand(world, root, this.command, scenesFor(world, root, this.command, this.#library));
      this.trouble = undefined;
    } catch (error) {
      this.trouble = textOf(error);
      throw error;
    }
  }
}

/**
 * Applies a command to a copy of the world that has no physics. What physics would do immediately on resuming is done
 * here as well: joints move to where the command puts them.
 */
export function showCommand(world: World, root: Entity, command: orrery.Command, scenes: readonly Scene[]): Made {
  const made = applyCommand(world, root, command, scenes);
  applyJointResets(world, (_, act) => act());
  return made;
}

/** Returns what a command creates, if it is known; throws if part of it is not. */
export function scenesFor(
  world: World,
  root: Entity,
  command: orrery.Command,
  library: SceneLibrary,
): readonly Scene[] {
  return scenesWanted(world, root, command).map((source) => {
    const known = library.look(source);
    if (known.kind === "loaded") return known.scene;
    throw new Error(known.kind === "loading" ? "It is being loaded" : known.reason);
  });
}

const NOTHING: Made = { entities: [], names: [] };
