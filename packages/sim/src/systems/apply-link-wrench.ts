import type { gz } from "@orrery/msgs";
import { zero, type Vec3 } from "../base/vec3.ts";
import { IsCanonical, IsLink, IsModel, Name } from "../components/identity.ts";
import { component } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { addWrench } from "../commands/edits/add-wrench.ts";
import { findEntity } from "../commands/find-entity.ts";
import { flagParam, groupsParam, textParam, vec3Param } from "../runner/systems/params.ts";
import { defineSystem } from "../runner/systems/system.ts";
import { asTopicName, worldPrefix } from "../transport/names.ts";
import { canonicalLinkOf } from "../entities/canonical-link.ts";
import { refusals } from "./control/refusals.ts";
import { derived } from "./derived.ts";
import { gazeboNames } from "./gazebo-names.ts";
import { vectorProblem } from "../base/value-bounds.ts";

/**
 * A push on a link, or on the canonical link of a model: N and N·m in world axes, m from the link's origin in its own.
 */
interface Push {
  readonly on: gz.Entity;
  readonly force: Vec3;
  readonly torque: Vec3;
  readonly offset: Vec3;
}

interface Pushes {
  /** In the next step only. */
  readonly once: readonly Push[];
  /** In every step until they are cleared. */
  readonly lasting: readonly Push[];
}

/** Without a limit, pushing a paused world for hours would fill its memory. */
const MOST = 1000;

/** On the world: the requested pushes. */
const Wrenches = component("apply-link-wrench.Wrenches", (): Pushes => ({ once: [], lasting: [] }));

/** Pushes links on request. */
export default defineSystem({
  name: "apply-link-wrench",
  aliases: gazeboNames("ApplyLinkWrench", "apply-link-wrench"),
  summary: "Pushes and turns links on request, for one step or until cleared",
  single: true,
  params: {
    persistent: groupsParam(
      "persistent",
      {
        name: textParam("entity_name", "", "scoped"),
        type: textParam("entity_type", "", "link or model"),
        force: vec3Param("force", zero, "N, world axes"),
        torque: vec3Param("torque", zero, "N·m, world axes"),
      },
      "a push that acts from the start; may be given several times",
    ),
    topic: textParam("topic", "", "default /world/NAME/wrench"),
    topicPersistent: textParam("topic_persistent", "", "default /world/NAME/wrench/persistent"),
    topicClear: textParam("topic_clear", "", "default /world/NAME/wrench/clear"),
    verbose: flagParam("verbose", true, "logs every request"),
  },

  create({ entity: root, world, node, params, log }) {
    const initial: Pushes = { once: [], lasting: params.persistent.map(initialPush) };
    const read = (): Pushes => world.get(root, Wrenches) ?? initial;
    const refuse = refusals(log);
    const linkOf = linkFinder(world, root);

    const prefix = `${worldPrefix(world.get(root, Name) ?? "")}/wrench`;
    const listen = (topic: string, list: keyof Pushes): void => {
      const addPush = ({ entity, wrench }: gz.EntityWrench): void => {
        if (entity === undefined || wrench === undefined)
          return refuse(`a message on ${topic} without ${entity === undefined ? "an entity" : "a wrench"}`);
        const push = {
          on: entity,
          force: { ...zero, ...wrench.force },
          torque: { ...zero, ...wrench.torque },
          offset: { ...zero, ...wrench.force_offset },
        };
        const problem =
          vectorProblem("force", "force", push.force) ??
          vectorProblem("torque", "torque", push.torque) ??
          vectorProblem("force_offset", "position", push.offset);
        if (problem !== undefined) return refuse(`a wrench on ${topic}: ${problem}`);
        if (read()[list].length >= MOST)
          return refuse(`more than ${MOST} wrenches are pending or persistent on ${topic}`);
        if (params.verbose) log.debug(`a wrench on ${entity.name || entity.id}, ${list}`);
        world.set(root, Wrenches, { ...read(), [list]: [...read()[list], push] });
      };
      node.subscribe(topic, "gz.msgs.EntityWrench", ({ value }) => addPush(value));
    };
    listen(asTopicName(params.topic) || prefix, "once");
    listen(asTopicName(params.topicPersistent) || `${prefix}/persistent`, "lasting");
    const clear = (cleared: gz.Entity): void => {
      const link = linkOf(cleared);
      const isCleared = ({ on }: Push): boolean =>
        on.name === cleared.name ? on.id === cleared.id : link !== undefined && linkOf(on) === link;
      world.set(root, Wrenches, { ...read(), lasting: read().lasting.filter((push) => !isCleared(push)) });
    };
    node.subscribe(asTopicName(params.topicClear) || `${prefix}/clear`, "gz.msgs.Entity", ({ value }) => clear(value));

    return {
      preUpdate({ paused }) {
        if (paused) return;
        const { once, lasting } = read();
        for (const push of once) {
          const link = linkOf(push.on);
          if (link === undefined) refuse(`a wrench on ${push.on.name || push.on.id}, which is not a link or model`);
          else addWrench(world, link, push);
        }
        if (once.length > 0) world.set(root, Wrenches, { once: [], lasting });
        // A missing link may be added later.
        for (const push of lasting) {
          const link = linkOf(push.on);
          if (link !== undefined) addWrench(world, link, push);
        }
      },

      onRemove: () => world.unset(root, Wrenches),
    };
  },
});

interface Persistent {
  readonly name: string;
  readonly type: string;
  readonly force: Vec3;
  readonly torque: Vec3;
}

function initialPush({ name, type, force, torque }: Persistent): Push {
  const kind = type.toUpperCase();
  if (name === "" || (kind !== "LINK" && kind !== "MODEL"))
    throw new Error(`<persistent> needs an <entity_name>, and an <entity_type> of link or model, not "${type}"`);
  return { on: { name, type: kind }, force, torque, offset: zero };
}

/** Finds the link that a message means; searches again only after entities were added, removed or renamed. */
function linkFinder(world: World, root: Entity): (meant: gz.Entity) => Entity | undefined {
  const known = derived(world, [Name, IsLink, IsModel, IsCanonical], () => new Map<string, Entity | undefined>());
  return (meant) => {
    const found = known();
    const key = JSON.stringify([meant.id, meant.name, meant.type]);
    if (!found.has(key)) found.set(key, find(world, root, meant));
    return found.get(key);
  };
}

function find(world: World, root: Entity, meant: gz.Entity): Entity | undefined {
  let entity: Entity;
  try {
    entity = findEntity(world, root, meant);
  } catch {
    return undefined;
  }
  if (world.has(entity, IsLink)) return entity;
  return world.has(entity, IsModel) ? canonicalLinkOf(world, entity) : undefined;
}
