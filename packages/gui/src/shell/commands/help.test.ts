import { expect, test } from "vitest";
import { builtInPlugins } from "../../plugins/index.ts";
import { helpSections, searchedHelp } from "./help.ts";
import { navigations } from "../navigation.ts";

const commands = [
  { id: "a", title: "Undo", menu: "Edit" as const, keys: "Ctrl+Z", run: () => {} },
  { id: "b", title: "Without keys", menu: "Edit" as const, run: () => {} },
];
const sections = helpSections({
  commands,
  navigation: navigations.orrery,
  plugins: builtInPlugins.flatMap(({ help = [] }) => help),
});

test("[GU21] the help has commands with keys, and what cannot be a command: rectangle, push, axis keys, timeline, touch", () => {
  expect(sections[0]).toEqual({ title: "Edit", entries: [{ what: "Undo", keys: ["Ctrl+Z"] }] });
  const all = JSON.stringify(sections);
  for (const word of ["rectangle", "Push", "axis", "timeline", "Touch", "long press"]) expect(all).toContain(word);
});

test("[GU21] a search leaves the entries that have all of its words, wherever they stand", () => {
  expect(searchedHelp(sections, "")).toBe(sections);
  expect(searchedHelp(sections, "edit UNDO")).toEqual([sections[0]]);
  expect(searchedHelp(sections, "ctrl+z")).toEqual([sections[0]]);
  expect(searchedHelp(sections, "no such thing")).toEqual([]);
});
