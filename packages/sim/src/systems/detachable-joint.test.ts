import { expect, test } from "vitest";
import { IsJoint } from "../components/identity.ts";
import { MemoryResources } from "../formats/memory-resources.ts";
import { parseSdf } from "../formats/sdf/load-sdf.ts";
import { spawnModel } from "../entities/kinds/model.ts";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim } from "../testing/test-sim.ts";

const inertial = `<inertial><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz></inertia></inertial>`;

function weight(name: string): string {
  return `<model name="${name}"><pose>0.3 0 2 0 0 0</pose><link name="link">${inertial}</link></model>`;
}

function holder(child: string, settings = ""): string {
  return `<plugin filename="gz-sim-detachable-joint-system" name="gz::sim::systems::DetachableJoint">
    <parent_link>body</parent_link><child_model>${child}</child_model><child_link>link</child_link>${settings}</plugin>`;
}

function worldWith(plugins: string, loads: string): Promise<TestSim> {
  return TestSim.load(`<model name="holder"><pose>0 0 2 0 0 0</pose><link name="body">${inertial}</link>
    <joint name="fix" type="fixed"><parent>world</parent><child>body</child></joint>${plugins}</model>${loads}`);
}

function say(sim: TestSim, topic: string): void {
  sim.publish(topic, "gz.msgs.Empty", {});
}

test("[DJ1] what it holds hangs, falls when it is let go, and can be caught again where it is", async () => {
  using sim = await worldWith(holder("load"), weight("load"));
  const states: (string | undefined)[] = [];
  sim.node.subscribe("/model/load/detachable_joint/state", "gz.msgs.StringMsg", ({ value }) => states.push(value.data));
  sim.run({ steps: 500 });
  expect(sim.poseOf("load").z).toBeCloseTo(2, 3);
  say(sim, "/model/holder/detachable_joint/detach");
  sim.run({ steps: 300 });
  expect(sim.poseOf("load").z).toBeCloseTo(2 - (9.8 * 0.09) / 2, 1);
  say(sim, "/model/holder/detachable_joint/attach");
  sim.run({ steps: 10 });
  const { z } = sim.poseOf("load");
  sim.run({ steps: 500 });
  expect(sim.poseOf("load").z).toBeCloseTo(z, 2);
  expect(states).toEqual(["attached", "detached", "attached"]);
});

test("[DJ1] what is asked for twice is done once", async () => {
  using sim = await worldWith(holder("load"), weight("load"));
  for (const topic of ["attach", "attach"]) say(sim, `/model/holder/detachable_joint/${topic}`);
  sim.run({ steps: 5 });
  expect(sim.runner.world.query(IsJoint).count).toBe(2);
  for (let i = 0; i < 2; i++) {
    say(sim, "/model/holder/detachable_joint/detach");
    sim.run({ steps: 2 });
  }
  expect(sim.runner.world.query(IsJoint).count).toBe(1);
});

test("[DJ2] several on one model hold each their own, by topics that can be set", async () => {
  using sim = await worldWith(
    holder("a", "<topic>/drop_a</topic>") + holder("b", "<detach_topic>/drop_b</detach_topic>"),
    weight("a") + weight("b"),
  );
  sim.run({ steps: 10 });
  say(sim, "/drop_b");
  sim.run({ steps: 300 });
  expect(sim.poseOf("a").z).toBeCloseTo(2, 3);
  expect(sim.poseOf("b").z).toBeLessThan(1.7);
});

test("[DJ2] it can start without holding anything", async () => {
  using sim = await worldWith(holder("load", "<initial_attach>false</initial_attach>"), weight("load"));
  sim.run({ steps: 300 });
  expect(sim.poseOf("load").z).toBeLessThan(1.7);
});

test("[DJ3] it waits for a model that is not there yet, and says so once", async () => {
  using sim = await worldWith(holder("late"), "");
  sim.run({ steps: 5 });
  expect(sim.log.filter(({ level }) => level === "warn").map(({ message }) => message)).toEqual([
    'there is no link "link" of a model "late" yet; it will be attached as soon as it exists',
  ]);
  const { scene } = await parseSdf(`<sdf version="1.9">${weight("late")}</sdf>`, "late.sdf", new MemoryResources({}));
  const late = spawnModel(sim.runner.world, sim.runner.root, scene.models[0]!);
  sim.run({ steps: 300 });
  expect(sim.poseOf("late").z).toBeCloseTo(2, 3);
  sim.runner.world.remove(late);
  sim.run({ steps: 2 });
  expect(sim.runner.world.query(IsJoint).count).toBe(1);
});

test("[DJ3] without a link of its own it is refused", async () => {
  using sim = await worldWith(holder("load").replace("body", "leg"), weight("load"));
  const [failed] = sim.runner.systems.list().filter(({ state }) => state === "stopped");
  expect(failed?.failure?.error).toContain('<parent_link>: the model holder has no link "leg"');
});

test("[SY1] a run saved in mid-course, before or after it let go, continues as if it had never stopped", async () => {
  for (const steps of [1, 100]) {
    const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
      () => worldWith(holder("load"), weight("load")),
      (sim) => {
        sim.run({ steps: 50 });
        say(sim, "/model/holder/detachable_joint/detach");
        sim.run({ steps });
      },
      (sim) => {
        sim.run({ steps: 50 });
        say(sim, "/model/holder/detachable_joint/attach");
        sim.run({ steps: 50 });
      },
    );
    expect(elsewhere).toBe(whole);
    expect(takenBack).toBe(whole);
  }
});
