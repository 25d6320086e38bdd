/** What the process of the server is told. */
export type ToServer = { readonly kind: "memory" };

/** What it says: once when it serves, and as an answer. */
export type FromServer =
  | { readonly kind: "serving"; readonly url: string; readonly worldName: string }
  | { readonly kind: "memory"; readonly rss: number };
