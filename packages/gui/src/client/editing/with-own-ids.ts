import type { orrery } from "@orrery/msgs";
import { idsNeeded, type Scene } from "@orrery/sim/host";
import type { OwnIds } from "../own-ids.ts";
import type { KnownScene } from "./scene-library.ts";

/**
 * Assigns ids to everything that a command creates, so that the page and the server use the same ones; assigns none if
 * the page does not know how many it needs. `scenes` are those of its creations, in order.
 */
export function withOwnIds(command: orrery.Command, scenes: readonly KnownScene[], ids: OwnIds): orrery.Command {
  const left = [...scenes];
  const edits = (command.edits ?? []).map((edit): orrery.Edit => {
    const { create } = edit;
    if (!create) return edit;
    const known = left.shift();
    if (create.first_id || known?.kind !== "loaded") return edit;
    return { create: { ...create, first_id: ids.take(idsFor(known.scene)) } };
  });
  return { ...command, edits };
}

function idsFor({ models, lights }: Scene): number {
  return [...models, ...lights].reduce((sum, thing) => sum + idsNeeded(thing), 0);
}
