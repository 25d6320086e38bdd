import { messages } from "@orrery/msgs";
import { Bus } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { sessionOver } from "../testing/session-over.ts";
import { createApp } from "./app.ts";

test("[MW8] where several worlds are open a notice says which it is about, and takes the place of none of another", () => {
  const app = createApp(sessionOver(new Bus({ codec: messages })));
  app.session.worlds.set([
    { namespace: "", name: "shapes" },
    { namespace: "/b", name: "pendulum" },
  ]);
  const texts = (): string[] => app.notices.list.current.map(({ text }) => text);
  const first = app.inWorld(app.worlds.focus.current).notices;
  const told = first.show({ kind: "warning", text: "2 files are missing", cause: "missing" });
  expect(texts()).toEqual(["2 files are missing"]);
  told[Symbol.dispose]();
  const other = app.inWorld(app.worlds.open("/b")).notices;
  first.show({ kind: "warning", text: "3 files are missing", cause: "missing" });
  other.show({ kind: "warning", text: "1 file is missing", cause: "missing" });
  first.show({ kind: "warning", text: "4 files are missing", cause: "missing" });
  other.failed("pause", new Error("it has stopped"));
  expect(texts()).toEqual([
    "pendulum: 1 file is missing",
    "shapes: 4 files are missing",
    "pendulum: Cannot pause: it has stopped",
  ]);
});
