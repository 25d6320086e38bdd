import { expect, test, vi } from "vitest";
import { ToolStack } from "../../shell/tools/tool-stack.ts";
import { pageWithBox } from "../../testing/page-with-box.ts";
import { keyDown, placeAt } from "../../testing/tool-places.ts";
import { Insertion } from "./insertion.ts";
import { shapeEntries } from "./shape-entries.ts";

const [box] = shapeEntries;

test("[IS2] what is inserted is one command, which puts it on the surface", async () => {
  const { app, asked } = await pageWithBox();
  using insertion = new Insertion(app);
  await insertion.insert(box!, { point: { x: 1, y: 2, z: 3 }, normal: { x: 0, y: 0, z: 1 } });
  expect(asked).toHaveLength(1);
  const [{ description, edits = [] }] = asked as [(typeof asked)[number]];
  expect(description).toBe("Insert box");
  expect(edits).toHaveLength(1);
  // Half of its height above the surface.
  expect(edits[0]!.create!.factory).toMatchObject({
    allow_renaming: true,
    pose: { position: { x: 1, y: 2, z: 3.25 } },
  });
});

test("[IS3] with no scene to hold it over, what is picked up is put down at once, beside what is in the way", async () => {
  const { app, asked } = await pageWithBox();
  using insertion = new Insertion(app);
  insertion.hold(box!, "click");
  expect(insertion.held.current).toBeUndefined();
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]!.description).toBe("Insert box");
  expect(asked[0]!.room).toBeDefined();
});

test("[IS3] a tool that holds nothing leaves clicks to others", async () => {
  const { app, asked } = await pageWithBox();
  using insertion = new Insertion(app);
  const tools = new ToolStack();
  tools.take(insertion);
  const ground = { point: { x: 0, y: 0, z: 0 }, normal: { x: 0, y: 0, z: 1 } };
  expect([tools.click(placeAt(1, 1, ground)), tools.rightClick(placeAt(1, 1, ground))]).toEqual(["left", "left"]);
  expect(insertion.key({ ...keyDown("Escape"), kind: "up" })).toBe(false);
  expect(asked).toEqual([]);
});

test("[IS5] a file without anything to insert is refused with the reason", async () => {
  const { app, asked } = await pageWithBox();
  using insertion = new Insertion(app);
  const text = `<sdf version="1.11"/>`;
  await insertion.insertFile({ name: "none.sdf", size: text.length, text: () => Promise.resolve(text) });
  expect(app.notices.list.current.map((notice) => notice.text)).toEqual([
    expect.stringMatching(/^Cannot insert none.sdf:/),
  ]);
  expect(asked).toEqual([]);
});
