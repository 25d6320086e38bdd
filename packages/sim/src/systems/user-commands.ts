import type { gz } from "@orrery/msgs";
import { Name } from "../components/identity.ts";
import { offerBoolean, type Details } from "../runner/boolean-service.ts";
import { fromPoseMessage } from "../commands/pose-message.ts";
import { defineSystem } from "../runner/system.ts";
import { worldPrefix } from "../transport/names.ts";
import { gazeboNames } from "./gazebo-names.ts";
import { createAll, creationOf, sourceOf, type Creation } from "../commands/create.ts";
import { findPlaced } from "../commands/find-placed.ts";
import { removePlaced } from "../commands/remove.ts";
import { applyMove, checkMove, type Move } from "../commands/set-pose.ts";

/**
 * Adds, removes and moves models and lights, also while the world is paused. A request with several parts is done whole or not
 * at all.
 */
export default defineSystem({
  name: "user-commands",
  aliases: gazeboNames("UserCommands", "user-commands"),
  summary: "Adds, removes and moves models and lights on request",
  single: true,

  create({ entity: root, world, node, loadScenes }) {
    const prefix = worldPrefix(world.get(root, Name) ?? "");

    async function create(factories: readonly gz.EntityFactory[]): Promise<Details> {
      if (factories.length === 0) throw new Error("nothing to create is named");
      const warning: string[] = [];
      const made = await loadScenes(factories.map(sourceOf), factories.map(creationOf), (text) => warning.push(text));
      return warning.length === 0 ? (made as Details) : { ...(made as Details), warning };
    }

    function move(poses: readonly gz.Pose[]): void {
      const moves = poses.map((pose): Move => ({
        entity: findPlaced(world, root, pose),
        pose: fromPoseMessage(pose),
      }));
      for (const one of moves) checkMove(world, one);
      for (const one of moves) applyMove(world, one);
    }

    offerBoolean(node, `${prefix}/create`, "gz.msgs.EntityFactory", (request) => create([request]));
    offerBoolean(node, `${prefix}/create_multiple`, "gz.msgs.EntityFactory_V", ({ data = [] }) => create(data));
    offerBoolean(node, `${prefix}/remove`, "gz.msgs.Entity", (request) =>
      removePlaced(world, findPlaced(world, root, request)),
    );
    offerBoolean(node, `${prefix}/set_pose`, "gz.msgs.Pose", (request) => move([request]));
    offerBoolean(node, `${prefix}/set_pose_vector`, "gz.msgs.Pose_V", ({ pose = [] }) => move(pose));

    return {
      onScenes(scenes, request): Details {
        const made = createAll(world, root, scenes, request as readonly Creation[]);
        return { id: made.map(({ entity }) => String(entity)), name: made.map(({ name }) => name) };
      },
    };
  },
});
