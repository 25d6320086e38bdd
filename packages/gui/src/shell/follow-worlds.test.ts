import { messages } from "@orrery/msgs";
import { Bus } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { sessionOver } from "../testing/session-over.ts";
import { createApp } from "./app.ts";
import { followWorlds } from "./follow-worlds.ts";

function page({ named }: { readonly named?: string } = {}) {
  const app = createApp(sessionOver(new Bus({ codec: messages })), named);
  followWorlds(app, { isOne: named !== undefined });
  const run = (...namespaces: string[]): void =>
    app.session.worlds.set(namespaces.map((namespace) => ({ namespace, name: `w${namespace.slice(1)}` })));
  const open = (): string[] => app.worlds.list.current.map(({ namespace }) => namespace);
  const notices = (): string[] => app.notices.list.current.map(({ text }) => text);
  return { app, run, open, notices };
}

test("[MW4] the page opens with the server's worlds, up to four, or with the one that its address names", () => {
  const all = page();
  all.run("", "/b", "/c", "/d", "/e");
  expect(all.open()).toEqual(["", "/b", "/c", "/d"]);
  const one = page({ named: "/c" });
  one.run("", "/b", "/c");
  expect(one.open()).toEqual(["/c"]);
  // The first world of the server was closed earlier.
  const later = page();
  later.run("/b", "/c");
  expect(later.open()).toEqual(["/b", "/c"]);
});

test("[MW4] a world that is opened later is told of and can be shown; one that ends is closed, and told of", () => {
  const { app, run, open, notices } = page();
  run("");
  run("", "/b");
  expect([open(), notices()]).toEqual([[""], ["The world wb was opened"]]);
  app.notices.list.current[0]!.action!.run();
  expect([open(), app.worlds.focus.current.namespace]).toEqual([["", "/b"], "/b"]);
  run("");
  expect([open(), notices()[1]]).toEqual([[""], "The world wb was closed"]);
  run("/d");
  // The page always shows a world, so the last one stays.
  expect(open()).toEqual([""]);
});
