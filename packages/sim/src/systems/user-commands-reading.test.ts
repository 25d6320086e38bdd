import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { MemoryResources } from "../formats/memory-resources.ts";
import { box, ground } from "../testing/boxes.ts";
import { askFor, reasonOf } from "../testing/commands.ts";
import { loadEditable, namesIn, sdf } from "../testing/insertions.ts";

test("[UC10] what was read of it with doubts is made; the warnings are in the answer", async () => {
  using sim = await loadEditable(ground, { paused: true });
  const doubtful = '<model name="m"><colour/>\n<link name="l"/><plugin name="difdrive" filename=""/></model>';
  const { data, header } = await askFor(sim, "create", { sdf: sdf(doubtful) });
  expect(data).toBe(true);
  expect(header!.data!.find(({ key }) => key === "warning")!.value).toEqual([
    expect.stringMatching(/^<inserted text>:1:\d+: warning: <model> cannot contain <colour>/),
    expect.stringMatching(/^<inserted text>:2:17: there is no system "difdrive"/),
  ]);
});

test("[UC3] a path outside of the resource folders is refused as that", async () => {
  const resources = Object.assign(new MemoryResources({}), { isOutside: (uri: string) => uri.startsWith("/") });
  using sim = await loadEditable(ground, { paused: true, resources });
  expect(reasonOf(await askFor(sim, "create", { sdf_filename: "/home/ada/box.sdf" }))).toMatch(
    /^error: "\/home\/ada\/box\.sdf" is outside of the resource folders \(start the server with --resource-path DIR/,
  );
});

test("[UC10] a body too small for engines is made as small as they can, which is said, and the world moves on", async () => {
  for (const engine of ["rapier", "mujoco"]) {
    using sim = await loadEditable(`<physics type="${engine}"/>${box("a", "0 0 9 0 0 0")}`);
    const tiny = `<model name="m"><link name="l"><inertial><inertia><ixx>1e-16</ixx><iyy>1e-16</iyy><izz>1e-16</izz></inertia>
      </inertial><collision name="c"><geometry><sphere><radius>0.01</radius></sphere></geometry></collision></link></model>`;
    const { data, header } = await askFor(sim, "create", { sdf: sdf(tiny) });
    expect(data).toBe(true);
    expect(header!.data!.find(({ key }) => key === "warning")!.value).toEqual([
      expect.stringMatching(/<inertia> about an axis is 1e-16; engines go by 1e-15/),
    ]);
    const before = sim.poseOf("a").z;
    sim.run({ steps: 50 });
    expect(sim.poseOf("a").z).toBeLessThan(before);
    expect(sim.runner.systems.isRunning("physics")).toBe(true);
  }
});

test("[UC13] much that is inserted is read in several turns, between which the world continues", async () => {
  using sim = await loadEditable(ground);
  const padded = (name: string): object => ({ sdf: sdf(`${box(name)}<!--${" ".repeat(150_000)}-->`) });
  let answer: gz.Boolean | undefined;
  const data = Array.from({ length: 8 }, (_, i) => padded(`box${i}`));
  void sim.node
    .request("/world/test/create_multiple", { data }, { response: "gz.msgs.Boolean" })
    .then((value) => (answer = value));
  const before = sim.runner.now().count;
  while (answer === undefined) {
    sim.run({ steps: 1 });
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  expect(answer.data).toBe(true);
  expect(namesIn(sim)).toContain("box7");
  // Two texts per turn.
  expect(sim.runner.now().count - before).toBeGreaterThanOrEqual(4);
});

test("[UC13] concave things that move are cut up one in a turn, before they are in the world", async () => {
  using sim = await loadEditable(ground);
  const star = (k: number): string => {
    const points = Array.from({ length: 12 }, (_, i) => {
      const [turn, radius] = [(Math.PI * i) / 6, (i % 2 === 0 ? 2 : 1) + k / 10];
      return `<point>${radius * Math.cos(turn)} ${radius * Math.sin(turn)}</point>`;
    });
    return `<collision name="c${k}"><geometry><polyline><height>1</height>${points.join("")}</polyline></geometry></collision>`;
  };
  const shapes = Array.from({ length: 3 }, (_, k) => star(k)).join("");
  const asked = askFor(sim, "create", { sdf: sdf(`<model name="stars"><link name="link">${shapes}</link></model>`) });
  const before = sim.runner.now().count;
  expect((await asked).data).toBe(true);
  expect(sim.runner.now().count - before).toBeGreaterThanOrEqual(3);
  sim.run({ steps: 1 });
  expect(sim.log.filter(({ level }) => level === "error")).toEqual([]);
});

test("[UC13] a text that is too long is refused before it is read", async () => {
  using sim = await loadEditable(ground);
  const answer = await askFor(sim, "create", { sdf: " ".repeat(10_000_001) });
  expect(reasonOf(answer)).toMatch(/at most 10000000 characters, not 10000001/);
});
