import { expect, test } from "vitest";
import { socketUrl } from "./own-session.ts";

test("[PN9] the WebSocket's address tells who comes, and leaves out what is not known", () => {
  const session = "00ff";
  expect(socketUrl("http://a:1/page?local=x", { session, token: "", name: "", colour: undefined })).toBe(
    "ws://a:1/ws?session=00ff",
  );
  expect(socketUrl("https://a/", { session, token: "t&", name: "Ada L", colour: 0 })).toBe(
    "wss://a/ws?session=00ff&token=t%26&name=Ada+L&colour=0",
  );
});
