import { messages, type gz, type orrery } from "@orrery/msgs";
import { SECOND } from "@orrery/sim";
import { Bus, Node } from "@orrery/sim/host";
import { expect, test, vi } from "vitest";
import type { PendingEntry } from "../../client/editing/pending-queue.ts";
import type { Person } from "../../client/presence.ts";
import { Value } from "../../client/value.ts";
import { createApp } from "../../shell/app.ts";
import { sessionOver } from "../../testing/session-over.ts";
import { asksBeforeUndo } from "./asks-before-undo.ts";
import { Authors } from "./authors.ts";
import { UndoControl } from "./undo-control.ts";
import { hintOf, titleOf } from "./undo-words.ts";

/** Opens a page on a server that has the lists of a history and nothing else. */
async function pageAndServer(commands: readonly string[], { others = false } = {}) {
  const bus = new Bus({ codec: messages });
  const server = new Node(bus, { owner: "server" });
  const topic = server.advertise("/world/w/history/changes", "orrery.msgs.HistoryChange");
  const undo = commands.map((text, i) => mark(text, i)).toReversed();
  const redo: orrery.HistoryMark[] = [];
  let revision = 1;
  const whole = (): orrery.History => ({ timeline: 1, enabled: true, undo: [...undo], redo: [...redo], revision });
  const publish = (): void => topic.publish({ revision: ++revision, now: whole() });
  server.service("/world/w/history/info", { request: "gz.msgs.Empty", response: "orrery.msgs.History" }, whole);
  const asked: string[] = [];
  server.service(
    "/world/w/history/undo_redo",
    { request: "orrery.msgs.UndoRedo", response: "gz.msgs.Boolean" },
    ({ id = "", undo: isUndo = false }): gz.Boolean => {
      asked.push(`${isUndo ? "undo" : "redo"} ${id}`);
      const [from, to] = isUndo ? [undo, redo] : [redo, undo];
      const at = from.findIndex((one) => one.id === id);
      if (at < 0) return { data: false, header: { data: [{ key: "error", value: ["it is not in the list"] }] } };
      for (let i = 0; i <= at; i++) to.unshift(from.shift()!);
      publish();
      return { data: true };
    },
  );
  server.service("/orrery/worlds", { request: "gz.msgs.Empty", response: "orrery.msgs.WorldList" }, () => ({
    worlds: [{ name: "w" }],
  }));
  const page = createApp(sessionOver(bus));
  void page.session.connect();
  const app = page.inWorld(page.worlds.focus.current);
  await vi.waitFor(() => expect(app.view.client.current).toBeDefined());
  const people = new Value<readonly Person[]>([
    { id: others ? "s2" : "s1", isSelf: !others, isConnected: true } as Person,
  ]);
  const session = new Value<orrery.Session | undefined>({ id: "s1", may: ["view", "control", "edit"] });
  const control = new UndoControl(app, new Authors({ people, session }, false));
  await vi.waitFor(() => expect(control.past).toBeDefined());
  const notices = (): string[] => app.notices.list.current.map(({ kind, text }) => `${kind}: ${text}`);
  const undoAsSomebodyElse = (): void => {
    redo.unshift(undo.shift()!);
  };
  return { app, control, people, session, asked, notices, publish, undoAsSomebodyElse };
}

test("[HU1] undo and redo are named after their command; where there is nothing they say so", async () => {
  const { control } = await pageAndServer(["Move box", "Delete cone"]);
  expect(titleOf("undo", control.next("undo"))).toBe("Undo Delete cone");
  expect(hintOf("redo", control.next("redo"))).toBe("Redo: there is nothing to redo");
  await control.press("undo");
  expect(titleOf("undo", control.next("undo"))).toBe("Undo Move box");
  expect(titleOf("redo", control.next("redo"))).toBe("Redo Delete cone");
});

test("[HU1] without a connection, a right, or a history, the reason is told", async () => {
  const { control, session, app } = await pageAndServer(["Move box"]);
  session.set({ id: "s1", role: "viewer", may: ["view"] });
  expect(control.next("undo")).toEqual({ kind: "none", reason: "the role viewer may only look" });
  session.set(undefined);
  app.view.history.state.set({ enabled: false });
  expect(control.next("undo")).toEqual({ kind: "none", reason: "history is off" });
  app.view.history.state.set(undefined);
  expect(control.next("undo")).toEqual({ kind: "none", reason: "this world keeps no history" });
});

test("[HU1] while the connection is lost, what was done stays in sight", async () => {
  const { control, app } = await pageAndServer(["Move box"]);
  const { current } = app.view.client;
  app.view.client.set(undefined);
  expect(control.past!.undo).toHaveLength(1);
  expect(control.next("undo")).toEqual({ kind: "none", reason: "there is no connection" });
  app.view.client.set(current);
  await vi.waitFor(() => expect(control.next("undo").kind).toBe("command"));
});

