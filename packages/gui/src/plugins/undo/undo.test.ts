import { messages } from "@orrery/msgs";
import { Bus } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { createApp, type App } from "../../shell/app.ts";
import { sessionOver } from "../../testing/session-over.ts";
import timeline from "../timeline/timeline.ts";
import undo from "./undo.ts";

test("[HU25] undo and the timeline are plugins of their own: each is there without the other", () => {
  const page = createApp(sessionOver(new Bus({ codec: messages })));
  page.plugins.load(undo);
  expect(commandsOf(page)).toEqual(["history.undo", "history.redo", "history.ask"]);
  page.plugins.load(timeline);
  page.plugins.unload("undo");
  expect(commandsOf(page)).toContain("history.go-to-time");
  expect(commandsOf(page)).not.toContain("history.undo");
  page.plugins.load(undo);
  expect(commandsOf(page)).toContain("history.undo");
  expect(page.plugins.list.current.map(({ failure }) => failure)).toEqual([undefined, undefined]);
});

function commandsOf({ commands }: App): string[] {
  return commands.list.current.map(({ id }) => id);
}
