/** Replaces a browser's storage that lasts as long as a tab. */
export class MemoryStorage implements Pick<Storage, "getItem" | "setItem"> {
  readonly #values = new Map<string, string>();

  getItem(key: string): string | null {
    return this.#values.get(key) ?? null;
  }

  setItem(key: string, value: string): void {
    this.#values.set(key, value);
  }
}
