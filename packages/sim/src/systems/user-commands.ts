import type { gz, orrery } from "@orrery/msgs";
import { applyCommand, scenesWanted, type Made } from "../commands/apply-command.ts";
import { describeCommand } from "../commands/describe-command.ts";
import { namedEntities } from "../commands/named-entities.ts";
import { Name } from "../components/identity.ts";
import { offerBoolean, type Details } from "../runner/boolean-service.ts";
import { defineSystem } from "../runner/system.ts";
import type { Scene } from "../scene/scene.ts";
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

  create({ entity: root, world, node, loadScenes, perform }) {
    const prefix = worldPrefix(world.get(root, Name) ?? "");

    function act(command: orrery.Command, scenes: readonly Scene[]): void | Details {
      const { id = "", author = "", author_name: authorName = "" } = command;
      const description = command.description || describeCommand(world, root, command);
      const seen = { timeline: command.timeline ?? 0, entities: namedEntities(command) };
      const label = { id, description, author, authorName, seen };
      const made = perform(label, () => applyCommand(world, root, command, scenes));
      return made.entities.length === 0 ? undefined : detailsOf(made);
    }

    /** At once, or, when a file or text has to be read first, as an input of a later moment. */
    function ask(given: orrery.Command, author: string): void | Details | Promise<Details> {
      const command = { ...given, author };
      const sources = scenesWanted(world, root, command);
      const known = sources.flatMap((source) => ("scene" in source ? [source.scene] : []));
      if (known.length === sources.length) return act(command, known);
      const warning: string[] = [];
      const loaded = loadScenes(sources, command, (text) => warning.push(text)) as Promise<Details>;
      return loaded.then((details) => (warning.length === 0 ? details : { ...details, warning }));
    }

    offerBoolean(node, `${prefix}/command`, "orrery.msgs.Command", (command, { caller }) => ask(command, caller));

    /** Gazebo's services are commands too; what one is called may be said in the header. */
    const askFor = (edits: readonly orrery.Edit[], header: gz.Header | undefined, caller: string) => {
      if (edits.length === 0) throw new Error("the request names nothing");
      const said = (key: string): string => header?.data?.find((entry) => entry.key === key)?.value?.[0] ?? "";
      const [id, description, author_name] = [said("command_id"), said("description"), said("author_name")];
      return ask({ id, description, author_name, edits: [...edits] }, caller);
    };
    offerBoolean(node, `${prefix}/create`, "gz.msgs.EntityFactory", (factory, { caller }) =>
      askFor([{ create: { factory } }], factory.header, caller),
    );
    offerBoolean(node, `${prefix}/create_multiple`, "gz.msgs.EntityFactory_V", ({ header, data = [] }, { caller }) =>
      askFor(
        data.map((factory) => ({ create: { factory } })),
        header,
        caller,
      ),
    );
    offerBoolean(node, `${prefix}/remove`, "gz.msgs.Entity", (remove, { caller }) =>
      askFor([{ remove }], remove.header, caller),
    );
    offerBoolean(node, `${prefix}/set_pose`, "gz.msgs.Pose", (pose, { caller }) =>
      askFor([{ pose }], pose.header, caller),
    );
    offerBoolean(node, `${prefix}/set_pose_vector`, "gz.msgs.Pose_V", ({ header, pose = [] }, { caller }) =>
      askFor(
        pose.map((each) => ({ pose: each })),
        header,
        caller,
      ),
    );

    return { onScenes: (scenes, request) => act(request as orrery.Command, scenes) };
  },
});

function detailsOf({ entities, names }: Made): Details {
  return { id: entities.map(String), name: names };
}
