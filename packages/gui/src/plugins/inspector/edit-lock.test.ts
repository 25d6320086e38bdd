import { expect, test } from "vitest";
import type { Capability } from "../../client/source.ts";
import { editLock, type Editor } from "./edit-lock.ts";

const able: Editor = {
  state: "connected",
  capabilities: new Set<Capability>(["state", "edit", "people"]),
  may: ["view", "control", "edit"],
};

test("[IN38] who may edit can; all others are told why they cannot", () => {
  expect(editLock(able)).toBeUndefined();
  expect(editLock({ ...able, may: ["view"] })).toBe("You may look at this world, not edit it");
  expect(editLock({ ...able, state: "lost" })).toContain("No connection");
  expect(editLock({ ...able, capabilities: new Set(["people"]) })).toContain("takes no edits");
  expect(editLock({ ...able, may: undefined })).toContain("Waiting");
});

test("[IN38] where nobody is told apart, such as in a page that runs its own world, everybody may", () => {
  expect(editLock({ ...able, capabilities: new Set(["edit"]), may: undefined })).toBeUndefined();
});
