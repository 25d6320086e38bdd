import type { gz, MessageTypes, orrery } from "@orrery/msgs";
import { hexOf, Hash128 } from "../base/hash.ts";
import { applyCommand, scenesWanted, type Made } from "../commands/apply-command.ts";
import { shortDescription, withShortTexts } from "../commands/texts/command-texts.ts";
import { describeCommand } from "../commands/texts/describe-command.ts";
import { lightsNamed } from "../commands/edits/edit-light.ts";
import { authorOf, labelOf } from "../commands/texts/label-of.ts";
import { seenBy } from "../commands/named-entities.ts";
import { materialColorEdits } from "../commands/edits/material-color.ts";
import { applyPushes } from "../commands/edits/push.ts";
import { SLIP_WARNING, wheelSlipEdits } from "../commands/edits/wheel-slip.ts";
import { Name } from "../components/identity.ts";
import { Pushes } from "../components/motion.ts";
import type { Entity } from "../ecs/entities.ts";
import { pack } from "../ecs/pack.ts";
import type { World } from "../ecs/world.ts";
import { offerBlocking, offerBoolean, type Details } from "../runner/services/boolean-service.ts";
import { flagParam, type ParamValues } from "../runner/systems/params.ts";
import { defineSystem, type Step, type System, type SystemContext } from "../runner/systems/system.ts";
import { sceneBytes } from "../runner/scene-bytes.ts";
import type { AskForAnswer } from "../runner/systems/work.ts";
import { pluginsOf } from "../runner/systems/world-plugins.ts";
import type { Scene } from "../scene/scene.ts";
import { callerOf, type Caller } from "../transport/caller.ts";
import { worldPrefix } from "../transport/names.ts";
import { gazeboNames } from "./gazebo-names.ts";

const params = {
  allLights: flagParam("set_all_light_entities", false, "light_config is for all lights of its name, not for one"),
};

/**
 * Carries out people's requests, also while the world is paused. Each request is one command: applied as a whole or not
 * at all, and undone as one.
 */
export default defineSystem({
  name: "user-commands",
  aliases: gazeboNames("UserCommands", "user-commands"),
  summary: "Adds, removes, moves and edits what is in the world, on request",
  single: true,
  params,
  create: (context) => new UserCommands(context),
});

type Context = SystemContext<ParamValues<typeof params>>;

class UserCommands implements System {
  readonly #root: Entity;
  readonly #world: World;
  readonly #context: Context;
  readonly #prefix: string;
  readonly #load: AskForAnswer<orrery.Command, readonly Scene[]>;