test("[HU2] presses in quick succession undo one command each", async () => {
  const { control, asked } = await pageAndServer(["A", "B", "C"]);
  await Promise.all([control.press("undo"), control.press("undo"), control.press("redo")]);
  expect(asked).toEqual(["undo s1:2", "undo s1:1", "redo s1:1"]);
});

test("[HU2] what somebody else has undone meanwhile is a quiet notice, and nothing more is undone", async () => {
  const { control, asked, notices, publish, undoAsSomebodyElse } = await pageAndServer(["A", "B"]);
  undoAsSomebodyElse();
  const pressed = control.press("undo");
  await vi.waitFor(() => expect(asked).toEqual(["undo s1:1"]));
  publish();
  await pressed;
  expect(notices()).toEqual(["info: “B” was undone already"]);
  expect(titleOf("undo", control.next("undo"))).toBe("Undo A");
});

test("[HU3] choosing in a list names that command, and the server undoes those after it too", async () => {
  const { control, asked } = await pageAndServer(["A", "B", "C"]);
  await control.jump("undo", "s1:1");
  expect(asked).toEqual(["undo s1:1"]);
  expect(control.past!.redo.map(({ description }) => description)).toEqual(["B", "C"]);
});

test("[HU17] edits of one's own that wait can be chosen, and those after them go too, while history is off as well", async () => {
  const { app, control } = await pageAndServer(["A"]);
  const entry = (id: string, isOwn: boolean): PendingEntry => ({
    ...{ id, isOwn, isKnown: true, trouble: undefined },
    command: { id, description: id },
  });
  const { entries } = app.view.editing.queue;
  const withdrawn: string[] = [];
  app.view.editing.queue.withdraw = async (id) => withdrawn.push(id);
  entries.set([entry("a", true), entry("b", true), entry("x", false), entry("c", true)]);
  expect(control.waiting.map(({ id }) => id)).toEqual(["c", "b", "a"]);
  app.view.history.state.set({ enabled: false });
  expect(control.listed("undo")).toEqual([]);
  control.withdraw("b");
  expect(withdrawn).toEqual(["c", "b"]);
});

test("[HU5] somebody else's command is undone when the question is answered so, and not before", async () => {
  const { app, control, asked } = await pageAndServer(["own", "s2 of Ben"], { others: true });
  const first = control.press("undo");
  await vi.waitFor(() => expect(app.questions.open.current?.title).toBe("Undo “of Ben” of Guest s2?"));
  app.questions.open.current!.answer(undefined);
  await first;
  expect(asked).toEqual([]);
  const second = control.press("undo");
  await vi.waitFor(() => expect(app.questions.open.current?.kind).toBe("confirmation"));
  const question = app.questions.open.current!;
  if (question.kind === "confirmation") question.answer({ isOptionOn: true });
  await second;
  expect([asked, asksBeforeUndo.current]).toEqual([["undo s2:1"], false]);
  await control.press("undo");
  expect(asked).toEqual(["undo s2:1", "undo s1:0"]);
  asksBeforeUndo.set(true);
});

test("[HU5] a page that was just opened asks once it knows who is here, and about nothing of one's own", async () => {
  const { app, control, people, asked } = await pageAndServer(["own", "s2 of Ben"], { others: true });
  const both = people.current.map((ben) => ({ ...ben, name: "Ben" }));
  people.set([]);
  const first = control.press("undo");
  await Promise.resolve();
  expect(app.questions.open.current).toBeUndefined();
  people.set(both);
  await vi.waitFor(() => expect(app.questions.open.current?.title).toBe("Undo “of Ben” of Ben?"));
  const question = app.questions.open.current!;
  if (question.kind === "confirmation") question.answer({ isOptionOn: false });
  await first;
  await control.press("undo");
  expect(asked).toEqual(["undo s2:1", "undo s1:0"]);
});

test("[HU5] nobody is asked for own commands, nor while nobody else is here", async () => {
  const { control, asked } = await pageAndServer(["s2 of Ben"]);
  await control.press("undo");
  expect(asked).toEqual(["undo s2:0"]);
});

/** "s2 of Ben" belongs to session s2; commands without a session are one's own. */
function mark(text: string, i: number): orrery.HistoryMark {
  const [, author = "s1", description = text] = /^(s\d) (.*)$/.exec(text) ?? [];
  return {
    id: `${author}:${i}`,
    description,
    author,
    author_name: `Guest ${author}`,
    sim_time: { sec: i, nsec: SECOND / 2 },
  };
}
