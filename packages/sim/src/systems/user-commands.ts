import type { gz, MessageTypes, orrery } from "@orrery/msgs";
import { hexOf, Hash128 } from "../base/hash.ts";
import { applyCommand, scenesWanted } from "../commands/apply-command.ts";
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
import { offerBlocking, offerBoolean, type Details } from "../runner/services/boolean-service.ts";
import { flagParam } from "../runner/systems/params.ts";
import { defineSystem } from "../runner/systems/system.ts";
import type { Scene } from "../scene/scene.ts";
import { callerOf, type Caller } from "../transport/caller.ts";
import { worldPrefix } from "../transport/names.ts";
import { gazeboNames } from "./gazebo-names.ts";

/**
 * Does what people ask for, also while the world is paused: what a request says is one command, done whole or not at all, and
 * undone as one.
 */
export default defineSystem({
  name: "user-commands",
  aliases: gazeboNames("UserCommands", "user-commands"),
  summary: "Adds, removes, moves and edits what is in the world, on request",
  single: true,
  params: {
    allLights: flagParam("set_all_light_entities", false, "light_config is for all lights of its name, not for one"),
  },

  create({ entity: root, world, node, params, log, loadScenes, perform }) {
    const prefix = worldPrefix(world.get(root, Name) ?? "");

    function act(command: orrery.Command, scenes: readonly Scene[]): void | Details {
      const { id = "", author = "", author_name: authorName = "" } = command;
      const description = command.description || shortDescription(describeCommand(world, root, command));
      const label = { id, description, author, authorName, seen: seenBy(command), content: contentOf(command) };
      const { entities, names } = perform(label, () => applyCommand(world, root, command, scenes));
      return entities.length === 0 ? undefined : { id: entities.map(String), name: names };
    }

    /** At once, or, when a file or text has to be read first, as an input of a later moment. */
    function ask(given: orrery.Command, caller: Caller): void | Details | Promise<Details> {
      const { author, authorName: author_name } = authorOf(caller, given.author_name ?? "");
      const command = withShortTexts({ ...given, author, author_name });
      const sources = scenesWanted(world, root, command);
      const known = sources.flatMap((source) => ("scene" in source ? [source.scene] : []));
      if (known.length === sources.length) return act(command, known);
      const warning: string[] = [];
      const onWarning = (text: string): unknown => warning.push(text);
      const loaded = loadScenes(sources, command, { onWarning, ...callerOf(caller) }) as Promise<Details>;
      return loaded.then((details) => (warning.length === 0 ? details : { ...details, warning }));
    }

    offerBoolean(node, `${prefix}/command`, "orrery.msgs.Command", (command, message) => ask(command, message));

    /** One of Gazebo's services, as a command of these edits. */
    function offer<N extends RequestName>(name: string, type: N, editsOf: (request: MessageTypes[N]) => orrery.Edit[]) {
      offerBlocking(node, `${prefix}/${name}`, type, (request, message) =>
        ask(commandOf(editsOf(request), request.header), message),
      );
    }

    /** One of Gazebo's topics, likewise; what is refused is a line in the log. */
    function hear<N extends RequestName>(name: string, type: N, editsOf: (request: MessageTypes[N]) => orrery.Edit[]) {
      node.subscribe<MessageTypes[N]>(
        `${prefix}/${name}`,
        (message) => {
          try {
            void ask(commandOf(editsOf(message.value), message.value.header), message);
          } catch (error) {
            log.warn(`${name}: ${(error as Error).message}`);
          }
        },
        { type },
      );
    }

    const lightEdits = (light: gz.Light): orrery.Edit[] => {
      if (!params.allLights || light.id) return [{ light }];
      return lightsNamed(world, light).map((id) => ({ light: { ...light, id } }));
    };
    offer("create", "gz.msgs.EntityFactory", (factory) => [{ create: { factory } }]);
    offer("create_multiple", "gz.msgs.EntityFactory_V", ({ data = [] }) =>
      data.map((factory) => ({ create: { factory } })),
    );
    offer("remove", "gz.msgs.Entity", (remove) => [{ remove }]);
    offer("set_pose", "gz.msgs.Pose", (pose) => [{ pose }]);
    offer("set_pose_vector", "gz.msgs.Pose_V", ({ pose = [] }) => pose.map((each) => ({ pose: each })));
    offer("light_config", "gz.msgs.Light", lightEdits);
    offer("visual_config", "gz.msgs.Visual", (visual) => [{ visual }]);
    offer("enable_collision", "gz.msgs.Entity", (entity) => [{ collision: { entity, on: true } }]);
    offer("disable_collision", "gz.msgs.Entity", (entity) => [{ collision: { entity, on: false } }]);
    offer("set_spherical_coordinates", "gz.msgs.SphericalCoordinates", () => {
      throw new Error("worlds lie on no planet here: there are no spherical coordinates to set");
    });
    offerBlocking(node, `${prefix}/wheel_slip`, "gz.msgs.WheelSlipParametersCmd", (request, message) => {
      const done = ask(commandOf(wheelSlipEdits(world, root, request), request.header), message);
      return done === undefined ? { warning: [SLIP_WARNING] } : done;
    });
    hear("light_config", "gz.msgs.Light", lightEdits);
    hear("material_color", "gz.msgs.MaterialColor", (request) => materialColorEdits(world, request));

    return {
      preUpdate: ({ paused, dtNs }) => paused || applyPushes(world, dtNs),
      onScenes: (scenes, request) => act(request as orrery.Command, scenes),
      onRemove: () => {
        for (const [link] of [...world.query(Pushes)]) world.unset(link, Pushes);
      },
    };
  },
});

/** A fingerprint of what a command does, where it has an id under which it may be asked for again. */
function contentOf({ id = "", edits }: orrery.Command): string {
  return id === "" ? "" : hexOf(new Hash128().text(JSON.stringify(edits)).digest());
}

type RequestName = {
  [N in keyof MessageTypes]: MessageTypes[N] extends { readonly header?: gz.Header } ? N : never;
}[keyof MessageTypes];

/** What a request's command is called may be said in its header. */
function commandOf(edits: orrery.Edit[], header: gz.Header | undefined): orrery.Command {
  if (edits.length === 0) throw new Error("the request names nothing");
  const { id, description, authorName } = labelOf(header, {}, "");
  return { id, description, author_name: authorName, edits };
}
