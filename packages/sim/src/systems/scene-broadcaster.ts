import { defineSystem } from "../runner/system.ts";
import { asNamePart } from "../transport/names.ts";
import { Name } from "../components/identity.ts";
import { gazeboNames } from "./gazebo-names.ts";

/** Shows the world to viewers. */
export default defineSystem({
  name: "scene-broadcaster",
  aliases: gazeboNames("SceneBroadcaster", "scene-broadcaster"),
  summary: "Shows the world to viewers: its scene, poses and state",
  single: true,

  create({ entity, world, node }) {
    const prefix = `/world/${asNamePart(world.get(entity, Name) ?? "")}`;
    node.service(`${prefix}/scene/info`, "gz.msgs.Empty", "gz.msgs.Scene", () => ({}));
    return {};
  },
});
