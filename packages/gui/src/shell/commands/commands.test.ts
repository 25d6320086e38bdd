import { messages } from "@orrery/msgs";
import { Bus } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { OpenWorlds } from "../../client/open-worlds.ts";
import { sessionOver } from "../../testing/session-over.ts";
import { PageCommands, type Command } from "./commands.ts";
import { keysOf } from "../../ui/keys.ts";

test.each([
  [{ key: "k", ctrlKey: true }, "Ctrl+K"],
  [{ key: "Z", ctrlKey: true, shiftKey: true }, "Ctrl+Shift+Z"],
  [{ key: "?", shiftKey: true }, "?"],
  [{ key: " " }, "Space"],
  [{ key: "Home", shiftKey: true }, "Shift+Home"],
  [{ key: "7", code: "Numpad7" }, "Num7"],
  [{ key: "ø", code: "KeyO", altKey: true }, "Alt+O"],
])("[GU12] pressing %j is called %s", (event, keys) => {
  expect(keysOf(pressed(event))).toBe(keys);
});

test("[GU12] a key does what the command of that key does, unless it cannot be done now", () => {
  const { commands, done } = recording();
  commands.add({ ...command("a"), keys: ["F", "Shift+F"] }, { ...command("b"), keys: "G", isEnabled: () => false });
  expect(["f", "F", "g", "h"].map((key) => commands.press(pressed({ key, shiftKey: key === "F" })))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect(done).toEqual(["a", "a"]);

  function command(id: string): Command {
    return { id, title: id, run: () => void done.push(id) };
  }
});

test("[GU12] a command of the same id takes the place of the first, and goes when it is taken back", () => {
  const { commands, done } = recording();
  commands.add({ id: "x", title: "First", run: () => void done.push("first") });
  const added = commands.add({ id: "x", title: "Second", run: () => void done.push("second") });
  commands.run("x");
  added[Symbol.dispose]();
  commands.run("x");
  expect(done).toEqual(["second"]);
});

test("[IS8] who tries what cannot be done is told why; another command of the same key that can be done goes first", () => {
  const { commands, done, refusals } = recording();
  commands.add(
    { id: "cut", title: "Cut", keys: "X", whyNot: () => "nothing is selected", run: () => void done.push("cut") },
    { id: "dull", title: "Dull", keys: "Y", run: () => void done.push("dull") },
    { id: "other", title: "Other", keys: "Y", whyNot: () => "no", run: () => void done.push("other") },
    { id: "paste", title: "Paste", keys: "V", leavesKeys: true, run: () => void done.push("paste") },
  );
  expect(["x", "y", "v"].map((key) => commands.press(pressed({ key })))).toEqual([true, true, false]);
  expect([done, refusals]).toEqual([["dull"], ["Cut: nothing is selected"]]);
});

test("[GU12] a command that fails, now or later, is told of", async () => {
  const { commands, failures } = recording();
  commands.add(
    {
      id: "now",
      title: "Now",
      run: () => {
        throw new Error("no");
      },
    },
    { id: "later", title: "Later", run: () => Promise.reject(new Error("not either")) },
  );
  commands.run("now");
  commands.run("later");
  await expect.poll(() => failures).toEqual(["Now: no", "Later: not either"]);
});

function recording() {
  const done: string[] = [];
  const failures: string[] = [];
  const refusals: string[] = [];
  const commands = new PageCommands(
    ({ title }, error) => failures.push(`${title}: ${(error as Error).message}`),
    ({ title }, reason) => refusals.push(`${title}: ${reason}`),
  );
  return { commands, done, failures, refusals };
}

function pressed(event: Partial<KeyboardEvent>): KeyboardEvent {
  return { code: "", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...event } as KeyboardEvent;
}

test("[MW7] commands of a world are there while it has the focus, beside those of the page", () => {
  const worlds = new OpenWorlds(sessionOver(new Bus({ codec: messages })));
  const [one, other] = [worlds.focus.current, worlds.open("/b")];
  const commands = new PageCommands(() => expect.unreachable());
  const told: string[] = [];
  const command = (id: string, text: string) => ({ id, title: id, run: () => void told.push(text) });
  commands.add(command("help", "page"));
  const ofOne = commands.of(one).add(command("pause", "one"));
  commands.of(other).add(command("pause", "other"), command("only", "other"));
  const ids = (): string[] => commands.list.current.map(({ id }) => id);
  commands.turnTo(one);
  expect(ids()).toEqual(["help", "pause"]);
  commands.of(other).run("pause");
  commands.turnTo(other);
  expect(ids()).toEqual(["help", "pause", "only"]);
  commands.run("pause");
  expect(told).toEqual(["one", "other"]);
  ofOne[Symbol.dispose]();
  commands.turnTo(one);
  expect(ids()).toEqual(["help"]);
});
