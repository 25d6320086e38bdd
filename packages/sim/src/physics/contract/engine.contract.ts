import { describe } from "vitest";
import { bodyContract } from "./engine-bodies.contract.ts";
import { contactContract } from "./engine-contacts.contract.ts";
import { editContract } from "./engine-edits.contract.ts";
import { forceContract } from "./engine-forces.contract.ts";
import { landingContract } from "./engine-landings.contract.ts";
import { jointLawContract } from "./engine-joint-laws.contract.ts";
import { jointLoopContract } from "./engine-joint-loops.contract.ts";
import { mimicContract } from "./engine-mimics.contract.ts";
import { jointContract } from "./engine-joints.contract.ts";
import type { CreateEngine } from "./engine-scene.fixture.ts";
import { rayContract } from "./engine-rays.contract.ts";
import { shapeContract } from "./engine-shapes.contract.ts";
import { speedLimitContract } from "./engine-speed-limits.contract.ts";
import { stateContract } from "./engine-state.contract.ts";

/** How bodies move in every physics engine. Tolerances are those of Rapier with steps of 1 ms. */
export function motionContract(create: CreateEngine): void {
  describe("shapes", () => {
    shapeContract(create);
  });
  describe("bodies", () => {
    bodyContract(create);
  });
  describe("masses and forces", () => {
    forceContract(create);
  });
  describe("contacts", () => {
    contactContract(create);
  });
  describe("rays", () => {
    rayContract(create);
  });
  describe("landings", () => {
    landingContract(create);
  });
  describe("joints", () => {
    jointContract(create);
  });
  describe("loops of joints", () => {
    jointLoopContract(create);
  });
  describe("laws of joints", () => {
    jointLawContract(create);
  });
  describe("largest speeds of axes", () => {
    speedLimitContract(create);
  });
  describe("axes that follow others", () => {
    mimicContract(create);
  });
}

export interface HistoryOptions {
  /** Whether the engine's behaviour depends on its contents alone, not on the edits that led there. */
  readonly forgets: boolean;
  /** Returns the memory of all engines of this kind together, for the leak test. */
  readonly memoryBytes: () => number;
}

/** What edits and restores may change in every physics engine, compared to the bit. */
export function historyContract(create: CreateEngine, { forgets, memoryBytes }: HistoryOptions): void {
  describe("edits", () => {
    editContract(create, { forgets });
  });
  describe("saved states", () => {
    stateContract(create, memoryBytes);
  });
}
