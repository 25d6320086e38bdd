import type { gz } from "@orrery/msgs";
import { toSecNsec } from "../base/time.ts";
import { scale, type Vec3 } from "../base/vec3.ts";
import { IsCollision, IsLink, Name } from "../components/identity.ts";
import { Contacts, NamelessContacts, WantsContacts, type ContactOf } from "../components/physics.ts";
import { Sensor, type SensorSettings } from "../components/sensor.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { groupsParam, readParams, textListParam, textParam } from "../runner/systems/params.ts";
import { defineSystem, type Step } from "../runner/systems/system.ts";
import { scopedName } from "../entities/find.ts";
import { Problems } from "../scene/problem.ts";
import { asTopicName } from "../transport/names.ts";
import type { Publisher } from "../transport/publisher.ts";
import { isDue } from "../runner/systems/publish-rate.ts";
import { refusals } from "./control/refusals.ts";
import { scopedTopic } from "./control/scoped-topic.ts";
import { derived } from "./derived.ts";
import { gazeboNames } from "./gazebo-names.ts";

/** A resolved `<sensor type="contact">`. */
interface ContactSensor {
  readonly collisions: readonly Entity[];
  readonly updateRate: number;
  readonly topic: Publisher<gz.Contacts>;
}

/** Publishes what the collisions of contact sensors touch, as long as they touch anything. */
export default defineSystem({
  name: "contact",
  aliases: gazeboNames("Contact", "contact"),
  summary: "Publishes what contact sensors touch",
  single: true,

  create({ entity: root, world, node, log }) {
    const refuse = refusals(log);
    const nameOf = (collision: Entity): { readonly name?: string } => {
      if (world.has(root, NamelessContacts)) return {};
      return { name: world.exists(collision) ? scopedName(world, collision) : "" };
    };
    let sensors: ContactSensor[] = [];
    const sensorsNow = derived(world, [Sensor, Name, IsCollision, IsLink], () => {
      for (const { topic } of sensors) topic[Symbol.dispose]();
      sensors = [];
      for (const [entity, settings] of world.query(Sensor)) {
        const link = world.parentOf(entity);
        if (settings.type === "contact" && world.has(link, IsLink)) sensors.push(sensorOf(entity, link, settings));
      }
      return sensors;
    });

    function sensorOf(entity: Entity, link: Entity, settings: SensorSettings): ContactSensor {
      const { names, topic } = readSettings(settings);
      const shapes = world.childrenOf(link).filter((child) => world.has(child, IsCollision));
      const collisions = names.map((name) => shapes.find((shape) => world.get(shape, Name) === name));
      for (const [i, name] of names.entries()) {
        if (collisions[i] === undefined)
          refuse(`contact sensor ${scopedName(world, entity)}: its link has no collision "${name}"; that name`);
      }
      return {
        collisions: collisions.filter((collision) => collision !== undefined),
        updateRate: settings.updateRate,
        topic: node.advertise(asTopicName(topic) || `${scopedTopic(world, entity)}/contact`, "gz.msgs.Contacts"),
      };
    }

    return {
      preUpdate({ paused }) {
        if (paused) return;
        for (const { collisions } of sensorsNow()) {
          for (const shape of collisions) if (!world.has(shape, WantsContacts)) world.set(shape, WantsContacts, {});
        }
      },

      postUpdate(step) {
        if (step.paused) return;
        for (const { collisions, updateRate, topic } of sensorsNow()) {
          if (!topic.hasSubscribers || !isDue(updateRate, step)) continue;
          const message = contactsMessage(world, collisions, nameOf, step);
          if (message.contact!.length > 0) topic.publish(message);
        }
      },
    };
  },
});

const settingsParams = {
  contact: groupsParam("contact", { collisions: textListParam("collision"), topic: textParam("topic", "") }),
};

function readSettings({ settings, topic }: SensorSettings): { names: readonly string[]; topic: string } {
  const plugin = { name: "sensor", filename: "", innerXml: settings };
  const { contact } = readParams(settingsParams, plugin, undefined, new Problems());
  const own = contact.map((group) => group.topic).find((name) => name !== "" && name !== "__default_topic__");
  return { names: contact.flatMap(({ collisions }) => collisions), topic: own ?? topic };
}

type Names = (collision: Entity) => { readonly name?: string };

function contactsMessage(world: World, collisions: readonly Entity[], nameOf: Names, { timeNs }: Step): gz.Contacts {
  const header = { stamp: toSecNsec(timeNs) };
  const contact = collisions.flatMap((collision) =>
    (world.get(collision, Contacts) ?? [])
      .filter(({ points }) => points.length > 0)
      .map((touched) => ({ header, ...contactMessage(collision, touched, nameOf) })),
  );
  return { header, contact };
}

/**
 * Makes a contact message. Normals point from the other collision to the sensor's own, and the first wrench acts on the
 * sensor's own.
 */
function contactMessage(own: Entity, { other, points }: ContactOf, nameOf: Names): gz.Contact {
  const collision1 = { id: own, ...nameOf(own) };
  const collision2 = { id: other, ...nameOf(other as Entity) };
  return {
    collision1,
    collision2,
    position: points.map(({ position }) => position),
    normal: points.map(({ normal }) => normal),
    depth: points.map(({ depth }) => depth),
    wrench: points.map(({ force }) => ({
      ...(collision1.name === undefined ? {} : { body_1_name: collision1.name }),
      body_1_id: own,
      ...(collision2.name === undefined ? {} : { body_2_name: collision2.name }),
      body_2_id: other,
      body_1_wrench: wrench(force),
      body_2_wrench: wrench(scale(force, -1)),
    })),
  };
}

function wrench(force: Vec3): gz.Wrench {
  return { force, torque: { x: 0, y: 0, z: 0 } };
}
