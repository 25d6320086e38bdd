import type { orrery } from "@orrery/msgs";
import { find, MemoryResources, World, type Entity, type Pose } from "@orrery/sim";
import { moveEdit, parseSdf, removeEdit, renameEdit, spawnWorld } from "@orrery/sim/host";
import { expect, test } from "vitest";
import { conflictsOf, conflictText } from "./conflicts.ts";

const at = (x: number): Pose => ({ x, y: 0, z: 0, qx: 0, qy: 0, qz: 0, qw: 1 });
const by = (author: string, id: string, ...edits: orrery.Edit[]): orrery.Command => ({ id, author, edits });

async function shown() {
  const models = ["a", "b"].map((name) => `<model name="${name}"><link name="l"/></model>`).join("");
  const text = `<sdf version="1.9"><world name="w">${models}</world></sdf>`;
  const { scene } = await parseSdf(text, "x", new MemoryResources({}));
  const world = new World();
  const root = spawnWorld(world, scene.worlds[0]!);
  const words = (...commands: orrery.Command[]) =>
    Object.fromEntries(
      [...conflictsOf(world, root, commands)].map(([id, conflict]) => {
        const { author } = conflict.winner;
        return [id, conflictText(conflict, author === "1" ? undefined : `Guest ${author}`)];
      }),
    );
  return { words, entity: (name: string): Entity => find(world, root, name)! };
}

test("[PQ11] of two who change the same, the earlier is told who will have the last word", async () => {
  const { words, entity } = await shown();
  const a = entity("a");
  expect(words(by("1", "x", moveEdit(a, at(1))), by("2", "y", moveEdit(a, at(2))))).toEqual({
    x: "Guest 2 changes the same later",
  });
  expect(words(by("2", "y", moveEdit(a, at(2))), by("1", "x", moveEdit(a, at(1))))).toEqual({
    y: "You change the same later",
  });
});

test("[PQ11] what somebody else deletes is lost, whoever was first; a part of it too", async () => {
  const { words, entity } = await shown();
  const [a, link] = [entity("a"), entity("a::l")];
  expect(words(by("2", "y", removeEdit(a)), by("1", "x", moveEdit(link, at(1))))).toEqual({ x: "Guest 2 deletes it" });
  expect(words(by("2", "y", moveEdit(a, at(1))), by("1", "x", removeEdit(a)))).toEqual({ y: "You delete it" });
});

test("[PQ11] one's own, different things and different sides of one thing are no conflict", async () => {
  const { words, entity } = await shown();
  const [a, b] = [entity("a"), entity("b")];
  expect(words(by("1", "x", moveEdit(a, at(1))), by("1", "y", moveEdit(a, at(2))))).toEqual({});
  expect(words(by("1", "x", moveEdit(a, at(1))), by("2", "y", moveEdit(b, at(2))))).toEqual({});
  expect(words(by("1", "x", moveEdit(a, at(1))), by("2", "y", renameEdit(a, "c")))).toEqual({});
});
