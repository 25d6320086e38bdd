import type { gz } from "@orrery/msgs";
import { type Entity } from "@orrery/sim";
import { createEdit, hashComponents, hexOf, moveEdit, removeEdit, renameEdit } from "@orrery/sim/host";
import { IsModel, IsStatic } from "@orrery/sim/components";
import { expect, onTestFinished, test } from "vitest";
import { socketUrl } from "../../packages/gui/src/client/own-session.ts";
import { Session } from "../../packages/gui/src/client/session.ts";
import { WorldView } from "../../packages/gui/src/client/world-view.ts";
import { MemoryStorage } from "../../packages/gui/src/testing/memory-storage.ts";
import { connectWs } from "../../packages/server/src/gateway/ws-link.ts";
import { Dice } from "../random-edits/dice.ts";
import { soak } from "../soak.ts";
import { serving } from "./orrery-process.ts";
import { eventually } from "./pages.ts";

const CLIENTS = 20;
const SECONDS = 10 * soak(6);
/** With fewer models none are deleted, with more none are created. */
const [FEWEST, MOST] = [8, 60];

/** One member of a crowd: everything behind a page, without the page. */
class Client {
  readonly session: Session;
  readonly view: WorldView;
  readonly dice: Dice;
  readonly #name: string;
  /** Number of requests that were done. */
  done = 0;
  refused = 0;

  constructor(url: string, number: number) {
    this.#name = `Client ${number}`;
    this.dice = new Dice(number + 1);
    const session = String(number).padStart(32, "0");
    const ws = socketUrl(url, { session, token: "", name: this.#name, colour: undefined });
    const open = () => connectWs(ws);
    const assetUrl = (_: string, uri: string): string => uri;
    const storage = new MemoryStorage();
    this.session = new Session({ kind: "server", place: url, open, retries: true, assetUrl, storage });
    this.view = new WorldView(this.session, "");
  }

  async act(): Promise<void> {
    try {
      await this.#act();
      this.done++;
    } catch {
      this.refused++;
    }
  }

  #act(): Promise<unknown> {
    const { dice } = this;
    const { editing, history, mirror } = this.view;
    const { world } = mirror;
    const models = [...world.query(IsModel)].map(([entity]) => entity).filter((one) => !world.has(one, IsStatic));
    const model = models[dice.below(models.length)] ?? (1 as Entity);
    const place = { x: dice.between(-4, 4), y: dice.between(-4, 4), z: dice.between(0.5, 4) };
    const turn = dice.below(100);
    if (turn < 35) return editing.perform("Move", [moveEdit(model, { ...place, qx: 0, qy: 0, qz: 0, qw: 1 })]);
    if (turn < 50 && models.length < MOST) return editing.perform("Insert", [createEdit(box(place))]);
    if (turn < 58 && models.length > FEWEST) return editing.perform("Delete", [removeEdit(model)]);
    if (turn < 64) return editing.perform("Rename", [renameEdit(model, `m${dice.below(1e6)}`)]);
    if (turn < 74) return history.undo();
    if (turn < 82) return history.redo();
    if (turn < 86) return Promise.resolve(editing.undoPending());
    if (turn < 90) return Promise.resolve(editing.redoPending());
    const client = this.view.client.current!;
    return turn < 95 ? client.pause() : client.run();
  }
}

function box({ x, y, z }: { x: number; y: number; z: number }): gz.EntityFactory {
  const sdf = `<sdf version="1.9"><model name="made"><pose>${x} ${y} ${z} 0 0 0</pose><link name="link"><collision name="c">
    <geometry><box><size>0.3 0.3 0.3</size></box></geometry></collision></link></model></sdf>`;
  return { sdf, allow_renaming: true };
}

test(
  "[HI17] twenty people who edit, undo and pause at once all have the same world in the end",
  { timeout: (SECONDS + 120) * 1000 },
  async () => {
    const { url } = await serving("worlds/wall.sdf");
    const clients = Array.from({ length: CLIENTS }, (_, i) => new Client(url, i));
    onTestFinished(() => {
      for (const { session } of clients) session[Symbol.dispose]();
    });
    await Promise.all(clients.map(({ session }) => session.connect()));
    await eventually(() => clients.every(({ view }) => view.mirror.version > 0)).toBe(true);
    const end = performance.now() + SECONDS * 1000;
    const living = async (client: Client): Promise<void> => {
      while (performance.now() < end) await client.act();
    };
    await Promise.all(clients.map(living));
    const [first] = clients;
    const world = first!.view.client.current!;
    await world.run();
    await eventually(() => clients.every(({ view }) => view.editing.queue.entries.current.length === 0)).toBe(true);
    await world.pause();
    const others = async (): Promise<string[]> => {
      const { header } = await world.node.request(`${world.prefix}/hash`, {}, { response: "gz.msgs.StringMsg" });
      const hashes = clients.map(({ view }) => hexOf(hashComponents(view.mirror.world)));
      return hashes.filter((hash) => hash !== header!.data![0]!.value![0]);
    };
    await eventually(others).toEqual([]);
    // Not all were refused; otherwise nothing would have been tested.
    const sum = (of: (client: Client) => number): number => clients.reduce((total, client) => total + of(client), 0);
    expect(sum(({ done }) => done)).toBeGreaterThan(CLIENTS);
  },
);
