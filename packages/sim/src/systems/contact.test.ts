import type { gz } from "@orrery/msgs";
import { expect, test } from "vitest";
import { hashesOfInterruptedRuns } from "../testing/interrupted.ts";
import { TestSim } from "../testing/test-sim.ts";
import { floor } from "../testing/vehicles.ts";

const plugins = `<plugin filename="physics" name="physics"/>
  <plugin filename="gz-sim-contact-system" name="gz::sim::systems::Contact"/>`;

/** Returns a box of 2 kg with sides of 0.4 m, 5 cm above the floor. */
function box(sensor: string, collision = "shape"): string {
  return `<model name="box"><pose>0 0 0.25 0 0 0</pose><link name="link">
    <inertial><mass>2</mass><inertia><ixx>0.05</ixx><iyy>0.05</iyy><izz>0.05</izz></inertia></inertial>
    <collision name="shape"><geometry><box><size>0.4 0.4 0.4</size></box></geometry></collision>
    <sensor name="touch" type="contact"><contact><collision>${collision}</collision></contact>${sensor}</sensor>
    </link></model>`;
}

function load(sensor = "", collision?: string): Promise<TestSim> {
  return TestSim.load(plugins + floor + box(sensor, collision));
}

function listen(sim: TestSim, topic = "/world/test/model/box/link/link/sensor/touch/contact"): gz.Contacts[] {
  const heard: gz.Contacts[] = [];
  sim.node.subscribe(topic, "gz.msgs.Contacts", ({ value }) => heard.push(value));
  return heard;
}

test("[CS1] it says nothing in the air, and then who touches whom, where, how deep and how hard", async () => {
  using sim = await load();
  const heard = listen(sim);
  sim.run({ steps: 90 });
  expect(heard).toEqual([]);
  sim.run({ steps: 1910 });
  const { header, contact } = heard.at(-1)!;
  expect(header!.stamp).toEqual({ sec: 2, nsec: 0 });
  expect(contact).toHaveLength(1);
  const { collision1, collision2, position, normal, depth, wrench } = contact![0]!;
  expect(collision1!.name).toBe("box::link::shape");
  expect(collision2!.name).toBe("floor::link::c");
  expect(position).toHaveLength(4);
  for (const { x, y, z } of position!) {
    expect(Math.abs(Math.abs(x!) - 0.2)).toBeLessThan(0.005);
    expect(Math.abs(Math.abs(y!) - 0.2)).toBeLessThan(0.005);
    expect(Math.abs(z!)).toBeLessThan(0.005);
  }
  for (const { z } of normal!) expect(z).toBeCloseTo(1, 3);
  for (const metres of depth!) expect(Math.abs(metres)).toBeLessThan(0.005);
  // Together they carry the weight, 2 · 9.8 N.
  expect(wrench!.reduce((sum, { body_1_wrench: on }) => sum + on!.force!.z!, 0)).toBeCloseTo(19.6, 1);
  expect(wrench!.reduce((sum, { body_2_wrench: on }) => sum + on!.force!.z!, 0)).toBeCloseTo(-19.6, 1);
});

test("[CS2] rate and topic are those of the sensor", async () => {
  using sim = await load("<update_rate>20</update_rate>");
  const heard = listen(sim);
  sim.run({ steps: 1000 });
  const times = heard.map(({ header }) => header!.stamp!.sec! * 1000 + header!.stamp!.nsec! / 1e6);
  expect(times.length).toBeGreaterThan(15);
  expect(times.every((ms) => ms % 50 === 0)).toBe(true);

  using named = await TestSim.load(
    (plugins + floor + box("")).replace("</collision></contact>", "</collision><topic>/bump</topic></contact>"),
  );
  const bumps = listen(named, "/bump");
  named.run({ steps: 300 });
  expect(bumps.length).toBeGreaterThan(100);
});

test("[CS3] a collision that is not there is named once", async () => {
  using sim = await load("", "shpae");
  const heard = listen(sim);
  sim.run({ steps: 300 });
  expect(heard).toEqual([]);
  expect(sim.log.filter(({ message }) => message.includes("shpae"))).toHaveLength(1);
});

test("[CS3] a sensor that is removed is silent", async () => {
  using sim = await load();
  const heard = listen(sim);
  sim.run({ steps: 300 });
  sim.runner.world.remove(sim.entity("box"));
  const before = heard.length;
  sim.run({ steps: 10 });
  expect(before).toBeGreaterThan(100);
  expect(heard).toHaveLength(before);
});

test("[CS4] a run saved in mid-course continues as if it had never stopped, and listeners make no difference", async () => {
  const { whole, elsewhere, takenBack } = await hashesOfInterruptedRuns(
    () => load(),
    (sim) => sim.run({ steps: 150 }),
    (sim) => {
      listen(sim);
      sim.run({ steps: 200 });
    },
  );
  expect(elsewhere).toBe(whole);
  expect(takenBack).toBe(whole);
  using deaf = await load();
  deaf.run({ steps: 350 });
  expect(deaf.runner.hash()).toBe(whole);
});

test("[CS1] without entity names, as the physics plugin may ask for, contacts have ids only", async () => {
  const physics = `<plugin filename="physics" name="physics"><contacts>
    <include_entity_names>false</include_entity_names></contacts></plugin>`;
  using sim = await TestSim.load(
    plugins.replace('<plugin filename="physics" name="physics"/>', physics) + floor + box(""),
  );
  const heard = listen(sim);
  sim.run({ steps: 500 });
  const [{ collision1, collision2, wrench } = {}] = heard.at(-1)!.contact!;
  expect([collision1!.name, collision2!.name, wrench![0]!.body_1_name]).toEqual([undefined, undefined, undefined]);
  expect(collision2!.id).toBeGreaterThan(0);
});
