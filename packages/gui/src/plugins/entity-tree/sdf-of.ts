import type { gz } from "@orrery/msgs";
import type { WorldClient } from "../../client/world-client.ts";

/** Rejects with the reason when the world refuses. */
export function addSceneBroadcaster(world: WorldClient): Promise<void> {
  return world.addSystem(undefined, { name: "scene-broadcaster", filename: "", innerXml: "" });
}

/** One step down a file: an element of this kind with this name. */
export interface SdfStep {
  readonly kind: string;
  readonly name: string;
}

/** The world as it is now, or the part of it at the end of the steps, as SDF. */
export async function sdfOf({ node, prefix }: WorldClient, steps: readonly SdfStep[]): Promise<string> {
  const { data = "" } = await node.request<gz.StringMsg>(`${prefix}/generate_world_sdf`, {});
  if (steps.length === 0) return data;
  const file = new DOMParser().parseFromString(data, "application/xml");
  let at: Element | null | undefined = file.querySelector("sdf > world");
  for (const step of steps) {
    at = [...(at?.children ?? [])].find(
      (child) => child.tagName === step.kind && child.getAttribute("name") === step.name,
    );
  }
  if (at === null || at === undefined) throw new Error(`the world’s file has no ${steps.at(-1)!.kind} of that name`);
  return new XMLSerializer().serializeToString(at);
}
