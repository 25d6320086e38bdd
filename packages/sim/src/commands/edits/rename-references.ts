import { Name } from "../../components/identity.ts";
import { JointAxes } from "../../components/joint.ts";
import { Surface } from "../../components/physics.ts";
import { JointSettings } from "../../components/saving.ts";
import { Sensor } from "../../components/sensor.ts";
import { Frames, Plugins } from "../../components/simulation.ts";
import type { Component } from "../../ecs/component.ts";
import { noEntity, type Entity } from "../../ecs/entities.ts";
import type { World } from "../../ecs/world.ts";
import { changeTexts } from "../texts/change-texts.ts";
import { writing, type Write } from "../prepared.ts";

/**
 * Writes the new name wherever text refers to the entity: in joints, frames, friction directions, sensors, systems'
 * parameters.
 */
export function referenceWrites(world: World, entity: Entity, name: string): Write[] {
  const renamer = new Renamer(world, entity, name);
  return [
    ...renamer.each(JointSettings, (settings, joint) => {
      const scope = world.parentOf(joint);
      return {
        ...settings,
        parentName: renamer.path(settings.parentName, scope),
        childName: renamer.path(settings.childName, scope),
        gearboxReferenceBody: renamer.path(settings.gearboxReferenceBody, scope),
      };
    }),
    ...renamer.each(JointAxes, (axes, joint) => {
      if (axes.every(({ mimic }) => mimic === undefined)) return axes;
      const scope = world.parentOf(joint);
      return axes.map((axis) =>
        axis.mimic ? { ...axis, mimic: { ...axis.mimic, joint: renamer.path(axis.mimic.joint, scope) } } : axis,
      );
    }),
    ...renamer.each(Surface, (surface, collision) => {
      if (surface.fdir1In === "") return surface;
      return { ...surface, fdir1In: renamer.path(surface.fdir1In, world.parentOf(world.parentOf(collision))) };
    }),
    ...renamer.each(Frames, (frames, holder) =>
      frames.map((frame) => ({ ...frame, attachedTo: renamer.path(frame.attachedTo, holder) })),
    ),
    ...renamer.each(Sensor, (sensor, holder) => ({
      ...sensor,
      settings: renamer.xml(sensor.settings, [world.parentOf(holder)]),
    })),
    ...renamer.each(Plugins, (plugins, holder) =>
      plugins.map((plugin) => ({ ...plugin, innerXml: renamer.xml(plugin.innerXml, [holder, renamer.root]) })),
    ),
  ];
}

class Renamer {
  readonly root: Entity;
  readonly #world: World;
  readonly #name: string;
  /** The ancestors from the entity up to the world. */
  readonly #above: Entity[] = [];

  constructor(world: World, entity: Entity, name: string) {
    this.#world = world;
    this.#name = name;
    for (let at = entity; at !== noEntity; at = world.parentOf(at)) this.#above.push(at);
    this.root = this.#above.at(-1)!;
  }

  /** Lists the changes to a component, on all entities. */
  each<T>(component: Component<T>, renamed: (value: T, entity: Entity) => T): Write[] {
    const writes: Write[] = [];
    for (const [entity, value] of this.#world.query(component)) {
      const next = renamed(value, entity);
      if (next !== value && JSON.stringify(next, exact) !== JSON.stringify(value, exact))
        writes.push(writing(entity, component, next));
    }
    return writes;
  }

  /** Returns the new form of a name as written in a model or world, of the entity or of something in it. */
  path(written: string, scope: Entity): string {
    const old = this.#pathFrom(scope);
    if (old === undefined || (written !== old && !written.startsWith(`${old}::`))) return written;
    const holder = old.slice(0, old.length - this.#ownName().length);
    return `${holder}${this.#name}${written.slice(old.length)}`;
  }

  /**
   * Replaces the texts of elements that name parts: `<left_joint>`, `<link_name>`, `<collision>`. A topic that happens
   * to have the same name stays.
   */
  xml(text: string, scopes: readonly Entity[]): string {
    return changeTexts(text, (tag, inner) => {
      if (!/(joint|link|model|entity|collision|body|sensor|name)$/.test(tag)) return inner;
      const written = unescaped(inner);
      for (const scope of scopes) {
        const renamed = this.path(written, scope);
        if (renamed !== written) return escaped(renamed);
      }
      return inner;
    });
  }

  #ownName(): string {
    return this.#world.get(this.#above[0]!, Name) ?? "";
  }

  /** Returns the entity's name within the scope; `undefined` if it does not belong to the scope. */
  #pathFrom(scope: Entity): string | undefined {
    const end = this.#above.indexOf(scope);
    if (end <= 0) return undefined;
    return this.#above
      .slice(0, end)
      .reverse()
      .map((each) => this.#world.get(each, Name) ?? "")
      .join("::");
  }
}

/** Encodes Infinity, which JSON does not have. */
function exact(_key: string, value: unknown): unknown {
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

function unescaped(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
