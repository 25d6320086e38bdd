import { expect, test } from "vitest";
import { TokenWanted } from "./connection.ts";
import { whyRefused } from "./why-refused.ts";

test("[GU60] a page whose connection was refused says what the server says: no world, no place, no token", () => {
  expect(whyRefused({ reason: "the world is not loaded yet" }, "")?.message).toBe(
    "The server lets nobody in: the world is not loaded yet",
  );
  expect(whyRefused({ refusal: "there are 256 clients already" }, "secret")?.message).toBe(
    "The server lets nobody in: there are 256 clients already",
  );
  expect(whyRefused({ token: "wanted" }, "")).toEqual(new TokenWanted("it wants a token"));
  expect(whyRefused({ token: "wanted" }, "old")).toEqual(new TokenWanted("it does not know this token"));
  expect(whyRefused({}, "")).toBeUndefined();
});