  constructor(context: Context) {
    const { entity, world, node } = context;
    this.#root = entity;
    this.#world = world;
    this.#context = context;
    this.#prefix = worldPrefix(world.get(entity, Name) ?? "");
    this.#load = context.answerLater<orrery.Command, readonly Scene[]>({
      name: "load",
      onResult: (result, command) => {
        if (!result.ok) throw new Error(result.reason);
        return this.#act(command, result.value);
      },
      bytesOf: sceneBytes,
      pluginsOf: (scenes) => scenes.flatMap(pluginsOf),
    });
    offerBoolean(node, `${this.#prefix}/command`, { request: "orrery.msgs.Command" }, (command, message) =>
      mapped(this.#perform(command, message), withInputs),
    );
    this.#offerEdits();
    this.#offerWheelSlip();
  }

  preUpdate({ paused, dtNs }: Step): void {
    if (!paused) applyPushes(this.#world, dtNs);
  }

  /** Applies a pending command, whose files were read when it was announced. */
  onCommand(command: orrery.Command, scenes: readonly Scene[]): Details {
    return withInputs(this.#act(command, scenes));
  }

  onRemove(): void {
    for (const [link] of [...this.#world.query(Pushes)]) this.#world.unset(link, Pushes);
  }

  /** Offers Gazebo's services and topics, each as a command of some edits. */
  #offerEdits(): void {
    const lightEdits = (light: gz.Light): orrery.Edit[] => this.#lightEdits(light);
    this.#offer("create", "gz.msgs.EntityFactory", (factory) => [{ create: { factory } }]);
    this.#offer("create_multiple", "gz.msgs.EntityFactory_V", ({ data = [] }) =>
      data.map((factory) => ({ create: { factory } })),
    );
    this.#offer("remove", "gz.msgs.Entity", (remove) => [{ remove }]);
    this.#offer("set_pose", "gz.msgs.Pose", (pose) => [{ pose }]);
    this.#offer("set_pose_vector", "gz.msgs.Pose_V", ({ pose = [] }) => pose.map((each) => ({ pose: each })));
    this.#offer("light_config", "gz.msgs.Light", lightEdits);
    this.#offer("visual_config", "gz.msgs.Visual", (visual) => [{ visual }]);
    this.#offer("enable_collision", "gz.msgs.Entity", (entity) => [{ collision: { entity, on: true } }]);
    this.#offer("disable_collision", "gz.msgs.Entity", (entity) => [{ collision: { entity, on: false } }]);
    this.#offer("set_spherical_coordinates", "gz.msgs.SphericalCoordinates", () => {
      throw new Error("worlds lie on no planet here: there are no spherical coordinates to set");
    });
    this.#subscribe("light_config", "gz.msgs.Light", lightEdits);
    this.#subscribe("material_color", "gz.msgs.MaterialColor", (request) => materialColorEdits(this.#world, request));
  }

  #offerWheelSlip(): void {
    const name = `${this.#prefix}/wheel_slip`;
    offerBlocking(this.#context.node, name, { request: "gz.msgs.WheelSlipParametersCmd" }, (request, message) => {
      const edits = wheelSlipEdits(this.#world, this.#root, request);
      return mapped(this.#perform(commandOf(edits, request.header), message), () => ({ warning: [SLIP_WARNING] }));
    });
  }

  #lightEdits(light: gz.Light): orrery.Edit[] {
    if (!this.#context.params.allLights || light.id) return [{ light }];
    return lightsNamed(this.#world, light).map((id) => ({ light: { ...light, id } }));
  }

  /** Offers a service whose requests become commands of these edits. */
  #offer<N extends RequestName>(name: string, type: N, editsOf: (request: MessageTypes[N]) => orrery.Edit[]): void {
    offerBlocking(this.#context.node, `${this.#prefix}/${name}`, { request: type }, (request, message) =>
      mapped(this.#perform(commandOf(editsOf(request), request.header), message), detailsOf),
    );
  }

  /** Subscribes to a topic whose messages become commands of these edits. A refusal is only logged. */
  #subscribe<N extends RequestName>(name: string, type: N, editsOf: (request: MessageTypes[N]) => orrery.Edit[]): void {
    const { node, log } = this.#context;
    node.subscribe(`${this.#prefix}/${name}`, type, (message) => {
      try {
        void this.#perform(commandOf(editsOf(message.value), message.value.header), message);
      } catch (error) {
        log.warn(`${name}: ${(error as Error).message}`);
      }
    });
  }

  /** Performs a command at once, or, if a file or text must be read first, as an input of a later moment. */
  #perform(given: orrery.Command, caller: Caller): Done | Promise<Done> {
    const { author, authorName: author_name } = authorOf(caller, given.author_name ?? "");
    const command = withShortTexts({ ...given, author, author_name });
    const sources = scenesWanted(this.#world, this.#root, command);
    const known = sources.flatMap((source) => ("scene" in source ? [source.scene] : []));
    if (known.length === sources.length) return this.#act(command, known);
    const warning: string[] = [];
    const onWarning = (text: string): unknown => warning.push(text);
    const options = { onWarning, ...callerOf(caller) };
    const loaded = this.#load(command, () => this.#context.loadScenes(sources, options)) as Promise<Done>;
    return loaded.then((done) => ({ ...done, warning }));
  }

  #act(command: orrery.Command, scenes: readonly Scene[]): Done {
    const [world, root] = [this.#world, this.#root];
    const { lengthsOf } = this.#context;
    const { id = "", author = "", author_name: authorName = "" } = command;
    const description = command.description || shortDescription(describeCommand(world, root, command));
    const label = { id, description, author, authorName, seen: seenBy(command), content: contentOf(command) };
    const made = this.#context.perform(label, () => applyCommand(world, root, command, scenes, { lengthsOf }));
    return { ...made, inputs: this.#context.runInfo().inputs, warning: [] };
  }
}

/** The outcome of a command. */
interface Done extends Made {
  /** The run's count of inputs at which it was applied. */
  readonly inputs: number;
  readonly warning: readonly string[];
}

/** Describes what was created, with any warning. */
function detailsOf({ entities, names, warning }: Done): Details {
  return {
    ...(entities.length === 0 ? {} : { id: entities.map(String), name: names }),
    ...(warning.length === 0 ? {} : { warning }),
  };
}

/** Adds the count, by which viewers recognise the first state that contains the command. */
function withInputs(done: Done): Details {
  return { ...detailsOf(done), inputs: [String(done.inputs)] };
}

function mapped<From, To>(value: From | Promise<From>, map: (value: From) => To): To | Promise<To> {
  return value instanceof Promise ? value.then(map) : map(value);
}

/**
 * Returns a fingerprint of what a command does, if it has an id under which it may be sent again. It does not depend on
 * the order of the fields, which is a different one when the command comes from a log.
 */
function contentOf({ id = "", edits, room }: orrery.Command): string {
  return id === "" ? "" : hexOf(new Hash128().bytes(pack({ edits, room })).digest());
}

type RequestName = {
  [N in keyof MessageTypes]: MessageTypes[N] extends { readonly header?: gz.Header } ? N : never;
}[keyof MessageTypes];

/** Makes the command for a request, whose header may have an id and a description. */
function commandOf(edits: orrery.Edit[], header: gz.Header | undefined): orrery.Command {
  if (edits.length === 0) throw new Error("the request names nothing");
  const { id, description, authorName } = labelOf(header, {}, "");
  return { id, description, author_name: authorName, edits };
}
