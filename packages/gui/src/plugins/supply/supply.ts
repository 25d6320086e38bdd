import { textOf } from "@orrery/sim/host";
import { FolderInput } from "lucide-react";
import { Paced } from "../../client/paced.ts";
import type { WorldClient } from "../../client/world-client.ts";
import type { WorldApp } from "../../shell/app.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { counted } from "../../ui/numbers/number-format.ts";
import { sceneSessionOf } from "../scene/api.ts";
import { entriesOf, filesBelow, type DroppedEntry } from "./dropped-files.ts";
import { isAsset, matchFiles, type Match } from "./match-files.ts";

/** Gives missing meshes to the server, from a folder dropped onto the page. */
export default defineGuiPlugin({
  id: "supply",
  title: "Missing files",
  icon: FolderInput,
  summary: "Gives the server missing meshes from a folder dropped onto the page",
  dock: "right",
  help: [
    {
      title: "Missing meshes",
      entries: [{ what: "Give the server missing files", how: "drop the folder that has them onto the page" }],
    },
  ],
  startWorld: (app) => new Supply(app),
});

class Supply implements Disposable {
  readonly #app: WorldApp;
  readonly #parts = new DisposableStack();
  readonly #retrying: Paced;
  #hearing: Disposable | undefined;

  constructor(app: WorldApp) {
    this.#app = app;
    this.#retrying = this.#parts.use(new Paced(() => this.#view?.retryMissing(), RETRY_MS));
    this.#parts.use(app.offers.drops.take((data) => this.#take(data)));
    this.#parts.use(app.view.client.changes.on((world) => this.#listen(world)));
    this.#parts.defer(() => this.#listen(undefined));
    this.#listen(app.view.client.current);
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  get #view() {
    return sceneSessionOf(this.#app).open.current?.view;
  }

  /** Listens for files that anybody gives, because they are then available to all. */
  #listen(world: WorldClient | undefined): void {
    this.#hearing?.[Symbol.dispose]();
    this.#hearing = world?.node.subscribe(`${world.namespace}/orrery/assets`, "gz.msgs.StringMsg", () =>
      this.#retrying.ask(),
    );
  }

  #take(data: DataTransfer): boolean {
    const missing = this.#view?.missing.meshes ?? [];
    if (missing.length === 0 || this.#app.session.kind !== "server") return false;
    const entries = entriesOf(data);
    if (!entries.some(({ isDirectory, name }) => isDirectory || isAsset(name))) return false;
    this.#give(missing, entries).catch((error: unknown) =>
      this.#app.notices.failed("give the server the files", error),
    );
    return true;
  }

  async #give(missing: readonly string[], entries: readonly DroppedEntry[]): Promise<void> {
    const { notices } = this.#app;
    const files = new Map((await filesBelow(entries)).map((one) => [one.path, one.file]));
    const matches = matchFiles(missing, [...files.keys()]);
    const meshes = matches.filter(({ uri }) => missing.includes(uri)).length;
    if (meshes === 0) {
      const text = `None of the ${counted(missing.length, "missing mesh", "missing meshes")} is among the dropped files`;
      return void notices.show({ kind: "warning", text, details: missing.join("\n") });
    }
    for (const match of matches) await this.#send(match, await files.get(match.path)!());
    const left = missing.length - meshes;
    const rest = left === 0 ? "" : ` ${counted(left, "is", "are")} still missing.`;
    notices.show({
      kind: "good",
      text: `${counted(meshes, "mesh", "meshes")} given to the server, for everybody.${rest} Collision shapes stay as they were loaded.`,
    });
  }

  async #send({ uri }: Match, file: File): Promise<void> {
    const answer = await fetch(this.#app.view.assetUrl(uri, ""), { method: "PUT", body: file });
    // Another person may already have given it.
    if (!answer.ok && answer.status !== 409) throw new Error(textOf(await answer.text()).trim());
  }
}

const RETRY_MS = 300;
