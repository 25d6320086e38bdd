import { describe, expect, onTestFinished, test, vi } from "vitest";
import { dragAt, keyDown as down, placeAt } from "../../testing/tool-places.ts";
import type { SceneDrag, SceneTool, Taken, ToolKey, ToolPlace } from "./scene-tool.ts";
import { ToolStack } from "./tool-stack.ts";

describe("tools on a stack", () => {
  test("[HD1] the tool on top is asked first; what it leaves goes to those below, and what all leave to nobody", () => {
    const stack = new ToolStack();
    const below = new Recorder("taken");
    const above = new Recorder("left");
    stack.take(below);
    using _ = stack.take(above);
    expect(stack.click(at(1, 2))).toBe("taken");
    expect([above.heard, below.heard]).toEqual([["click 1 2"], ["click 1 2"]]);
    above.answer = "taken";
    stack.click(at(3, 4));
    expect(below.heard).toEqual(["click 1 2"]);
    above.answer = below.answer = "left";
    expect(stack.pointerDown(at(5, 6))).toBe("left");
  });

  test("[HD1] a hover that is taken has left the tools below", () => {
    const below = new Recorder("left");
    const stack = new ToolStack(() => [below]);
    stack.hover(at(0, 0));
    const above = new Recorder("taken");
    stack.take(above);
    stack.hover(at(1, 1));
    expect(below.heard).toEqual(["hover 0 0", "leave"]);
    expect(above.heard).toEqual(["hover 1 1"]);
  });

  test("[HD6] the tool that takes what is dragged over the scene has kept it from those below, which have no more of it", () => {
    const below = new Recorder("taken");
    const stack = new ToolStack(() => [below]);
    stack.dragOver(dragAt(1, 1));
    const above = new Recorder("left");
    stack.take(above);
    stack.dragOver(dragAt(2, 2));
    above.answer = "taken";
    stack.dragOver(dragAt(3, 3));
    expect(above.heard).toEqual(["over 2 2", "over 3 3"]);
    expect(below.heard).toEqual(["over 1 1", "over 2 2", "drag out"]);
  });

  test("[HD6] a drop goes to the first tool that takes it, and for all of them the drag is over", () => {
    const below = new Recorder("taken");
    const stack = new ToolStack(() => [below]);
    const above = new Recorder("left");
    stack.take(above);
    expect(stack.drop(dragAt(1, 1))).toBe("taken");
    expect([above.heard, below.heard]).toEqual([
      ["drop 1 1", "drag out"],
      ["drop 1 1", "drag out"],
    ]);
    below.answer = "left";
    expect(stack.drop(dragAt(2, 2))).toBe("left");
  });

  test("[HD2] who takes a drag has all of it, and keys first, whatever comes on top meanwhile", () => {
    const stack = new ToolStack();
    const dragging = new Recorder("taken");
    stack.take(dragging);
    stack.pointerDown(at(0, 0));
    const above = new Recorder("taken");
    stack.take(above);
    stack.pointerMove(at(1, 0));
    expect(stack.key(down("Escape"))).toBe(true);
    stack.pointerUp(at(2, 0));
    expect(dragging.heard).toEqual(["down 0 0", "move 1 0", "key Escape", "up 2 0"]);
    expect(above.heard).toEqual([]);
    stack.key(down("Escape"));
    expect(above.heard).toEqual(["key Escape"]);
  });

  test("[HD2] a second pointer gets no tool, and neither moves nor ends what the first one drags", () => {
    const stack = new ToolStack();
    const tool = new Recorder("taken");
    stack.take(tool);
    stack.pointerDown(at(0, 0, 1));
    expect(stack.pointerDown(at(9, 9, 2))).toBe("left");
    stack.pointerMove(at(8, 8, 2));
    stack.pointerUp(at(8, 8, 2));
    stack.pointerMove(at(1, 1, 1));
    stack.pointerCancel(2);
    stack.pointerUp(at(2, 2, 1));
    expect(tool.heard).toEqual(["down 0 0", "move 1 1", "up 2 2"]);
  });

  test("[HD3] a tool that is put away takes back what it has begun, and gets no further events of the drag", () => {
    const stack = new ToolStack();
    const tool = new Recorder("taken");
    const inHand = stack.take(tool);
    stack.pointerDown(at(0, 0));
    inHand[Symbol.dispose]();
    stack.pointerMove(at(1, 0));
    stack.pointerUp(at(2, 0));
    expect(stack.key(down("x"))).toBe(false);
    expect(tool.heard).toEqual(["down 0 0", "cancel"]);
    // A second disposal has no effect.
    inHand[Symbol.dispose]();
    expect(tool.heard).toEqual(["down 0 0", "cancel"]);
  });

  test("[HD3] so does one of those below that goes in the middle of its drag", () => {
    const page = new ToolStack();
    const stack = new ToolStack(() => page);
    const tool = new Recorder("taken");
    const inHand = page.take(tool);
    stack.pointerDown(at(0, 0));
    inHand[Symbol.dispose]();
    stack.pointerMove(at(1, 0));
    stack.pointerUp(at(1, 0));
    expect(tool.heard).toEqual(["down 0 0", "cancel"]);
    expect(stack.pointerDown(at(2, 0))).toBe("left");
  });

  test("[HD3] a pointer that is lost cancels the drag", () => {
    const stack = new ToolStack();
    const tool = new Recorder("taken");
    stack.take(tool);
    stack.pointerDown(at(0, 0));
    stack.pointerCancel(1);
    stack.pointerUp(at(1, 0));
    expect(tool.heard).toEqual(["down 0 0", "cancel"]);
  });

  test("[HD3] so does one whose scene is closed", () => {
    const stack = new ToolStack();
    const tool = new Recorder("taken");
    stack.take(tool);
    stack.pointerDown(at(0, 0));
    stack[Symbol.dispose]();
    expect(tool.heard).toEqual(["down 0 0", "cancel"]);
  });

  test("[HD1] a tool that throws leaves it to the others", () => {
    const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => complaints.mockRestore());
    const below = new Recorder("taken");
    const stack = new ToolStack(() => [below]);
    stack.take({
      click: () => {
        throw new Error("torn");
      },
    });
    expect(stack.click(at(1, 1))).toBe("taken");
    expect(below.heard).toEqual(["click 1 1"]);
    expect(complaints).toHaveBeenCalledTimes(1);
  });

  test("[HD4] names keep clear of the handles of the uppermost tool that has some", () => {
    const stack = new ToolStack();
    const room = (radius: number) => ({ origin: { x: 0, y: 0, z: 0 }, radius });
    stack.take({ handles: () => room(1) });
    expect(stack.handles()?.radius).toBe(1);
    stack.take({ handles: () => room(2) });
    stack.take({ handles: () => undefined });
    expect(stack.handles()?.radius).toBe(2);
  });
});

