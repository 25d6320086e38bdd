import type { Dice } from "./dice.ts";
import { randomShape, shapeXml } from "./random-shape.ts";

/** Returns a model somewhere in the air: a single link, a chain, or nested models. */
export function randomModel(dice: Dice, name: string): string {
  const kind = dice.pick([lone, chain, train, train, deep, nested]);
  return kind(dice, name, `<pose>${place(dice)}</pose>`);
}

/** Returns a box that lies flat on the ground, possibly with another on top. */
export function restingModel(dice: Dice, name: string): string {
  const [x, y, height] = [dice.between(-2, 2), dice.between(-2, 2), dice.between(0.1, 0.4)];
  const size = shapeXml({ type: "box", size: { x: 0.5, y: 0.5, z: height } });
  const boxes = Array.from(
    { length: 1 + dice.below(2) },
    (_, i) => `<model name="${name}_${i}"><pose>${x} ${y} ${(i + 0.5) * height} 0 0 0</pose><link name="l0">
      <inertial auto="true"/><collision name="c">${size}</collision></link></model>`,
  );
  return boxes.join("");
}

type Kind = (dice: Dice, name: string, pose: string) => string;

const lone: Kind = (dice, name, pose) => `<model name="${name}">${maybeStatic(dice)}${pose}${link(dice, "l0")}</model>`;

/** Returns two to four links in a row, sometimes attached to the world, with any of them the canonical one. */
const chain: Kind = (dice, name, pose) => {
  const count = 2 + dice.below(3);
  const links = Array.from({ length: count }, (_, i) => link(dice, `l${i}`, `${i * 0.1} 0 ${-0.6 * i} 0 0 0`));
  const joints = links.slice(1).map((_, i) => joint(dice, `j${i + 1}`, `l${i}`, `l${i + 1}`));
  if (dice.chance(0.5)) joints.push(joint(dice, "hook", "world", "l0"));
  const canonical = dice.chance(0.5) ? ` canonical_link="l${dice.below(count)}"` : "";
  return `<model name="${name}"${canonical}>${maybeSelfCollide(dice)}${pose}${links.join("")}${joints.join("")}</model>`;
};

/** Returns a chain whose links are models of their own: each can be made static or removed separately. */
const train: Kind = (dice, name, pose) => {
  const count = 3 + dice.below(2);
  const wagon = (_: unknown, i: number): string =>
    `<model name="w${i}"><pose>0 0 ${-0.6 * i} 0 0 0</pose>${link(dice, "l")}</model>`;
  const wagons = Array.from({ length: count }, wagon);
  const joints = wagons.slice(1).map((_, i) => joint(dice, `j${i + 1}`, `w${i}::l`, `w${i + 1}::l`));
  return `<model name="${name}">${maybeSelfCollide(dice)}${pose}${wagons.join("")}${joints.join("")}</model>`;
};

/** Returns a model whose canonical link is nested two models deep. */
const deep: Kind = (dice, name, pose) =>
  `<model name="${name}" canonical_link="in::deep::l1">${maybeSelfCollide(dice)}${pose}
    <model name="in"><pose>0.1 0.2 0 0 0.3 0</pose>
      <model name="deep"><pose>0 0.2 0.1 0.4 0 0</pose>
        ${link(dice, "l0")}${link(dice, "l1", "0 0 0.6 0.1 0 0")}${joint(dice, "dj", "l0", "l1")}</model>
      ${link(dice, "m", "0 0 -0.6 0 0 0")}</model>
    ${link(dice, "top", "0 0.7 0 0 0 0.2")}${joint(dice, "tj", "top", "in::m")}</model>`;

/** No joint connects the inner model with the outer one. */
const nested: Kind = (dice, name, pose) =>
  `<model name="${name}">${maybeStatic(dice)}${maybeSelfCollide(dice)}${pose}${link(dice, "l0")}
    <model name="in"><pose>0 0 0.7 0 0 0.5</pose>
      ${link(dice, "l0")}${dice.chance(0.5) ? joint(dice, "hook", "world", "l0") : ""}</model></model>`;

function link(dice: Dice, name: string, pose = "0 0 0 0 0 0"): string {
  const centre = dice.chance(0.3) ? "0.05 0 0 0 0.2 0" : "0 0 0 0 0 0";
  const [ixx, iyy, izz] = [dice.between(0.05, 0.1), dice.between(0.05, 0.1), dice.between(0.05, 0.1)];
  const second = `<collision name="d"><pose>0.2 0 0 0 0 0</pose>${shapeXml(randomShape(dice))}</collision>`;
  return `<link name="${name}"><pose>${pose}</pose>
    <inertial><pose>${centre}</pose><mass>${dice.between(0.2, 3)}</mass>
      <inertia><ixx>${ixx}</ixx><iyy>${iyy}</iyy><izz>${izz}</izz></inertia></inertial>
    <collision name="c">${shapeXml(randomShape(dice))}</collision>${dice.chance(0.2) ? second : ""}</link>`;
}

function joint(dice: Dice, name: string, parent: string, child: string): string {
  const type = dice.pick(["revolute", "continuous", "prismatic", "ball", "universal", "fixed"]);
  const limited = type !== "continuous" && dice.chance(0.5);
  const limit = `<limit><lower>${-dice.between(0, 8)}</lower><upper>${dice.between(0, 8)}</upper>
    <effort>${dice.between(1, 50)}</effort></limit>`;
  const [friction, stiffness] = [dice.chance(0.5) ? dice.between(0, 1) : 0, dice.chance(0.3) ? dice.between(0, 5) : 0];
  const dynamics = `<dynamics><damping>${dice.between(0, 0.5)}</damping><friction>${friction}</friction>
    <spring_stiffness>${stiffness}</spring_stiffness></dynamics>`;
  const settings = (limited ? limit : "") + (dice.chance(0.4) ? dynamics : "");
  const axis = (element: string, xyz: string): string => `<${element}><xyz>${xyz}</xyz>${settings}</${element}>`;
  const first = type === "universal" ? "1 0 0" : dice.pick(["1 0 0", "0 1 0", "0 0 1"]);
  const axes = type === "ball" || type === "fixed" ? "" : axis("axis", first);
  return `<joint name="${name}" type="${type}"><parent>${parent}</parent><child>${child}</child>
    <pose>0 0 0.3 0 0 0</pose>${axes}${type === "universal" ? axis("axis2", "0 1 0") : ""}</joint>`;
}

function maybeStatic(dice: Dice): string {
  return dice.chance(0.07) ? "<static>true</static>" : "";
}

function maybeSelfCollide(dice: Dice): string {
  return dice.chance(0.3) ? "<self_collide>true</self_collide>" : "";
}

/** Returns a pose some metres around the origin, with any rotation. */
function place(dice: Dice): string {
  const turn = dice.vector(1);
  return `${dice.between(-2, 2)} ${dice.between(-2, 2)} ${dice.between(0.3, 4)} ${turn.x} ${turn.y} ${turn.z}`;
}
