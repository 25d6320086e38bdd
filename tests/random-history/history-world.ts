import { twoWheeler } from "../../packages/sim/src/testing/vehicles.ts";
import { Dice } from "../random-edits/dice.ts";
import { randomModel, restingModel } from "../random-edits/random-model.ts";
import { randomShape, shapeXml } from "../random-edits/random-shape.ts";

/**
 * Returns contents for `<world>`: a pile, things at rest, mechanisms, an arm with a motor, a vehicle, lights; up to 60
 * bodies.
 */
export function historyWorld(dice: Dice, engine: string): string {
  const models = (prefix: string, count: number, make: (dice: Dice, name: string) => string): string[] =>
    Array.from({ length: count }, (_, i) => make(dice, `${prefix}${i}`));
  // Usually few: another body may hide what an engine forgets about one. In MuJoCo, piles take long.
  const most = engine === "mujoco" ? 6 : 10;
  const size = Math.min(most, dice.pick([1, 1, 2, 4, 10]));
  // The longest lets bodies come to rest and fall asleep within a sequence.
  const stepSize = dice.pick([0.001, 0.004, 0.008]);
  return [
    physics(engine, stepSize),
    ground,
    lamp("lamp", "point"),
    lamp("sun", "directional"),
    rock,
    ...models("pile", size * 2, pebble),
    ...models("rest", size, restingModel),
    ...models("mech", Math.ceil(size / 3), randomModel),
    arm,
    vehicle,
  ].join("\n");
}

/** Returns one of everything that a command may be about, some of it already in motion. */
export function smallWorld(engine: string): string {
  const dice = new Dice(3, "small world");
  const parts = [pebble(dice, "pile0"), pebble(dice, "pile1"), restingModel(dice, "rest"), randomModel(dice, "mech")];
  return [physics(engine, 0.004), ground, lamp("lamp", "point"), ...parts, arm, vehicle].join("\n");
}

function physics(engine: string, stepSize: number): string {
  return `<physics type="${engine}"><max_step_size>${stepSize}</max_step_size></physics>`;
}

const ground = `<model name="ground"><static>true</static><link name="link">
  <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision>
  <visual name="v"><geometry><plane><normal>0 0 1</normal></plane></geometry></visual></link></model>`;

/** Files that worlds and models name. */
export const files = {
  "rock.obj": "v -0.3 -0.3 -0.2\nv 0.3 -0.3 -0.2\nv 0 0.3 -0.2\nv 0 0 0.3\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n",
};

export const rockXml = `<geometry><mesh><uri>rock.obj</uri></mesh></geometry>`;

const rock = `<model name="rock"><static>true</static><pose>0.5 0.5 0.2 0 0 0</pose><link name="link">
  <collision name="c">${rockXml}</collision></link></model>`;

/** Reaches as far as its motor allows; fixed to the world. */
const arm = `<model name="arm"><pose>-3 -3 0 0 0 0</pose>
  <link name="post"><pose>0 0 0.5 0 0 0</pose><inertial auto="true"/>
    <collision name="c">${shapeXml({ type: "box", size: { x: 0.2, y: 0.2, z: 1 } })}</collision></link>
  <link name="bar"><pose>0.4 0 1 0 0 0</pose><inertial auto="true"/>
    <collision name="c">${shapeXml({ type: "box", size: { x: 0.6, y: 0.1, z: 0.1 } })}</collision></link>
  <joint name="foot" type="fixed"><parent>world</parent><child>post</child></joint>
  <joint name="elbow" type="revolute"><parent>post</parent><child>bar</child><pose>-0.3 0 0 0 0 0</pose>
    <axis><xyz>0 1 0</xyz><limit><lower>-1.5</lower><upper>1.5</upper></limit></axis></joint>
  <plugin name="gz::sim::systems::JointPositionController" filename="">
    <joint_name>elbow</joint_name><p_gain>300</p_gain><i_gain>5</i_gain><d_gain>10</d_gain></plugin></model>`;

const vehicle = twoWheeler(
  `<plugin name="gz::sim::systems::DiffDrive" filename=""><left_joint>left</left_joint><right_joint>right</right_joint>
    <wheel_separation>0.5</wheel_separation><wheel_radius>0.15</wheel_radius><max_linear_acceleration>2</max_linear_acceleration>
    </plugin>`,
  "-3 0 0 0 0 0",
);

/** Returns a pebble on a pile in the middle. */
function pebble(dice: Dice, name: string): string {
  const place = `${dice.between(-0.4, 0.4)} ${dice.between(-0.4, 0.4)} ${dice.between(0.3, 2.5)}`;
  const shape = shapeXml(randomShape(dice));
  return `<model name="${name}"><pose>${place} 0.3 0.2 0.1</pose><link name="link"><inertial auto="true"/>
    <collision name="c">${shape}</collision><visual name="v">${shape}</visual></link></model>`;
}

export function lamp(name: string, type: "point" | "directional"): string {
  return `<light name="${name}" type="${type}"><pose>0 0 8 0 0 0</pose><diffuse>1 1 1 1</diffuse>
    <direction>0.1 0.1 -1</direction></light>`;
}
