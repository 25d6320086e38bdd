import { offerBoolean } from "../runner/services/boolean-service.ts";
import { defineSystem, type SystemDefinition } from "../runner/systems/system.ts";

/**
 * Defines a system that breaks the rule: whether it refuses requests and messages to `/moody` depends on something
 * unknown to replays.
 */
export function moody(mood: { readonly refuses: boolean }): SystemDefinition {
  const act = (): void => {
    if (mood.refuses) throw new Error("not today");
  };
  return defineSystem({
    name: "moody",
    create: ({ node }) => {
      offerBoolean(node, "/moody", { request: "gz.msgs.Vector3d" }, act);
      node.subscribe("/moody", "gz.msgs.Empty", act);
      return {};
    },
  });
}
