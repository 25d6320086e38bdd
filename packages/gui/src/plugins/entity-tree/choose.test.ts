import type { Entity } from "@orrery/sim";
import { expect, test } from "vitest";
import { choose, modeOf, type Choice } from "./choose.ts";

const shown = [1, 2, 3, 4, 5, 6] as Entity[];
const pressed = (ctrlKey: boolean, shiftKey: boolean) => modeOf({ ctrlKey, metaKey: false, shiftKey });

function after(...presses: readonly [entity: number, ctrl: boolean, shift: boolean][]): Choice | undefined {
  let choice: Choice | undefined;
  for (const [entity, ctrl, shift] of presses) choice = choose(pressed(ctrl, shift), entity as Entity, choice, shown);
  return choice;
}

test.each([
  [
    "a press alone chooses one",
    [
      [2, false, false],
      [4, false, false],
    ],
    [4],
  ],
  [
    "Ctrl adds",
    [
      [2, false, false],
      [5, true, false],
    ],
    [2, 5],
  ],
  [
    "Ctrl takes away",
    [
      [2, false, false],
      [5, true, false],
      [2, true, false],
    ],
    [5],
  ],
  [
    "Shift chooses all up to it, which is the primary one",
    [
      [2, false, false],
      [4, false, true],
    ],
    [2, 3, 4],
  ],
  [
    "a second Shift begins where the first did",
    [
      [3, false, false],
      [5, false, true],
      [1, false, true],
    ],
    [2, 3, 1],
  ],
  [
    "Ctrl and Shift keep what was chosen",
    [
      [1, false, false],
      [4, true, false],
      [6, true, true],
    ],
    [1, 4, 5, 6],
  ],
  ["Shift without anything before chooses one", [[3, false, true]], [3]],
] as const)("[ET4] %s", (_, presses, chosen) => {
  expect(
    after(
      ...(presses as readonly (readonly [number, boolean, boolean])[]).map(
        (press) => [...press] as [number, boolean, boolean],
      ),
    )?.entities,
  ).toEqual(chosen);
});
