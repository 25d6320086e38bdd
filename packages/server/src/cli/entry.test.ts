import { expect, test } from "vitest";
import { listeningText } from "./entry.ts";

const everywhere = { publicUrl: "http://192.168.1.20:8460/", url: "http://127.0.0.1:8460/" };

test("[CL38] a server that others can reach prints the address for this machine, too", () => {
  const entry = { host: "0.0.0.0", tokens: {}, made: { viewer: "v", operator: "o", admin: "a" } };
  expect(listeningText(everywhere, entry).split("\n")).toEqual([
    "Orrery: http://192.168.1.20:8460/?token=a  (admin)",
    "        http://192.168.1.20:8460/?token=o  (operator)",
    "        http://192.168.1.20:8460/?token=v  (viewer)",
    "        http://127.0.0.1:8460/?token=a  (admin, this machine)",
  ]);
  expect(listeningText(everywhere, { ...entry, made: undefined })).toBe(
    "Orrery: http://192.168.1.20:8460/\n        http://127.0.0.1:8460/  (this machine)",
  );
});

test("[CL11] a server of this machine alone prints one address", () => {
  const url = "http://127.0.0.1:8460/";
  expect(listeningText({ publicUrl: url, url }, { host: "127.0.0.1", tokens: {}, made: undefined })).toBe(
    `Orrery: ${url}`,
  );
});
