import type { orrery } from "@orrery/msgs";
import type { Entity } from "@orrery/sim";
import { expect, test } from "vitest";
import type { Person } from "../../client/presence.ts";
import { Value } from "../../client/value.ts";
import { Authors } from "./authors.ts";

test("[HU9] authors keep name and colour after they have left; the unknown have neither", () => {
  const people = new Value<readonly Person[]>([person("s1", "Ada", 3)]);
  using authors = new Authors({ people, session: new Value<orrery.Session | undefined>({ id: "s1" }) }, false);
  expect(authors.tokenOf("s1")).toBe("--person-3");
  expect(authors.hasOthers()).toBe(false);
  people.set([person("s1", "Ada", 3), person("s2", "Ben", 5)]);
  expect(authors.hasOthers()).toBe(true);
  let news = 0;
  authors.changes.on(() => news++);
  people.set([{ ...person("s1", "Ada", 3), selected: [7 as Entity] }, person("s2", "Ben", 5)]);
  expect(news).toBe(0);
  people.set([person("s3", "Cy", 6)]);
  expect(news).toBe(1);
  people.set([]);
  expect([authors.nameOf("s2", "Guest 2"), authors.tokenOf("s2")]).toEqual(["Ben", "--person-5"]);
  expect([authors.nameOf("s9", "Guest 9"), authors.nameOf("s9", ""), authors.tokenOf("s9")]).toEqual([
    "Guest 9",
    "Somebody",
    "--muted",
  ]);
});

test("[HU1] without a server all is one's own", () => {
  const people = new Value<readonly Person[]>([]);
  using authors = new Authors({ people, session: new Value<orrery.Session | undefined>(undefined) }, true);
  expect([authors.isOwn("anybody"), authors.refusal(), authors.tokenOf("")]).toEqual([true, undefined, "--person-0"]);
});

test("[HU1] nothing is one's own before one knows who one is; who may only look is told so", () => {
  const people = new Value<readonly Person[]>([]);
  const session = new Value<orrery.Session | undefined>(undefined);
  using authors = new Authors({ people, session }, false);
  expect([authors.isOwn("s1"), authors.refusal(), authors.tokenOf("s1")]).toEqual([false, undefined, "--muted"]);
  expect(authors.hasOthers()).toBe(true);
  session.set({ id: "s1", role: "viewer", may: ["view"] });
  expect([authors.isOwn("s1"), authors.isOwn("s2"), authors.refusal()]).toEqual([
    true,
    false,
    "the role viewer may only look",
  ]);
  session.set({ id: "s1", role: "operator", may: ["view", "control", "edit"] });
  expect(authors.refusal()).toBeUndefined();
});

function person(id: string, name: string, colour: number): Person {
  const selected: Person["selected"] = [];
  return {
    id,
    name,
    colour,
    role: "operator",
    world: "",
    camera: undefined,
    selected,
    isConnected: true,
    isSelf: id === "s1",
  };
}
