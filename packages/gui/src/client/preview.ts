import type { orrery } from "@orrery/msgs";
import { type Entity, type World } from "@orrery/sim";
import { applyCommand, applyJointResets, scenesWanted, textOf, type Made, type Scene } from "@orrery/sim/host";
import type { ContainedFrom } from "./contained-from.ts";
import type { PreviewedCommand } from "./mirror.ts";
import type { SceneLibrary } from "./scene-library.ts";

/** The progress of one's own command: made here, known to the server, applied or withdrawn there. */
export type PreviewPhase = "making" | "known" | "left";

/** A command of one's own that the page's copy shows before the world has it: sent, or waiting for the world to go on. */
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

  /** The world has done it, or has taken it off its list: states from that one on are shown without it. */
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
 * Applies a command to a copy of the world without physics. What physics would do at once when the world resumes is
 * done here too: joints go where the command puts them.
 */
export function showCommand(world: World, root: Entity, command: orrery.Command, scenes: readonly Scene[]): Made {
  const made = applyCommand(world, root, command, scenes);
  applyJointResets(world, (_, act) => act());
  return made;
}

/** Returns what a command creates, if it is known. Throws when some of it is not. */
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
