import { expect, test } from "vitest";
import { namespaceInAddress } from "./world-address.ts";

test("[MW4] an address can name one world, by its namespace and name", () => {
  const inAddress = (query: string): string | undefined => namespaceInAddress(`http://localhost:8000/${query}`);
  expect(inAddress("")).toBeUndefined();
  expect(inAddress("?world=shapes")).toBe("");
  expect(inAddress("?world=/shapes")).toBe("");
  expect(inAddress("?world=/lab/run-3/shapes")).toBe("/lab/run-3");
  expect(inAddress("?world=lab/shapes")).toBe("/lab");
});
