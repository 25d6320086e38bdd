import { worldPose, type Entity, type Pose } from "@orrery/sim";
import type { WorldView } from "../client/world-view.ts";
import type { ServedWorld, TestPage } from "./served-world.ts";

/** Returns the SDF of a box of 1 m, at a place on the x axis. */
export const box = (name: string, x: number) => `
  <model name="${name}"><pose>${x} 0 0.5 0 0 0</pose><link name="link">
    <collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision>
    <visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual>
  </link></model>`;

/** Wraps SDF in a complete file. */
export const sdf = (inside: string): string => `<sdf version="1.9">${inside}</sdf>`;

/** Returns a pose on the ground. */
export const at = (x: number): Pose => ({ x, y: 0, z: 0.5, qx: 0, qy: 0, qz: 0, qw: 1 });

/** Returns the x at which a page shows an entity. */
export const xOf = ({ view: { mirror } }: TestPage, entity: Entity): number => worldPose(mirror.world, entity).x;

/** Returns the page's list of pending edits as text. */
export const listOf = ({ view: { editing } }: TestPage): (string | undefined)[] =>
  editing.queue.entries.current.map(({ command }) => command.description);

/** Performs an edit and waits until everybody's list has it. */
export async function perform(
  served: ServedWorld,
  page: TestPage,
  ...[what, edits]: Parameters<WorldView["editing"]["perform"]>
) {
  const doing = page.view.editing.perform(what, edits);
  let isDone = false;
  void doing.then(
    () => (isDone = true),
    () => (isDone = true),
  );
  await served.until(() => isDone);
  return doing;
}
