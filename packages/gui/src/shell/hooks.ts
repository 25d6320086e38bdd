import type { Component, Entity } from "@orrery/sim";
import type { Emitter } from "@orrery/sim/host";
import { createContext, use, useCallback, useRef, useSyncExternalStore } from "react";
import type { Value } from "../client/value.ts";
import type { WorldView } from "../client/world-view.ts";
import type { WorldApp } from "./app.ts";

export const AppContext = createContext<WorldApp | undefined>(undefined);

/** Returns the page, and the world that the panel shows: its own, or the one in focus. */
export function useApp(): WorldApp {
  const app = use(AppContext);
  if (app === undefined) throw new Error("this component is outside the page");
  return app;
}

/** Returns the world that the panel shows: its own, or the one in focus. */
export function useWorld(): WorldView {
  return useApp().view;
}

/** Reads something again whenever the emitter fires. Renders again if the result is a different object or number. */
export function useTold<E, T>(told: Emitter<E>, read: () => T): T {
  const subscribe = useCallback(
    (listener: () => void) => {
      const listening = told.on(listener);
      return () => listening[Symbol.dispose]();
    },
    [told],
  );
  return useSyncExternalStore(subscribe, read);
}

/** Renders again when the value changes. */
export function useValue<T>(value: Value<T>): T {
  return useTold(value.changes, () => value.current);
}

/**
 * Derives a value from the page's copy of the world, again with each change of the copy. Renders again if the result
 * has changed; `isSame` compares objects and lists.
 */
export function useMirror<T>(read: (view: WorldView) => T, isSame: (a: T, b: T) => boolean = Object.is): T {
  const view = useWorld();
  const last = useRef<{ readonly value: T } | undefined>(undefined);
  return useTold(view.mirror.changes, () => {
    const value = read(view);
    if (last.current === undefined || !isSame(last.current.value, value)) last.current = { value };
    return last.current.value;
  });
}

/** Returns entities that have all of these components, by id. */
export function useQuery(first: Component, ...others: readonly Component[]): readonly Entity[] {
  return useMirror(({ mirror: { world } }) => {
    const { count, entities } = world.query(first, ...others);
    return Array.from(entities.subarray(0, count)) as Entity[];
  }, isSameList);
}

/** Reads a component of an entity, `undefined` if the entity lacks it; renders again when it changes. */
export function useComponent<T>(entity: Entity | undefined, component: Component<T>): T | undefined {
  return useMirror(
    ({ mirror }) => (entity === undefined ? undefined : mirror.world.get(entity, component)),
    isSameRecord,
  );
}

/** Returns the selected entities. */
export function useSelected(): readonly Entity[] {
  const { selection } = useWorld();
  return useTold(selection.changes, () => selection.entities);
}

export function isSameList<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => Object.is(item, b[i]));
}

/** Compares records: numeric components are read as new objects each time. */
function isSameRecord(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const [first, second] = [Object.entries(a), b as Record<string, unknown>];
  return first.length === Object.keys(b).length && first.every(([key, value]) => Object.is(value, second[key]));
}
