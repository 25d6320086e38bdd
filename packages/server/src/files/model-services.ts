import type { gz, orrery } from "@orrery/msgs";
import type { Node } from "@orrery/sim/front";
import { FileResources } from "./files.ts";
import { SharedWork } from "../threads/shared-work.ts";

export interface ModelFolders {
  /** The world's own file, to which relative names refer. */
  readonly world: string;
  readonly folders: readonly string[];
}

/** Offers services that list the models in a world's resource folders and describe each of them. */
export function offerModels(node: Node, namespace: string, { world, folders }: ModelFolders): void {
  const lists = new SharedWork<orrery.ModelList>(KEEP_MS);
  node.service(
    `${namespace}/orrery/models`,
    { request: "gz.msgs.Empty", response: "orrery.msgs.ModelList", needs: "viewer" },
    () => lists.give("", () => list(folders)),
  );
  const resources = new FileResources({ folders, near: world, confined: true });
  const texts = new SharedWork<gz.StringMsg>(KEEP_MS);
  node.service(
    `${namespace}/orrery/models/sdf`,
    { request: "gz.msgs.StringMsg", response: "gz.msgs.StringMsg", needs: "viewer" },
    ({ data: uri = "" }) => texts.give(uri, () => describe(uri, world, resources)),
  );
}

// Imported on first use: the readers of world files are much code, which nothing else in this thread needs.

async function list(folders: readonly string[]): Promise<orrery.ModelList> {
  const { listModels } = await import("./model-list.ts");
  return { models: await listModels(folders) };
}

async function describe(uri: string, world: string, resources: FileResources): Promise<gz.StringMsg> {
  const { modelSdf } = await import("./model-list.ts");
  return { data: await modelSdf(uri, world, resources) };
}

/** Reading folders and models takes this thread's time, so a repeated request gets the previous result. */
const KEEP_MS = 1000;
