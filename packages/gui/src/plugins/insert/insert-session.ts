import type { App } from "../../shell/app.ts";
import { Insertion } from "./insertion.ts";
import { ModelEntries } from "./model-entries.ts";

/** What the palette works with, whether its panel is open or not. */
export interface InsertSession {
  readonly insertion: Insertion;
  readonly models: ModelEntries;
}

const sessions = new WeakMap<App, InsertSession>();

export function insertSessionOf(app: App): InsertSession {
  const session = sessions.get(app);
  if (session === undefined) throw new Error("the palette has not been started");
  return session;
}

export function startInsertSession(app: App): InsertSession & Disposable {
  const insertion = new Insertion(app);
  const models = new ModelEntries(app.source);
  const session: InsertSession = { insertion, models };
  sessions.set(app, session);
  return {
    ...session,
    [Symbol.dispose]: () => {
      sessions.delete(app);
      models[Symbol.dispose]();
      insertion[Symbol.dispose]();
    },
  };
}
