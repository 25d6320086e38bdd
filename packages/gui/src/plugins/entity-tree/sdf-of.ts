import type { WorldClient } from "../../client/world-client.ts";

/** One step down a file: an element of this kind with this name. */
export interface SdfStep {
  readonly kind: string;
  readonly name: string;
}

/** Returns the present world, or the part of it at the end of the steps, as SDF. */
export async function sdfOf(world: WorldClient, steps: readonly SdfStep[]): Promise<string> {
  const text = await world.sdf();
  if (steps.length === 0) return text;
  const file = new DOMParser().parseFromString(text, "application/xml");
  let at: Element | null | undefined = file.querySelector("sdf > world");
  for (const step of steps) {
    at = [...(at?.children ?? [])].find(
      (child) => child.tagName === step.kind && child.getAttribute("name") === step.name,
    );
  }
  if (at === null || at === undefined) throw new Error(`the world’s file has no ${steps.at(-1)!.kind} of that name`);
  return new XMLSerializer().serializeToString(at);
}
