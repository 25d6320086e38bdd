import { Name } from "../components/identity.ts";
import { JointLinks } from "../components/joint.ts";
import { noEntity, type Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";

/**
 * Finds entities by name, and joints by their links, in constant time. Without it, a request that names ten thousand
 * things would search the whole world ten thousand times. Brought up to date with the world when it is used; never part
 * of the state.
 */
export class EntityIndex {
  readonly #world: World;
  /**
   * By `nameKey`. May contain entities that were removed, moved or renamed, so each is checked before it is returned.
   */
  #named = new Map<string, Entity[]>();
  /** By their own names, at any depth. */
  #own = new Map<string, Entity[]>();
  #joints = new Map<Entity, Entity[]>();
  /** The largest number of `::` in a single name: files of older versions write nested models flat. */
  #mostScopes = 0;
  /** Number of names, including those of removed entities. */
  #size = 0;
  /** The world version that it is up to date with. */
  #version = -1;

  static of(world: World): EntityIndex {
    let index = indexes.get(world);
    if (index === undefined) indexes.set(world, (index = new EntityIndex(world)));
    return index;
  }

  private constructor(world: World) {
    this.#world = world;
  }

  /** Number of names: at most a small multiple of the number of existing entities. */
  get size(): number {
    return this.#size;
  }

  /** Returns the children of an entity that have this name, by id. For `noEntity`, those without a parent. */
  childrenNamed(parent: Entity, name: string): Entity[] {
    this.#refresh();
    const world = this.#world;
    const known = this.#named.get(nameKey(parent, name)) ?? [];
    return known.filter(
      (each) => world.exists(each) && world.parentOf(each) === parent && world.get(each, Name) === name,
    );
  }

  /** Returns all entities with this name, whatever they belong to, by id. */
  allNamed(name: string): Entity[] {
    this.#refresh();
    return (this.#own.get(name) ?? []).filter((each) => this.#world.get(each, Name) === name);
  }

  /** Returns all entities with this scoped name relative to `top`. */
  scopedBelow(top: Entity, scopedName: string): Entity[] {
    this.#refresh();
    const found: Entity[] = [];
    const waiting = [{ parent: top, name: scopedName }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { parent, name } = next;
      found.push(...this.childrenNamed(parent, name));
      let end = name.indexOf("::");
      for (let scopes = 0; end >= 0 && scopes <= this.#mostScopes; scopes++, end = name.indexOf("::", end + 2)) {
        for (const child of this.childrenNamed(parent, name.slice(0, end)))
          waiting.push({ parent: child, name: name.slice(end + 2) });
      }
    }
    return found;
  }

  /** Returns the joints that have the link as parent or child, by id. */
  jointsAt(link: Entity): Entity[] {
    this.#refresh();
    const known = this.#joints.get(link) ?? [];
    return known.filter((joint) => {
      const links = this.#world.get(joint, JointLinks);
      return links !== undefined && (links.parent === link || links.child === link);
    });
  }

  /**
   * Makes a change and indexes the entities that it returns: created ones, including their descendants, and renamed
   * ones.
   */
  follow(change: () => readonly Entity[]): void {
    const wasFresh = this.#isFresh();
    const changed = change();
    if (!wasFresh) return;
    for (const entity of changed) this.#addTree(entity);
    // Removed entities stay listed. The index is rebuilt when they are most of it, which bounds its memory.
    const isCrowded = this.#size > MAX_PER_ENTITY * this.#world.entityCount + ROOM;
    this.#version = isCrowded ? -1 : this.#world.mark();
  }

  #isFresh(): boolean {
    const world = this.#world;
    const lastWrite = Math.max(world.store(Name).lastWrite, world.store(JointLinks).lastWrite, world.lastPlaced);
    return lastWrite <= this.#version;
  }

  #refresh(): void {
    if (this.#isFresh()) return;
    this.#named = new Map();
    this.#own = new Map();
    this.#joints = new Map();
    this.#mostScopes = this.#size = 0;
    for (const [entity] of this.#world.query(Name)) this.#add(entity);
    for (const [joint] of this.#world.query(JointLinks)) this.#addJoint(joint);
    this.#version = this.#world.mark();
  }

  #addTree(top: Entity): void {
    const waiting = [top];
    for (let entity = waiting.pop(); entity !== undefined; entity = waiting.pop()) {
      this.#add(entity);
      this.#addJoint(entity);
      for (const child of this.#world.childrenOf(entity)) waiting.push(child);
    }
  }

  #add(entity: Entity): void {
    const name = this.#world.get(entity, Name);
    if (name === undefined) return;
    this.#size++;
    insert(this.#own, name, entity);
    insert(this.#named, nameKey(this.#world.parentOf(entity), name), entity);
    if (name.includes("::")) this.#mostScopes = Math.max(this.#mostScopes, name.split("::").length - 1);
  }

  #addJoint(joint: Entity): void {
    const links = this.#world.get(joint, JointLinks);
    for (const link of new Set([links?.parent, links?.child]))
      if (link !== undefined && link !== noEntity) insert(this.#joints, link as Entity, joint);
  }
}

const MAX_PER_ENTITY = 2;
const ROOM = 1000;

const indexes = new WeakMap<World, EntityIndex>();

function nameKey(parent: Entity, name: string): string {
  return `${parent}/${name}`;
}

/** Inserts into a list sorted by id: the order must not depend on when something was created. */
function insert<K>(lists: Map<K, Entity[]>, key: K, entity: Entity): void {
  const list = lists.get(key);
  if (list === undefined) return void lists.set(key, [entity]);
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (list[middle]! < entity) from = middle + 1;
    else to = middle;
  }
  if (list[from] !== entity) list.splice(from, 0, entity);
}
