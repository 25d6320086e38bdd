import { World } from "@orrery/sim";
import { Emitter } from "@orrery/sim/host";
import { MissingModel, Name } from "@orrery/sim/components";
import { expect, test } from "vitest";
import type { MirrorChange } from "../../client/mirror.ts";
import { Notices } from "../../ui/notices.ts";
import { tellMissing } from "./tell-missing.ts";

function page() {
  const world = new World();
  const changes = new Emitter<MirrorChange>(() => undefined);
  const notices = new Notices();
  tellMissing({ world, changes }, notices);
  const add = (name: string, uri: string): void => {
    const model = world.create();
    world.set(model, Name, name);
    world.set(model, MissingModel, uri);
  };
  const come = (whole: boolean): void => changes.emit({ whole, exact: true } as MirrorChange);
  return { add, come, notices: () => notices.list.current };
}

test("[ET9] models that are missing are one notice, with their names and what to do", () => {
  const { add, come, notices } = page();
  for (const name of ["tree", "car", "lamp"]) add(name, `model://${name}`);
  come(true);
  come(false);
  expect(notices().map(({ kind, text }) => [kind, text])).toEqual([
    ["warning", "3 models are missing: tree, car, lamp"],
  ]);
  expect(notices()[0]!.details).toContain("--resource-path DIR");
  expect(notices()[0]!.details).toContain("model://car");
});

test("[ET9] a world that has all its models says nothing", () => {
  const { come, notices } = page();
  come(true);
  expect(notices()).toEqual([]);
});
