import type { orrery } from "@orrery/msgs";
import { worldPose, type Entity } from "@orrery/sim";
import { moveEdit } from "@orrery/sim/host";
import { expect, onTestFinished, test } from "vitest";
import type { Person } from "../../client/presence.ts";
import { Value } from "../../client/value.ts";
import { createApp, type WorldApp } from "../../shell/app.ts";
import { offerSessions } from "../../testing/offer-sessions.ts";
import { at, box } from "../../testing/paused-page.ts";
import { ServedWorld } from "../../testing/served-world.ts";
import { sessionOver } from "../../testing/session-over.ts";
import { Authors } from "./authors.ts";
import { UndoControl } from "./undo-control.ts";
import { titleOf, type Way } from "./undo-words.ts";

/** The state behind one person's buttons. */
interface Buttons {
  readonly app: WorldApp;
  readonly control: UndoControl;
  title(way: Way): string;
}

/** Opens a paused world with boxes a and b, and the state behind the buttons of two people. */
async function twoPeople() {
  const served = await ServedWorld.load(box("a", 0) + box("b", 3));
  onTestFinished(() => served[Symbol.dispose]());
  offerSessions(served.front.bus);
  const open = async (caller: string): Promise<Buttons> => {
    const page = createApp(sessionOver(served.front.bus, { caller }));
    void page.session.connect();
    const app = page.inWorld(page.worlds.focus.current);
    const session = new Value<orrery.Session | undefined>({ id: caller, may: ["view", "control", "edit"] });
    const people = new Value<readonly Person[]>([{ id: caller, isSelf: true, isConnected: true } as Person]);
    const control = new UndoControl(app, new Authors({ people, session }, false));
    onTestFinished(() => control[Symbol.dispose]());
    const { queue } = app.view.editing;
    await served.until(
      () => queue.isOpen && control.past !== undefined && app.session.presence.session.current?.id === caller,
    );
    return { app, control, title: (way) => titleOf(way, control.next(way)) };
  };
  const [ada, ben] = [await open("ada"), await open("ben")];
  const done = async <T>(doing: Promise<T>): Promise<T> => {
    let isOver = false;
    const end = (): void => void (isOver = true);
    doing.then(end, end);
    await served.until(() => isOver);
    return doing;
  };
  /** Performs an edit, which waits because the world is paused. */
  const perform = async ({ app }: Buttons, description: string, name: string, x: number): Promise<void> => {
    const edits = [moveEdit(served.sim.entity(name), at(x))];
    await done(app.view.editing.perform(description, edits));
    const { entries } = app.view.editing.queue;
    const isListed = (): boolean => entries.current.some(({ command }) => command.description === description);
    await served.until(() => !app.view.status.current!.paused || isListed());
  };
  /** Performs a command as a program would: it never waits. */
  const doAtOnce = async ({ app }: Buttons, description: string, x: number): Promise<void> => {
    const command = { description, edits: [moveEdit(served.sim.entity("b"), at(x))] };
    await done(app.view.client.current!.ask("command", command));
    const isListed = ({ control }: Buttons): boolean => control.past!.undo[0]?.description === description;
    await served.until(() => isListed(ada) && isListed(ben));
  };
  const press = ({ control }: Buttons, way: Way): Promise<void> => done(control.press(way));
  return { served, ada, ben, done, perform, doAtOnce, press };
}

test("[HU4] what was done last is undone first, whether it waits or not; and redone in the other order", async () => {
  const { served, ada, ben, perform, doAtOnce, press } = await twoPeople();
  await doAtOnce(ben, "A", 4);
  await perform(ada, "Move a", "a", 1);
  await doAtOnce(ben, "B", 5);
  await perform(ada, "Turn a", "a", 2);
  const where = (): number[] => [xOf(ada, served.sim.entity("a")), served.sim.poseOf("b").x];
  const undone: (readonly [string, number[]])[] = [];
  for (let i = 0; i < 4; i++) {
    const title = ada.title("undo");
    await press(ada, "undo");
    undone.push([title, where()]);
  }
  // What the button said each time.
  expect(undone).toEqual([
    ["Withdraw Turn a", [1, 5]],
    ["Undo B", [1, 4]],
    ["Withdraw Move a", [0, 4]],
    ["Undo A", [0, 3]],
  ]);
  expect(ada.title("undo")).toBe("Undo");
  const redone: (readonly [string, number[]])[] = [];
  for (let i = 0; i < 4; i++) {
    const title = ada.title("redo");
    await press(ada, "redo");
    await served.until(() => ada.app.view.editing.queue.entries.current.every(({ isKnown }) => isKnown));
    redone.push([title, where()]);
  }
  expect(redone).toEqual([
    ["Redo A", [0, 4]],
    ["Bring back Move a", [1, 4]],
    ["Redo B", [1, 5]],
    ["Bring back Turn a", [2, 5]],
  ]);
  // Edits that were brought back or redone count as new.
  expect(["undo", "redo"].map((way) => ada.title(way as Way))).toEqual(["Withdraw Turn a", "Redo"]);
});

test("[HU4] a page that is opened later has the same order, from the world alone", async () => {
  const { served, ada, ben, perform, doAtOnce } = await twoPeople();
  await perform(ada, "Move a", "a", 1);
  await doAtOnce(ben, "B", 5);
  expect(ada.title("undo")).toBe("Undo B");
  const page = createApp(sessionOver(served.front.bus, { caller: "ada" }));
  void page.session.connect();
  const app = page.inWorld(page.worlds.focus.current);
  const session = new Value<orrery.Session | undefined>({ id: "ada", may: ["view", "control", "edit"] });
  using control = new UndoControl(app, new Authors({ people: new Value([]), session }, false));
  await served.until(() => control.past !== undefined && control.waiting.length === 1);
  expect(titleOf("undo", control.next("undo"))).toBe("Undo B");
});

test("[HU24] a press undoes what the button says, or nothing: somebody else's command in between is not undone with it", async () => {
  const { served, ada, ben, done, perform, press } = await twoPeople();
  served.sim.runner.state.run();
  await served.until(() => [ada, ben].every(({ app }) => app.view.status.current?.paused === false));
  await perform(ada, "Move a", "a", 1);
  await served.until(() => ada.title("undo") === "Undo Move a");
  // Ben's command is under way when Ada presses.
  const moving = ben.app.view.editing.perform("Move b", [moveEdit(served.sim.entity("b"), at(7))]);
  const pressing = press(ada, "undo");
  await done(Promise.all([moving, pressing]));
  expect([served.sim.poseOf("a").x, served.sim.poseOf("b").x].map(Math.round)).toEqual([1, 7]);
  expect(ada.app.notices.list.current.map(({ text }) => text).join()).toContain("has meanwhile done “Move b”");
  await served.until(() => ada.title("undo") === "Undo Move b");
  await press(ada, "undo");
  expect([served.sim.poseOf("a").x, served.sim.poseOf("b").x].map(Math.round)).toEqual([1, 3]);
});

function xOf({ app }: Buttons, entity: Entity): number {
  return worldPose(app.view.mirror.world, entity).x;
}
