import type { gz } from "@orrery/msgs";
import { Name } from "../../components/identity.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { EntityIndex } from "../../entities/entity-index.ts";
import { scopedName } from "../../entities/find.ts";
import type { Prepared } from "../prepared.ts";

/**
 * What earlier edits of a command will have done, for checking the later ones: a name may be reused once its bearer is
 * removed, and what does not exist yet cannot be inspected. Every query takes constant time, because a command may have
 * many edits.
 */
export class EditsSoFar {
  readonly #world: World;
  readonly #gone = new Set<Entity>();
  readonly #renamed = new Map<Entity, string>();
  /** The entities that get each name in `#renamed`. */
  readonly #given = new Map<string, Set<Entity>>();
  readonly #madeNames = new Set<string>();
  readonly #madeIds = new Set<number>();
  readonly #numbers: Map<string, number>;

  /** `numbers` has the next number to try for each name, shared by the edits of a command; see `firstNumber`. */
  constructor(world: World, numbers = new Map<string, number>()) {
    this.#world = world;
    this.#numbers = numbers;
  }

  /** Records an edit. Throws if it is about something that an earlier edit removes. */
  note({ writes = [], removes = [], create }: Prepared): void {
    // The last one is the target; joints removed along with it may already be removed by an earlier edit.
    for (const entity of new Set([...writes.map((write) => write.entity), ...removes.slice(-1)]))
      this.#checkIsThere(entity);
    for (const entity of removes) this.#gone.add(entity);
    for (const write of writes)
      if (write.component === Name && "value" in write) this.#rename(write.entity, write.value as string);
    if (create === undefined) return;
    this.#madeNames.add(create.name);
    if (create.firstId !== 0) for (let i = 0; i < create.idCount; i++) this.#madeIds.add(create.firstId + i);
  }

  /** Returns whether an edit of the same command creates it, or gives it its name. */
  makes({ id = 0, name = "" }: gz.Entity): boolean {
    if (id !== 0) return this.usesId(id);
    const [first, last] = [name.indexOf("::"), name.lastIndexOf("::")];
    return (
      this.#madeNames.has(first < 0 ? name : name.slice(0, first)) ||
      this.#given.has(last < 0 ? name : name.slice(last + 2))
    );
  }

  /** Returns whether an entity that does not exist yet has this id. */
  usesId(id: number): boolean {
    return this.#madeIds.has(id);
  }

  /**
   * Returns whether something directly below an entity will have this name. Below the world, entities that the command
   * creates count too.
   */
  isTaken(parent: Entity, name: string, isCounted: (entity: Entity) => boolean = () => true): boolean {
    const world = this.#world;
    if (world.parentOf(parent) === noEntity && this.#madeNames.has(name)) return true;
    const isThere = (child: Entity): boolean => !this.#gone.has(child) && isCounted(child);
    const had = EntityIndex.of(world).childrenNamed(parent, name);
    if (had.some((child) => !this.#renamed.has(child) && isThere(child))) return true;
    const given = this.#given.get(name);
    return given !== undefined && [...given].some((child) => world.parentOf(child) === parent && isThere(child));
  }

  /**
   * Returns the number from which to look for an unused name. The edits of one command continue counting: if each
   * started at zero, a thousand copies would try a million names.
   */
  firstNumber(name: string): number {
    return this.#numbers.get(name) ?? 0;
  }

  noteNumber(name: string, used: number): void {
    this.#numbers.set(name, used + 1);
  }

  #rename(entity: Entity, name: string): void {
    const before = this.#renamed.get(entity);
    if (before !== undefined) {
      const others = this.#given.get(before)!;
      others.delete(entity);
      if (others.size === 0) this.#given.delete(before);
    }
    this.#renamed.set(entity, name);
    const bearers = this.#given.get(name);
    if (bearers === undefined) this.#given.set(name, new Set([entity]));
    else bearers.add(entity);
  }

  #checkIsThere(entity: Entity): void {
    for (let at = entity; at !== noEntity; at = this.#world.parentOf(at)) {
      if (this.#gone.has(at)) throw new Error(`"${scopedName(this.#world, entity)}" is removed by the same command`);
    }
  }
}
