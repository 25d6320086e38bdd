import { AssetResources } from "../../client/asset-resources.ts";
import type { WorldApp } from "../../shell/app.ts";
import { MeshFiles } from "../../render/files/mesh-files.ts";
import { sceneSessionOf } from "../scene/api.ts";
import type { SdfThing } from "./sdf-things.ts";
import { Staged } from "./staged.ts";

/** Stages things with the page's resources: files that the scene has loaded, and models of the server. */
export function stageThings(app: WorldApp, things: readonly SdfThing[]): Promise<Staged> {
  const { view } = app;
  const files = sceneSessionOf(app).open.current?.view.files ?? new MeshFiles(new AssetResources(view));
  const sdfOf = (uri: string): Promise<string> => {
    const world = view.client.current;
    if (world === undefined) throw new Error("there is no connection to the world");
    return world.modelSdf(uri);
  };
  return Staged.of(things, { sdfOf, files });
}
