import { type Entity, type World } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { Name } from "@orrery/sim/components";
import { logError } from "../../base/log-error.ts";
import { kept } from "../../client/kept.ts";
import type { Value } from "../../client/value.ts";
import type { WorldApp } from "../../shell/app.ts";
import { lookNames, type LookName } from "../../render/look-names.ts";

/**
 * Looks by the full name of their owner, beginning with the world's name, so that models of the same name in different
 * worlds do not share them.
 */
type Looks = Readonly<Record<string, readonly LookName[]>>;

/**
 * How this person looks at single models, links and visuals: hidden, transparent, as wireframes, with their collisions,
 * or isolated. Stored by the browser, by name, and never sent to the world. Everything below a thing has its looks too.
 */
export class EntityLooks {
  readonly changes = new Emitter<void>(logError);
  readonly #world: World;
  readonly #looks: Value<Looks>;
  /** The isolated entities, for this visit. */
  #isolated: ReadonlySet<string> = new Set();

  constructor(world: World, looks: Value<Looks>) {
    this.#world = world;
    this.#looks = looks;
  }

  /** Whether anything is drawn with a look other than the world's. */
  get isPlain(): boolean {
    return this.#isolated.size === 0 && Object.keys(this.#looks.current).length === 0;
  }

  get isIsolating(): boolean {
    return this.#isolated.size > 0;
  }

  /** Returns whether it, or something above it, has this look. */
  has(entity: Entity, look: LookName): boolean {
    if (this.isPlain) return false;
    const names = this.#namesUp(entity);
    const isOut = look === "hidden" && this.#isolated.size > 0 && !names.some((name) => this.#isolated.has(name));
    return isOut || names.some((name) => this.#looks.current[name]?.includes(look) ?? false);
  }

  /** Gives the look to all of them, or removes it if all have it already. */
  toggle(entities: readonly Entity[], look: LookName): void {
    const isOn = entities.every((entity) => this.#own(entity).includes(look));
    const looks: Record<string, readonly LookName[]> = { ...this.#looks.current };
    for (const entity of entities) {
      const others = this.#own(entity).filter((own) => own !== look);
      const next = isOn ? others : [...others, look];
      const name = fullName(this.#world, entity);
      if (next.length === 0) delete looks[name];
      else looks[name] = next;
    }
    this.#looks.set(looks);
    this.changes.emit();
  }

  /** Returns whether each of them has the look itself. */
  isOn(entities: readonly Entity[], look: LookName): boolean {
    return entities.length > 0 && entities.every((entity) => this.#own(entity).includes(look));
  }

  /** Shows only these; without any, everything again. */
  isolate(entities: readonly Entity[]): void {
    this.#isolated = new Set(entities.map((entity) => fullName(this.#world, entity)));
    this.changes.emit();
  }

  /** Ends isolation and shows what is hidden; other looks stay. */
  showAll(): void {
    this.#isolated = new Set();
    const looks = Object.entries(this.#looks.current).map(
      ([name, own]) => [name, own.filter((look) => look !== "hidden")] as const,
    );
    this.#looks.set(Object.fromEntries(looks.filter(([, own]) => own.length > 0)));
    this.changes.emit();
  }

  /** Returns how many things of this world were hidden, not counting those below a hidden one. */
  hiddenCount(): number {
    if (this.isPlain) return 0;
    const present = new Set(this.#world.entities().map((entity) => fullName(this.#world, entity)));
    const all = Object.entries(this.#looks.current);
    return all.filter(([name, own]) => own.includes("hidden") && present.has(name)).length;
  }

  #own(entity: Entity): readonly LookName[] {
    return this.#looks.current[fullName(this.#world, entity)] ?? [];
  }

  /** Returns the names of the entity and of all above it. */
  #namesUp(entity: Entity): string[] {
    const parts = fullName(this.#world, entity).split("::");
    return parts.map((_, i) => parts.slice(0, i + 1).join("::"));
  }
}

/** Returns a full name such as `shapes::ramp::link`. */
function fullName(world: World, entity: Entity): string {
  const parent = world.parentOf(entity);
  const name = world.get(entity, Name) ?? `#${entity}`;
  return parent === 0 ? name : `${fullName(world, parent)}::${name}`;
}

function isLooks(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((own) => Array.isArray(own) && own.every((look) => lookNames.includes(look as LookName)))
  );
}

export function entityLooksOf({ view: { services, mirror, namespace } }: WorldApp): EntityLooks {
  // Shared by the page's worlds: otherwise each would overwrite what another has stored.
  return services.of(EntityLooks, () => new EntityLooks(mirror.world, kept(`scene.looks${namespace}`, {}, isLooks)));
}
