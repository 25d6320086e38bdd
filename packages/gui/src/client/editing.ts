import type { gz, orrery } from "@orrery/msgs";
import type { Entity } from "@orrery/sim";
import { Presence } from "./presence.ts";
import type { Source } from "./source.ts";

/** What a command made: entities and their names, in the order of its edits. */
export interface Made {
  readonly entities: readonly Entity[];
  readonly names: readonly string[];
}

/**
 * The one way in which a page changes a world: whatever a tool, a panel or a menu does is one command of one or more edits, done
 * whole or not at all, undone as one. How they are made: `moveEdit`, `removeEdit`, `componentsEdit` and so on of `@orrery/sim`.
 */
export class Editing {
  readonly #source: Source;
  #counter = 0;

  constructor(source: Source) {
    this.#source = source;
  }

  /** `description` is for people, as lists of commands show it: "Move box_1". Rejects with the reason when the world refuses. */
  async perform(description: string, edits: readonly orrery.Edit[]): Promise<Made> {
    const world = this.#source.world.current;
    if (world === undefined) throw new Error("There is no connection to the world");
    const { session } = Presence.of(this.#source);
    const { id = "page", name = "" } = session.current ?? {};
    const command: orrery.Command = {
      id: `${id}:${Date.now().toString(36)}-${++this.#counter}`,
      description,
      author_name: name,
      timeline: this.#source.mirror.timeline,
      edits: [...edits],
    };
    const { data = false, header } = await world.node.request<gz.Boolean>(`${world.prefix}/command`, command);
    const told = (key: string): readonly string[] => header?.data?.find((entry) => entry.key === key)?.value ?? [];
    if (!data) throw new Error(told("error")[0] ?? "The world refused without a reason");
    return { entities: told("id").map((text) => Number(text) as Entity), names: told("name") };
  }
}
