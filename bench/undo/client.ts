import { messages, type orrery } from "@orrery/msgs";
import { type Entity, type Node } from "@orrery/sim";
import { applyHistoryChange, connectNode } from "@orrery/sim/host";
import { IsModel, IsStatic, SimClock } from "@orrery/sim/components";
import { Mirror } from "../../packages/gui/src/client/mirror.ts";
import { connectWs } from "../../packages/server/src/gateway/ws-link.ts";
import type { ServedWorld } from "./served-world.ts";

/** Like a page: a connection of its own, a mirror of the world, and the lists of what can be undone. */
export class Client implements Disposable {
  readonly mirror = new Mirror();
  readonly #node: Node;
  readonly #prefix: string;
  readonly #following: Disposable;
  /** The latest lists. */
  lists: orrery.History = {};
  /** Number of commands reported to have left the list. */
  forgotten = 0;
  #listBytes = 0;
  /** Changes that arrived before the whole history. */
  readonly #early: orrery.HistoryChange[] = [];

  static async connect({ url, worldName }: ServedWorld): Promise<Client> {
    const client = new Client(
      await connectNode(await connectWs(`${url.replace("http", "ws")}ws`), messages),
      worldName,
    );
    await client.until(() => client.mirror.version > 0);
    return client;
  }

  private constructor(node: Node, worldName: string) {
    this.#node = node;
    this.#prefix = `/world/${worldName}`;
    this.#following = this.mirror.follow(node, this.#prefix);
    const keep = { queue: 10_000 };
    node.subscribe(
      `${this.#prefix}/history/changes`,
      "orrery.msgs.HistoryChange",
      ({ value, bytes }) => this.#take(value, bytes),
      keep,
    );
    void node.request(`${this.#prefix}/history/info`, {}, { response: "orrery.msgs.History" }).then((whole) => {
      this.lists = whole;
      for (const change of this.#early.splice(0)) this.#learn(change);
    });
  }

  /** Size of the last change of the lists on the wire. */
  get listBytes(): number {
    return this.#listBytes;
  }

  get steps(): number {
    const { root, world } = this.mirror;
    return (root === undefined ? undefined : world.get(root, SimClock)?.steps) ?? 0;
  }

  /** Returns the movable models, by id. */
  models(): Entity[] {
    const { world } = this.mirror;
    return [...world.query(IsModel)].map(([entity]) => entity).filter((entity) => !world.has(entity, IsStatic));
  }

  pause(pause: boolean): Promise<void> {
    return this.#ask("control", { pause });
  }

  command(command: orrery.Command): Promise<void> {
    return this.#ask("command", command);
  }

  undo(id: string): Promise<void> {
    return this.#ask("history/undo_redo", { id, undo: true });
  }

  redo(id: string): Promise<void> {
    return this.#ask("history/undo_redo", { id, undo: false });
  }

  /** Checks a condition whenever a state has arrived, until it is true. */
  async until(isSo: () => boolean): Promise<void> {
    if (isSo()) return;
    await new Promise<void>((resolve) => {
      const listening = this.mirror.changes.on(() => {
        if (!isSo()) return;
        listening[Symbol.dispose]();
        resolve();
      });
    });
  }

  [Symbol.dispose](): void {
    this.#following[Symbol.dispose]();
    this.#node[Symbol.dispose]();
  }

  #take(change: orrery.HistoryChange, { length }: Uint8Array): void {
    this.#listBytes = length;
    if (this.lists.revision === undefined) this.#early.push(change);
    else this.#learn(change);
  }

  #learn(change: orrery.HistoryChange): void {
    if ((change.revision ?? 0) <= (this.lists.revision ?? 0)) return;
    const next = applyHistoryChange(this.lists, change);
    if (next === undefined) throw new Error(`the history's change to ${change.revision} was missed`);
    this.lists = next;
    this.forgotten += change.now?.forgotten?.length ?? 0;
  }

  async #ask(service: string, request: object): Promise<void> {
    const { data, header } = await this.#node.request(`${this.#prefix}/${service}`, request, {
      response: "gz.msgs.Boolean",
      timeoutMs: 120_000,
    });
    if (!data) throw new Error(`${service}: ${header?.data?.[0]?.value?.[0] ?? "refused without a reason"}`);
  }
}
