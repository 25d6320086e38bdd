import { deflateRawSync } from "node:zlib";
import { expect, test } from "vitest";
import { SharedView } from "./shared-view.ts";
import { hasView, linkTo, MAX_LINK_LENGTH, readLink } from "./view-link.ts";

const PAGE = "http://lab.example:8460/?world=/vehicle";
const VIEW = { world: "vehicle", content: { moment: { stretch: "s1", timeNs: 5 }, plots: "α::β ".repeat(50) } };

test("[PX5] a link has the view behind the #, and reading it gives the view again", async () => {
  const link = await linkTo(PAGE, VIEW);
  expect(link).toMatch(/^http:\/\/lab\.example:8460\/\?world=\/vehicle#view=[\w-]+$/);
  expect([hasView(link), hasView(PAGE)]).toEqual([true, false]);
  expect(await readLink(link)).toEqual(VIEW);
});

test("[PX6] a damaged link gives an error that says what to do, and one that is too large is refused", async () => {
  const link = await linkTo(PAGE, VIEW);
  const damaged = "a part of it is missing or changed: ask for the link again, and copy all of it";
  for (const end of [link.length - 5, link.indexOf("=", 40) + 1]) {
    await expect(readLink(link.slice(0, end))).rejects.toThrow(damaged);
  }
  await expect(readLink(`${PAGE}#view=%%%`)).rejects.toThrow(damaged);
  const packed = (json: string): string => `${PAGE}#view=${deflateRawSync(json).toString("base64url")}`;
  for (const json of ["[1, 2]", '{"world":"w"}', '{"world":3,"content":{}}', "{"]) {
    await expect(readLink(packed(json))).rejects.toThrow(damaged);
  }
  await expect(readLink(packed(`"${"x".repeat(5e6)}"`))).rejects.toThrow("it unpacks to more than 1048576 bytes");
  await expect(readLink(`${PAGE}#view=${"A".repeat(MAX_LINK_LENGTH + 1)}`)).rejects.toThrow("which is too many");
  const noise = Array.from({ length: 20_000 }, (_, i) => Math.sin(i));
  await expect(linkTo(PAGE, { world: "", content: { noise } })).rejects.toThrow("save a file instead");
});

test("[PX5] a part that is added later gets what a link has brought; one that fails is reported, and the others are shown", async () => {
  const view = new SharedView();
  const shown: unknown[] = [];
  const failed: unknown[] = [];
  view.failures.on(({ part, error }) => failed.push([part, String(error)]));
  view.add("broken", { read: () => undefined, show: () => Promise.reject(new Error("no")) });
  await view.show({ broken: 1, camera: 2, foreign: 3 });
  view.add("camera", { read: () => 4, show: (value) => void shown.push(value) });
  expect([shown, failed]).toEqual([[2], [["broken", "Error: no"]]]);
  expect(view.read()).toEqual({ camera: 4 });
});
