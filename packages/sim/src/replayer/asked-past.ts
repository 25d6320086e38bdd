import type { FromReplayer, PastQuestion, ToReplayer } from "./replayer-messages.ts";
import type { KeyframeParts, PartPiece, PartPlace } from "./keyframe-parts.ts";
import type { InputRange, KeyframeName, PastInputs, PastSource, PastTree } from "./past-tree.ts";

/** The past of a world in another thread, which it gets by one question after the other. */
export class AskedPast implements PastSource {
  readonly #post: (message: FromReplayer) => void;
  readonly #open = new Map<number, PromiseWithResolvers<unknown>>();
  #questions = 0;

  constructor(post: (message: FromReplayer) => void) {
    this.#post = post;
  }

  tree(): Promise<PastTree> {
    return this.#ask({ kind: "tree" });
  }

  inputs(range: InputRange): Promise<PastInputs | undefined> {
    return this.#ask({ kind: "inputs", range });
  }

  keyframe(name: KeyframeName): Promise<KeyframeParts | undefined> {
    return this.#ask({ kind: "keyframe", name });
  }

  pieces(places: readonly PartPlace[]): Promise<readonly PartPiece[]> {
    return this.#ask({ kind: "pieces", places });
  }

  answered({ question, answer, error }: Extract<ToReplayer, { readonly kind: "answer" }>): void {
    const asked = this.#open.get(question);
    this.#open.delete(question);
    if (error === "") asked?.resolve(answer);
    else asked?.reject(new Error(error));
  }

  #ask<T>(about: PastQuestion): Promise<T> {
    const question = ++this.#questions;
    const asked = Promise.withResolvers<unknown>();
    this.#open.set(question, asked);
    this.#post({ kind: "ask", question, about });
    return asked.promise as Promise<T>;
  }
}
