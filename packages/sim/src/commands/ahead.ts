import type { gz } from "@orrery/msgs";
import { Name } from "../components/identity.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { scopedName } from "../scene/find.ts";
import type { Prepared } from "./prepared.ts";

/**
 * What the edits of a command so far will have done, for the checks of those that follow: a name may be given after its bearer
 * is gone, and what is yet to be made cannot be looked at.
 */
export class Ahead {
  readonly #world: World;
  readonly #gone = new Set<Entity>();
  readonly #renamed = new Map<Entity, string>();
  readonly #made: { readonly name: string; readonly firstId: number; readonly idCount: number }[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** Throws when an edit is about what an earlier one removes. */
  note({ writes = [], removes = [], create }: Prepared): void {
    // The last one is what is meant; joints that go with it may have gone with another already.
    for (const entity of new Set([...writes.map((write) => write.entity), ...removes.slice(-1)]))
      this.#checkIsThere(entity);
    for (const entity of removes) this.#gone.add(entity);
    for (const write of writes)
      if (write.component === Name && "value" in write) this.#renamed.set(write.entity, write.value as string);
    if (create !== undefined) this.#made.push(create);
  }

  /** Whether it is made, or gets its name, by an edit of the same command. */
  makes({ id = 0, name = "" }: gz.Entity): boolean {
    if (id !== 0) return this.usesId(id);
    const first = name.split("::")[0]!;
    return (
      this.#made.some((made) => made.name === first) || [...this.#renamed.values()].includes(name.split("::").at(-1)!)
    );
  }

  /** Whether an entity that is yet to be made has this id. */
  usesId(id: number): boolean {
    return this.#made.some(({ firstId, idCount }) => firstId !== 0 && id >= firstId && id < firstId + idCount);
  }

  /** Names of what is directly below an entity; of the world's, those that come too. */
  namesBelow(parent: Entity, isCounted: (entity: Entity) => boolean = () => true): Set<string> {
    const world = this.#world;
    const names = new Set<string>();
    for (const child of world.childrenOf(parent)) {
      if (this.#gone.has(child) || !isCounted(child)) continue;
      names.add(this.#renamed.get(child) ?? world.get(child, Name) ?? "");
    }
    if (world.parentOf(parent) === noEntity) for (const { name } of this.#made) names.add(name);
    return names;
  }

  #checkIsThere(entity: Entity): void {
    for (let at = entity; at !== noEntity; at = this.#world.parentOf(at)) {
      if (this.#gone.has(at)) throw new Error(`"${scopedName(this.#world, entity)}" is removed by the same command`);
    }
  }
}
