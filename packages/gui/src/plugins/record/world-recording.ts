import type { orrery } from "@orrery/msgs";
import { Value } from "../../client/value.ts";
import type { WorldClient } from "../../client/world-client.ts";
import type { WorldView } from "../../client/world-view.ts";

/** The recording of a world by its server, as everybody is told of it. */
export class WorldRecording implements Disposable {
  /** `undefined` while the server offers no recording: for logs, and for worlds of a page without a server. */
  readonly status = new Value<orrery.RecordStatus | undefined>(undefined);
  readonly #view: WorldView;
  readonly #parts = new DisposableStack();
  #hearing: Disposable | undefined;

  constructor(view: WorldView) {
    this.#view = view;
    this.#parts.use(view.client.changes.on((client) => this.#follow(client)));
    this.#parts.defer(() => this.#hearing?.[Symbol.dispose]());
    this.#follow(view.client.current);
  }

  get isRecording(): boolean {
    return this.status.current?.recording === true;
  }

  async start(request: orrery.RecordRequest): Promise<void> {
    await this.#view.client.current?.ask("record/start", request);
  }

  /** Ends it. Resolves to the path of the file on the server. */
  async stop(): Promise<string> {
    const told = await this.#view.client.current?.ask("record/stop", {});
    return told?.("file")[0] ?? "";
  }

  [Symbol.dispose](): void {
    this.#parts.dispose();
  }

  #follow(client: WorldClient | undefined): void {
    this.#hearing?.[Symbol.dispose]();
    this.#hearing = client?.node.subscribe(
      `${client.prefix}/record`,
      "orrery.msgs.RecordStatus",
      ({ value }) => this.status.set(value),
      { queue: "latest", hostOnly: true },
    );
    if (client === undefined) this.status.set(undefined);
  }
}

/** Returns the recording of a world, which all parts of the page share. */
export function recordingOf(view: WorldView): WorldRecording {
  return view.services.of(WorldRecording, () => new WorldRecording(view));
}
