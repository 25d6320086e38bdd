import { find, type Entity } from "@orrery/sim";
import { expect, test, vi } from "vitest";
import { pageWithBox } from "../../testing/page-with-box.ts";
import { keyDown } from "../../testing/tool-places.ts";
import { SnapTool, type SnapHit } from "./snap-tool.ts";

const OTHERS = `<model name="shelf"><link name="l"/></model>`;
const [DOWN, UP] = [
  { x: 0, y: 0, z: -1 },
  { x: 0, y: 0, z: 1 },
];

/** Opens a scene by x: 1 is the lower face of the box, 2 the upper one of the shelf, 3 endless ground. */
async function openSnap() {
  const { app, state, box, asked, shown, show } = await pageWithBox(OTHERS);
  const { mirror } = app.view;
  const shelf = find(mirror.world, mirror.world.parentOf(box), "shelf")!;
  const hits = new Map<number, SnapHit>([
    [1, { entity: box, face: { point: { x: 0, y: 0, z: -0.5 }, normal: DOWN }, isEndless: false }],
    [2, { entity: shelf, face: { point: { x: 3, y: 0, z: 1 }, normal: UP }, isEndless: false }],
    [3, { entity: shelf, face: { point: { x: 5, y: 5, z: 0 }, normal: UP }, isEndless: true }],
  ]);
  const tool = new SnapTool(state, {
    hitAt: ({ x }, leftOut: ReadonlySet<Entity>) => {
      const hit = hits.get(x);
      return hit !== undefined && leftOut.has(hit.entity) ? undefined : hit;
    },
    partsOf: (thing) => [thing],
    redraw: () => {},
  });
  return { app, state, tool, box, shelf, asked, shown, show, selection: app.view.selection };
}

test("[TF10] the face that is clicked first goes onto the one clicked next, as one command", async () => {
  const { tool, state, box, asked } = await openSnap();
  expect(tool.click({ x: 1, y: 0 })).toBe("taken");
  expect(state.snapsFrom.current).toBe("box");
  expect(tool.click({ x: 2, y: 0 })).toBe("taken");
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]).toMatchObject({
    description: "Snap box to shelf",
    edits: [{ pose: { id: box, position: { x: 3, z: 1.5 } } }],
  });
  expect([state.snapsFrom.current, tool.from]).toEqual([undefined, undefined]);
});

test("[TF10] while it is held, the selection is shown where it would be, and its own faces are no targets", async () => {
  const { tool, state, box } = await openSnap();
  tool.click({ x: 1, y: 0 });
  tool.hover({ x: 3, y: 0 });
  expect(state.inHand.of(box)?.pose).toMatchObject({ x: 5, y: 5, z: 0.5 });
  tool.hover({ x: 1, y: 0 });
  expect(tool.to).toBeUndefined();
  expect(state.inHand.of(box)).toBeUndefined();
});

test("[TF10] what is clicked outside the selection is selected and moves; endless ground has no face to take", async () => {
  const { tool, state, shelf, selection } = await openSnap();
  expect(tool.click({ x: 3, y: 0 })).toBe("left");
  expect(tool.click({ x: 9, y: 0 })).toBe("left");
  expect(tool.click({ x: 2, y: 0 })).toBe("taken");
  expect(selection.entities).toEqual([shelf]);
  expect(state.snapsFrom.current).toBe("shelf");
});

test("[HD3] Escape drops the face, once; so does another selection, and the removal of what is held", async () => {
  const { tool, state, box, shelf, selection, shown, show, asked } = await openSnap();
  const take = (): void => {
    selection.set([box]);
    tool.click({ x: 1, y: 0 });
    tool.hover({ x: 2, y: 0 });
    expect(state.inHand.of(box)).toBeDefined();
  };
  const expectDropped = (): void => {
    expect([tool.from, state.snapsFrom.current, state.inHand.of(box)]).toEqual([undefined, undefined, undefined]);
  };
  take();
  expect(tool.key(keyDown("Escape"))).toBe(true);
  expect(tool.key(keyDown("Escape"))).toBe(false);
  expectDropped();
  take();
  selection.set([shelf]);
  expectDropped();
  take();
  shown.remove(box);
  show();
  expectDropped();
  expect(asked).toEqual([]);
});
