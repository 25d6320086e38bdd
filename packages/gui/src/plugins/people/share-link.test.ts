import { expect, test } from "vitest";
import { isOwnMachine, rolesToShare, sharedLink } from "./share-link.ts";

const PAGE = "http://lab.example:8460/?world=a";

test("[PN14] an admin shares any role, others their own, and without tokens there is nothing to choose", () => {
  expect(rolesToShare({ role: "admin", token: "t" })).toEqual(["viewer", "operator", "admin"]);
  expect(rolesToShare({ role: "operator", token: "t" })).toEqual(["operator"]);
  expect(rolesToShare({ role: "admin", token: "" })).toEqual([]);
});

test("[PN14] a link has the token of its role: the sharer's own, or the one that the server tells", async () => {
  const sharer = { role: "admin", token: "mine", tokenFor: async (role: string) => `of-${role}` };
  expect(await sharedLink(PAGE, "viewer", sharer)).toBe(`${PAGE}&token=of-viewer`);
  expect(await sharedLink(PAGE, "admin", sharer)).toBe(`${PAGE}&token=mine`);
  expect(await sharedLink(`${PAGE}&token=old`, undefined, sharer)).toBe(PAGE);
});

test("[PN14] an address of this machine alone is known", () => {
  expect(["http://127.0.0.1:1/", "http://localhost/", "http://[::1]:2/", PAGE].map(isOwnMachine)).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
