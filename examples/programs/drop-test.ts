// Drops a ball from several heights and prints how high it bounces: a simulator in a program, without a server. Run it
// with node_modules/node/bin/node examples/programs/drop-test.ts
import { Sim } from "@orrery/sim";
import { WorldLinearVelocity } from "@orrery/sim/components";

const bounce = "<surface><bounce><restitution_coefficient>0.8</restitution_coefficient></bounce></surface>";
const ground = `<model name="ground"><static>true</static><link name="link"><collision name="c">
  <geometry><plane/></geometry>${bounce.replace("0.8", "1")}</collision></link></model>`;
const ball = (height: number): string => `<model name="ball"><pose>0 0 ${height} 0 0 0</pose><link name="link">
  <inertial><mass>1</mass><inertia><ixx>0.004</ixx><iyy>0.004</iyy><izz>0.004</izz></inertia></inertial>
  <collision name="c"><geometry><sphere><radius>0.1</radius></sphere></geometry>${bounce}</collision></link></model>`;

for (const height of [0.5, 1, 2]) {
  using sim = await Sim.load(`<sdf version="1.9"><world name="drop">${ground}${ball(height)}</world></sdf>`);
  const link = sim.entity("ball::link");
  const speed = (): number => sim.world.get(link, WorldLinearVelocity)?.z ?? 0;
  do sim.run({ steps: 1 });
  while (speed() <= 0);
  do sim.run({ steps: 1 });
  while (speed() > 0);
  console.log(`from ${height} m: ${sim.poseOf("ball").z.toFixed(3)} m after ${sim.time.toFixed(3)} s`);
}
