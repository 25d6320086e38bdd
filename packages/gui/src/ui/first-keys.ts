import { Emitter } from "@orrery/sim/host";
import { createContext, use, useEffect, useEffectEvent } from "react";
import { logError } from "../base/log-error.ts";
import { Takers } from "../base/takers.ts";

/**
 * Handlers that get keys before the focused element and all commands, because they have something in hand. The latest
 * one comes first.
 */
export class FirstKeys extends Takers<KeyboardEvent> {
  /** Emits each key that is pressed or released, before anybody is asked to take it. */
  readonly events = new Emitter<KeyboardEvent>((error) => logError(error, "a listener of keys failed"));

  override offer(event: KeyboardEvent): boolean {
    this.events.emit(event);
    return super.offer(event);
  }
}

export const FirstKeysContext = createContext<FirstKeys | undefined>(undefined);

/** Calls back on Escape while something is in hand, wherever the focus is. Nobody else gets the key. */
export function useEscape(isInHand: boolean, onEscape: () => void): void {
  const keys = use(FirstKeysContext);
  const act = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isInHand) return undefined;
    const listening = keys?.take(({ type, key }) => {
      if (type !== "keydown" || key !== "Escape") return false;
      act();
      return true;
    });
    return () => listening?.[Symbol.dispose]();
  }, [isInHand, keys]);
}
