import { expect, test } from "vitest";
import { StillLoading, TokenWanted } from "./connection.ts";
import { whyRefused } from "./why-refused.ts";

test("[GU60] a page whose connection was refused says what the server says: no world, no place, no token", () => {
  expect(whyRefused({ reason: "the world is still loading" }, "")?.message).toBe(
    "The server accepts no clients: the world is still loading",
  );
  expect(whyRefused({ refusal: "there are 256 clients already" }, "secret")?.message).toBe(
    "The server accepts no clients: there are 256 clients already",
  );
  expect(whyRefused({ token: "wanted" }, "")).toEqual(new TokenWanted("it requires a token"));
  expect(whyRefused({ token: "wanted" }, "old")).toEqual(new TokenWanted("it does not know this token"));
  expect(whyRefused({}, "")).toBeUndefined();
});

test("[GU63] a server that still loads its world is not lost: it says how far it is", () => {
  const loading = { stage: "meshes", done: 3, total: 12 } as const;
  const refusal = whyRefused({ reason: "the world is still loading", loading }, "");
  expect(refusal).toBeInstanceOf(StillLoading);
  expect((refusal as StillLoading).progress).toEqual(loading);
});