/** A tool that records its calls, and always gives the same answer. */
class Recorder implements SceneTool {
  readonly heard: string[] = [];
  answer: Taken;

  constructor(answer: Taken) {
    this.answer = answer;
  }

  hover(place: ToolPlace): Taken {
    return this.#hear("hover", place);
  }

  leave(): void {
    this.heard.push("leave");
  }

  click(place: ToolPlace): Taken {
    return this.#hear("click", place);
  }

  pointerDown(place: ToolPlace): Taken {
    return this.#hear("down", place);
  }

  pointerMove(place: ToolPlace): void {
    this.#hear("move", place);
  }

  pointerUp(place: ToolPlace): void {
    this.#hear("up", place);
  }

  dragOver(drag: SceneDrag): Taken {
    return this.#hear("over", drag);
  }

  dragOut(): void {
    this.heard.push("drag out");
  }

  drop(drag: SceneDrag): Taken {
    return this.#hear("drop", drag);
  }

  key({ key }: ToolKey): boolean {
    this.heard.push(`key ${key}`);
    return this.answer === "taken";
  }

  cancel(): void {
    this.heard.push("cancel");
  }

  #hear(what: string, { x, y }: Pick<ToolPlace, "x" | "y">): Taken {
    this.heard.push(`${what} ${x} ${y}`);
    return this.answer;
  }
}

function at(x: number, y: number, pointerId = 1): ToolPlace {
  return placeAt(x, y, { pointerId });
}
