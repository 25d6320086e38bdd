import type { WorldApp } from "../../shell/app.ts";
import { Insertion } from "./insertion.ts";
import { ModelEntries } from "./model-entries.ts";

/** The state of the palette, whether or not its panel is open. */
export class InsertSession implements Disposable {
  readonly insertion: Insertion;
  readonly models: ModelEntries;

  constructor(app: WorldApp) {
    this.insertion = new Insertion(app);
    this.models = new ModelEntries(app.view);
  }

  [Symbol.dispose](): void {
    this.models[Symbol.dispose]();
    this.insertion[Symbol.dispose]();
  }
}

export function insertSessionOf({ view }: WorldApp): InsertSession {
  const session = view.services.find(InsertSession);
  if (session === undefined) throw new Error("the palette has not been started");
  return session;
}
