/** Messages to the server's process. */
export type ToServer = { readonly kind: "memory" };

/** Messages from it: one when it serves, and answers. */
export type FromServer =
  | { readonly kind: "serving"; readonly url: string; readonly worldName: string }
  | { readonly kind: "memory"; readonly rss: number };
