import { PerspectiveCamera } from "three";
import { describe, expect, test, vi } from "vitest";
import type { ToolPlace } from "../../../shell/tools/scene-tool.ts";
import { ToolStack } from "../../../shell/tools/tool-stack.ts";
import { pageWithBox } from "../../../testing/page-with-box.ts";
import { keyDown as down, placeAt } from "../../../testing/tool-places.ts";
import { GIZMO } from "./gizmo-size.ts";
import { HandleTool } from "./drag-tool.ts";
import { screenSpaceOf, type ScreenSpace } from "./screen-space.ts";

describe("handles dragged by pointers", () => {
  test("[TF1][TF3] an arrow that is dragged is one command, and the thing is shown where it goes on the way", async () => {
    const { tools, tool, state, box, asked } = await scene();
    expect(tools.pointerDown(at(ARROW))).toBe("taken");
    tools.pointerMove(at({ x: ARROW.x + 60, y: ARROW.y }));
    expect(state.inHand.of(box)?.pose).toMatchObject({ x: 1, y: 0, z: 0 });
    expect(asked).toEqual([]);
    tools.pointerUp(at({ x: ARROW.x + 120, y: ARROW.y }));
    await vi.waitFor(() => expect(asked.length).toBe(1));
    expect(asked[0]).toMatchObject({ description: "Move box", edits: [{ pose: { position: { x: 2 } } }] });
    expect(tool.handling).toBeUndefined();
  });

  test("[TF2] Escape in the middle of a drag takes it back; the rest of the drag does nothing", async () => {
    const { tools, state, box, asked } = await scene();
    tools.pointerDown(at(ARROW));
    tools.pointerMove(at({ x: ARROW.x + 60, y: ARROW.y }));
    expect(tools.key(down("Escape"))).toBe(true);
    expect(state.inHand.of(box)).toBeUndefined();
    tools.pointerMove(at({ x: ARROW.x + 90, y: ARROW.y }));
    tools.pointerUp(at({ x: ARROW.x + 90, y: ARROW.y }));
    expect(state.inHand.of(box)).toBeUndefined();
    // The next Escape belongs to the page.
    expect(tools.key(down("Escape"))).toBe(false);
    expect(asked).toEqual([]);
  });

  test("[TF2] the right button takes a drag back", async () => {
    const { tools, state, box } = await scene();
    tools.pointerDown(at(ARROW));
    tools.pointerMove(at({ x: ARROW.x + 60, y: ARROW.y }));
    tools.pointerMove({ ...at({ x: ARROW.x + 60, y: ARROW.y }), buttons: 3 });
    expect(state.inHand.of(box)).toBeUndefined();
  });

  test("[HD3] a tool that is put away in the middle of a drag leaves everything where it was", async () => {
    const { tools, inHand, state, box, asked } = await scene();
    tools.pointerDown(at(ARROW));
    tools.pointerMove(at({ x: ARROW.x + 60, y: ARROW.y }));
    inHand[Symbol.dispose]();
    expect(state.inHand.of(box)).toBeUndefined();
    tools.pointerUp(at({ x: ARROW.x + 60, y: ARROW.y }));
    expect(asked).toEqual([]);
    expect(tools.pointerDown(at(ARROW))).toBe("left");
  });

  test("[TF9] a finger may miss a handle by more than a mouse", async () => {
    const { tools } = await scene();
    const beside = { x: ARROW.x, y: ARROW.y + GIZMO.slack + 2 };
    expect(tools.pointerDown(at(beside))).toBe("left");
    expect(tools.pointerDown({ ...at(beside), isTouch: true })).toBe("taken");
  });

  test("[HD2] a second finger changes nothing in what the first one drags", async () => {
    const { tools, state, box } = await scene();
    const finger = (pointerId: number, x: number): ToolPlace => ({
      ...at({ x, y: ARROW.y }),
      isTouch: true,
      pointerId,
    });
    tools.pointerDown(finger(1, ARROW.x));
    tools.pointerMove(finger(1, ARROW.x + 60));
    expect(tools.pointerDown(finger(2, 100))).toBe("left");
    tools.pointerMove(finger(2, 300));
    tools.pointerUp(finger(2, 300));
    expect(state.inHand.of(box)?.pose.x).toBe(1);
    tools.pointerMove(finger(1, ARROW.x + 30));
    expect(state.inHand.of(box)?.pose.x).toBe(0.5);
  });

  test("[TF8] a click on a handle chooses it: what is typed then counts, and Enter does it", async () => {
    const { tools, state, box, asked } = await scene();
    expect(tools.click(at(ARROW))).toBe("taken");
    for (const key of "1.5") expect(tools.key(down(key))).toBe(true);
    expect(state.inHand.of(box)?.pose.x).toBe(1.5);
    // A text field that has the focus keeps its keys.
    expect(tools.key({ ...down("2"), isTyping: true })).toBe(false);
    expect(tools.key(down("Enter"))).toBe(true);
    await vi.waitFor(() => expect(asked.length).toBe(1));
    expect(asked[0]!.edits![0]!.pose!.position!.x).toBe(1.5);
  });

  test("[TF7] Ctrl snaps while it is down", async () => {
    const { tools, state, box } = await scene();
    tools.pointerDown(at(ARROW));
    tools.pointerMove(at({ x: ARROW.x + 17, y: ARROW.y }));
    expect(state.inHand.of(box)?.pose.x).toBe(0.28);
    tools.key({ ...down("Control"), ctrl: true });
    expect(state.inHand.of(box)?.pose.x).toBe(0.25);
    tools.key({ ...down("Control"), kind: "up" });
    expect(state.inHand.of(box)?.pose.x).toBe(0.28);
  });
});

/** Width of a pixel, in metres. */
const PIXEL = 10 / 600;

/** Seen from above: x to the right, y up, z towards the eye. The view is as high as it is far away. */
const above: ScreenSpace = (() => {
  const camera = new PerspectiveCamera((2 * Math.atan(0.5) * 180) / Math.PI, 800 / 600, 0.01, 100);
  camera.position.set(0, 0, 600 * PIXEL);
  camera.updateMatrixWorld();
  return screenSpaceOf(camera, { width: 800, height: 600 });
})();

/** Where the arrow along x can be grabbed; the box is in the middle of the picture. */
const ARROW = { x: 400 + 60, y: 300 };

/** A scene with a selected box and the handles of the tool that moves things. */
async function scene() {
  const { app, state, box, asked } = await pageWithBox();
  state.settings.tool.set("translate");
  const tool = new HandleTool(state, {
    space: above,
    pointOf: (place) => place,
    standingOf: () => ({ offsetAt: () => undefined }),
    showCursor: () => {},
    redraw: () => {},
  });
  const tools = new ToolStack();
  return { app, state, box, asked, tools, tool, inHand: tools.take(tool) };
}

function at({ x, y }: { readonly x: number; readonly y: number }): ToolPlace {
  return placeAt(x, y);
}
