import { describe } from "vitest";
import { bodyContract } from "./engine-bodies.contract.ts";
import { contactContract } from "./engine-contacts.contract.ts";
import { editContract } from "./engine-edits.contract.ts";
import { jointContract } from "./engine-joints.contract.ts";
import type { CreateEngine } from "./engine-scene.contract.ts";
import { shapeContract } from "./engine-shapes.contract.ts";
import { stateContract } from "./engine-state.contract.ts";

/** What every physics engine must do. Tolerances are those of Rapier at 1 ms. `memoryBytes` says what all engines of the kind hold together, for the leak test. */
export function engineContract(name: string, create: CreateEngine, memoryBytes?: () => number): void {
  describe(`${name}: shapes`, () => {
    shapeContract(create);
  });
  describe(`${name}: bodies`, () => {
    bodyContract(create);
  });
  describe(`${name}: contacts and rays`, () => {
    contactContract(create);
  });
  describe(`${name}: joints`, () => {
    jointContract(create);
  });
  describe(`${name}: edits`, () => {
    // Rapier's solver goes by the order in which bodies were made.
    editContract(create, { forgets: name !== "rapier" });
  });
  describe(`${name}: saved states`, () => {
    stateContract(create, memoryBytes);
  });
}
