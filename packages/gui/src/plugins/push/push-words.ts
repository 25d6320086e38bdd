import { vec3, type Entity, type Vec3, type World } from "@orrery/sim";
import { formatNumber } from "../../ui/numbers/number-format.ts";
import { bodyName } from "./push-target.ts";

/** Describes a push for a list of commands: "Push box_1 with 50 N", "Twist box_1 with 2 N·m". */
export function pushWords(
  world: World,
  links: readonly Entity[],
  { force, torque }: { readonly force: Vec3; readonly torque: Vec3 },
): string {
  const what = links.length === 1 ? bodyName(world, links[0]!) : `${links.length} bodies`;
  const [newtons, newtonMetres] = [vec3.length(force), vec3.length(torque)];
  if (newtons === 0) return `Twist ${what} with ${shortFigure(newtonMetres)} N·m`;
  const turning = newtonMetres === 0 ? "" : ` and ${shortFigure(newtonMetres)} N·m`;
  return `Push ${what} with ${shortFigure(newtons)} N${turning}`;
}

/** Says where bodies are pushed; a clicked point is possible for a single body only. */
export function placeWords(count: number, isClicked: boolean): string {
  if (count > 1) return "at their centres of mass";
  return isClicked ? "where it was clicked" : "at its centre of mass";
}

/** Formats a number with three digits, enough to recognise a push. */
export function shortFigure(value: number): string {
  return formatNumber(Number(value.toPrecision(3)));
}

/** Returns the force per metre of drag, a round number: a pull of about a metre equals the body's weight. */
export function newtonsPerMetre(mass: number): number {
  const weight = Math.max(mass, 0.001) * 10;
  const power = 10 ** Math.floor(Math.log10(weight));
  const digit = weight / power;
  return (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10) * power;
}
