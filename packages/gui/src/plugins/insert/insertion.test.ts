import { expect, test, vi } from "vitest";
import { ToolStack } from "../../shell/tools/tool-stack.ts";
import { pageWithBox } from "../../testing/page-with-box.ts";
import { dragAt, keyDown, placeAt } from "../../testing/tool-places.ts";
import { DropTool } from "./drop-tool.ts";
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

test("[IS5][HD6] files that are dropped into the scene are inserted there; whatever else is dropped goes to others", async () => {
  const { app, asked } = await pageWithBox();
  using insertion = new Insertion(app);
  const tools = new ToolStack(() => [new DropTool(app, insertion)]);
  const point = { x: 1, y: 2, z: 0 };
  const text = `<sdf version="1.11"><model name="crate"><link name="l"/></model></sdf>`;
  expect(tools.drop(dragAt(1, 1, { point, files: [new File([text], "crate.sdf")] }))).toBe("taken");
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]!.description).toBe("Insert crate");
  expect(asked[0]!.edits![0]!.create!.factory!.pose!.position).toMatchObject({ x: 1, y: 2 });
  expect(tools.drop(dragAt(1, 1, { point }))).toBe("left");
  expect(tools.drop(dragAt(1, 1, { files: [new File([text], "crate.sdf")] }))).toBe("left");
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
