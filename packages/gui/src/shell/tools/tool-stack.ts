import { logError } from "../../base/log-error.ts";
import { FailureOwner } from "../../base/failure-owner.ts";
import type { HandleRoom, SceneDrag, SceneTool, Taken, ToolKey, ToolPlace } from "./scene-tool.ts";

/** The tools of a scene; the top one is asked first. During a drag, one tool has the hand and gets all events. */
export class ToolStack implements Disposable {
  readonly #above: SceneTool[] = [];
  readonly #below: () => Iterable<SceneTool>;
  readonly #owner = new FailureOwner();
  #hand: { readonly tool: SceneTool; readonly pointerId: number } | undefined;

  /** The tools `below` are asked after those taken in hand. */
  constructor(below: () => Iterable<SceneTool> = () => []) {
    this.#below = below;
  }

  /** Yields the tools from the top down. */
  *[Symbol.iterator](): Iterator<SceneTool> {
    yield* this.#above.toReversed();
    yield* this.#below();
  }

  /** Puts a tool on top until the result is disposed of, which cancels anything the tool has begun. */
  take(tool: SceneTool): Disposable {
    const { onFailure } = this.#owner;
    if (onFailure !== undefined) owners.set(tool, onFailure);
    this.#above.push(tool);
    return {
      [Symbol.dispose]: () => {
        const at = this.#above.indexOf(tool);
        if (at < 0) return;
        this.#above.splice(at, 1);
        if (this.#hand?.tool === tool) this.#hand = undefined;
        tool.cancel?.();
      },
    };
  }

  /** Runs `work`. Tools taken by it report errors to `onFailure`, which attributes them to their plugin. */
  heldBy<T>(onFailure: (error: unknown) => void, work: () => T): T {
    return this.#owner.during(onFailure, work);
  }

  /** Closes the scene: the tool that has the hand cancels its drag. */
  [Symbol.dispose](): void {
    if (this.#hand !== undefined) this.pointerCancel(this.#hand.pointerId);
  }

  hover(place: ToolPlace): void {
    let isTaken = false;
    for (const tool of this) {
      if (isTaken) attempt(tool, () => tool.leave?.());
      else isTaken = attempt(tool, () => tool.hover?.(place)) === "taken";
    }
  }

  leave(): void {
    for (const tool of this) attempt(tool, () => tool.leave?.());
  }

  dragOver(drag: SceneDrag): void {
    let isTaken = false;
    for (const tool of this) {
      if (isTaken) attempt(tool, () => tool.dragOut?.());
      else isTaken = attempt(tool, () => tool.dragOver?.(drag)) === "taken";
    }
  }

  dragOut(): void {
    for (const tool of this) attempt(tool, () => tool.dragOut?.());
  }

  /** Offers a drop to the tools. For all of them the drag is over. */
  drop(drag: SceneDrag): Taken {
    const taken = this.#ask((tool) => tool.drop?.(drag));
    this.dragOut();
    return taken;
  }

  click(place: ToolPlace): Taken {
    return this.#ask((tool) => tool.click?.(place));
  }

  doubleClick(place: ToolPlace): Taken {
    return this.#ask((tool) => tool.doubleClick?.(place));
  }

  rightClick(place: ToolPlace): Taken {
    return this.#ask((tool) => tool.rightClick?.(place));
  }

  /** Offers a drag to the tools. While one has the hand, a second pointer gets none. */
  pointerDown(place: ToolPlace): Taken {
    if (this.#hand !== undefined) return "left";
    return this.#ask((tool) => {
      const answer = tool.pointerDown?.(place);
      if (answer === "taken") this.#hand = { tool, pointerId: place.pointerId };
      return answer;
    });
  }

  pointerMove(place: ToolPlace): void {
    const tool = this.#handOf(place.pointerId);
    if (tool !== undefined) attempt(tool, () => tool.pointerMove?.(place));
  }

  pointerUp(place: ToolPlace): void {
    const tool = this.#letGo(place.pointerId);
    if (tool !== undefined) attempt(tool, () => tool.pointerUp?.(place));
  }

  /** Handles a lost pointer, which the browser or the system needs for something else. */
  pointerCancel(pointerId: number): void {
    const tool = this.#letGo(pointerId);
    if (tool !== undefined) attempt(tool, () => tool.cancel?.());
  }

  /** Offers a key to the tool that has the hand, then to the tools from the top down. */
  key(key: ToolKey): boolean {
    const hand = this.#hand && this.#handOf(this.#hand.pointerId);
    const rest = [...this].filter((tool) => tool !== hand);
    return (hand === undefined ? rest : [hand, ...rest]).some((tool) => attempt(tool, () => tool.key?.(key)) === true);
  }

  /** Returns the area that handles occupy: those of the topmost tool that has any. */
  handles(): HandleRoom | undefined {
    for (const tool of this) {
      const room = attempt(tool, () => tool.handles?.());
      if (room !== undefined) return room;
    }
    return undefined;
  }

  /** Returns the tool that has this pointer; undefined if it was put away in the meantime. */
  #handOf(pointerId: number): SceneTool | undefined {
    const hand = this.#hand;
    if (hand?.pointerId !== pointerId) return undefined;
    for (const tool of this) if (tool === hand.tool) return tool;
    return undefined;
  }

  #letGo(pointerId: number): SceneTool | undefined {
    const tool = this.#handOf(pointerId);
    if (this.#hand?.pointerId === pointerId) this.#hand = undefined;
    return tool;
  }

  #ask(ask: (tool: SceneTool) => Taken | undefined): Taken {
    for (const tool of this) if (attempt(tool, () => ask(tool)) === "taken") return "taken";
    return "left";
  }
}

/** Calls a tool. If it throws, its plugin has failed, and the event goes to the other tools. */
function attempt<T>(tool: SceneTool, act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    const onFailure = owners.get(tool);
    if (onFailure === undefined) logError(error, "a tool of the scene failed");
    else onFailure(error);
    return undefined;
  }
}

/** Where to report a tool's errors: to the plugin that took it. */
const owners = new WeakMap<SceneTool, (error: unknown) => void>();
