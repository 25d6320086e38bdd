import { createContext, use, useEffect, useEffectEvent } from "react";

/** Handles a key. Returns whether it was used; if so, nobody else gets it. */
export type KeyUser = (event: KeyboardEvent) => boolean;

/**
 * Handlers that get keys before the focused element and all commands, because they have something in hand. The latest
 * one comes first.
 */
export class FirstKeys {
  readonly #users: KeyUser[] = [];

  take(user: KeyUser): Disposable {
    this.#users.push(user);
    return {
      [Symbol.dispose]: () => {
        const at = this.#users.indexOf(user);
        if (at >= 0) this.#users.splice(at, 1);
      },
    };
  }

  /** Offers a key that was pressed or released. Returns whether it was used. */
  offer(event: KeyboardEvent): boolean {
    return this.#users.toReversed().some((user) => user(event));
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
