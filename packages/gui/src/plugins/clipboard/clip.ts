import { type Entity } from "@orrery/sim";
import { saveEntity, writeSdf } from "@orrery/sim/host";
import { IsLight, Name } from "@orrery/sim/components";
import type { WorldApp } from "../../shell/app.ts";
import { textOfThings, thingsInText } from "../insert/api.ts";

/** Writes models and lights of the world as they are now, as the text of an SDF file. */
export async function clipText({ view }: WorldApp, entities: readonly Entity[]): Promise<string> {
  const { world } = view.mirror;
  // In a paused world the copy is exact, and includes edits made since.
  if (view.status.current?.paused === true) {
    return textOfThings(entities.map((entity) => writeSdf(saveEntity(world, entity))));
  }
  const client = view.client.current;
  if (client === undefined) throw new Error("there is no connection to the world");
  const wanted = entities.map((entity) => ({
    name: world.get(entity, Name) ?? "",
    kind: world.has(entity, IsLight) ? "light" : "model",
  }));
  const things = thingsInText(await client.sdf());
  return textOfThings(
    wanted.map(({ name, kind }) => {
      const thing = things.find((one) => one.name === name && one.kind === kind);
      if (thing === undefined || !("sdf" in thing)) throw new Error(`the world has no ${name} any more`);
      return thing.sdf;
    }),
  );
}
