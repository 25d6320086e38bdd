import type { gz } from "@orrery/msgs";
import { zero, type Vec3 } from "../base/vec3.ts";
import { AngularVelocityCmd, LinearVelocityCmd } from "../components/motion.ts";
import { numeric } from "../ecs/component.ts";
import type { Entity } from "../ecs/entities.ts";
import type { World } from "../ecs/world.ts";
import { textListParam, textParam, vec3Param } from "../runner/systems/params.ts";
import { defineSystem } from "../runner/systems/system.ts";
import { find } from "../entities/find.ts";
import { asNamePart, asTopicName } from "../transport/names.ts";
import { modelTopic } from "./control/model-joint.ts";
import { refusals } from "./control/refusals.ts";
import { gazeboNames } from "./gazebo-names.ts";
import { vectorProblem } from "../base/value-bounds.ts";

/** On a model or link: the commanded velocity, in m/s and rad/s in its own axes, and that of the next step. */
const Target = numeric("velocity-control.Target", { lx: 0, ly: 0, lz: 0, ax: 0, ay: 0, az: 0 });
const Next = numeric("velocity-control.Next", { lx: 0, ly: 0, lz: 0, ax: 0, ay: 0, az: 0 });
type Twist = ReturnType<typeof Target.initial>;

/** Gives a model, and links of it, the commanded velocity, whatever forces act on them. One step late, as in Gazebo. */
export default defineSystem({
  name: "velocity-control",
  aliases: gazeboNames("VelocityControl", "velocity-control"),
  summary: "Moves a model or its links at the velocity that they are told",
  params: {
    topic: textParam("topic", "", "default /model/NAME/cmd_vel"),
    links: textListParam("link_name", "a link with a topic of its own; may be given several times"),
    initialLinear: vec3Param("initial_linear", zero, "m/s, in the model's axes"),
    initialAngular: vec3Param("initial_angular", zero, "rad/s, in the model's axes"),
  },

  create({ entity, world, node, params, log }) {
    const prefix = modelTopic(world, entity);
    const refuse = refusals(log);
    const initial = twist(params.initialLinear, params.initialAngular);
    const listen = (topic: string, target: () => Entity | undefined): void => {
      const setTarget = ({ linear, angular }: gz.Twist): void => {
        const [l, a] = [
          { ...zero, ...linear },
          { ...zero, ...angular },
        ];
        const commanded = target();
        const problem = vectorProblem("linear", "speed", l) ?? vectorProblem("angular", "spin", a);
        if (problem !== undefined) refuse(`a velocity on ${topic}: ${problem}`);
        else if (commanded === undefined) refuse(`a velocity on ${topic} for a link that is not there`);
        else world.set(commanded, Target, twist(l, a));
      };
      node.subscribe(topic, "gz.msgs.Twist", ({ value }) => setTarget(value));
    };
    listen(asTopicName(params.topic) || `${prefix}/cmd_vel`, () => (world.exists(entity) ? entity : undefined));
    for (const name of params.links) {
      const part = name.split("::").map(asNamePart).join("::");
      listen(`${prefix}/link/${part}/cmd_vel`, () => (world.exists(entity) ? find(world, entity, name) : undefined));
    }

    return {
      preUpdate({ paused }) {
        if (paused || !world.exists(entity)) return;
        advance(world, entity, initial);
        for (const name of params.links) {
          const link = find(world, entity, name);
          // A link that never got a command moves freely.
          if (link !== undefined && world.has(link, Target)) advance(world, link, undefined);
        }
      },

      onRemove() {
        if (!world.exists(entity)) return;
        const links = params.links.map((name) => find(world, entity, name)).filter((link) => link !== undefined);
        for (const commanded of [entity, ...links]) {
          const commands = world.has(commanded, Next) ? [LinearVelocityCmd, AngularVelocityCmd] : [];
          for (const own of [...commands, Target, Next]) world.unset(commanded, own);
        }
      },
    };
  },
});

function twist(linear: Vec3, angular: Vec3): Twist {
  return { lx: linear.x, ly: linear.y, lz: linear.z, ax: angular.x, ay: angular.y, az: angular.z };
}

/**
 * Applies the velocity that the last step prepared, and prepares the next one. `initial` applies before the first
 * command.
 */
function advance(world: World, entity: Entity, initial: Twist | undefined): void {
  const now = world.get(entity, Next) ?? initial;
  const next = world.get(entity, Target) ?? initial;
  if (now !== undefined) command(world, entity, now);
  if (next !== undefined && (now === undefined || isOther(now, next) || !world.has(entity, Next)))
    world.set(entity, Next, next);
}

function command(world: World, entity: Entity, { lx, ly, lz, ax, ay, az }: Twist): void {
  const linear = world.get(entity, LinearVelocityCmd);
  if (linear?.x !== lx || linear.y !== ly || linear.z !== lz)
    world.set(entity, LinearVelocityCmd, { x: lx, y: ly, z: lz });
  const angular = world.get(entity, AngularVelocityCmd);
  if (angular?.x !== ax || angular.y !== ay || angular.z !== az)
    world.set(entity, AngularVelocityCmd, { x: ax, y: ay, z: az });
}

function isOther(a: Twist, b: Twist): boolean {
  return Object.keys(a).some((part) => a[part as keyof Twist] !== b[part as keyof Twist]);
}
