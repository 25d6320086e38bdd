import { readKept, writeKept } from "./kept.ts";

/** What a page shows a server to be the same person again. */
export interface OwnSession {
  /** Hex digits that only this tab knows. */
  readonly session: string;
  /** Empty where none is needed. */
  readonly token: string;
}

/** What this person would like to be seen as. */
export interface OwnWishes {
  readonly name: string;
  /** 0 to 7. */
  readonly colour: number | undefined;
}

/**
 * Kept as long as the tab is, so that a reload is no new person. A token in the address is taken out of it: whoever is sent the
 * address, or looks at the screen, is not sent the key.
 */
export function ownSession(): OwnSession {
  const url = new URL(location.href);
  const given = url.searchParams.get("token");
  if (given !== null) {
    keep("orrery.token", given);
    url.searchParams.delete("token");
    history.replaceState(history.state, "", url);
  }
  const session = recall("orrery.session") ?? newSecret();
  keep("orrery.session", session);
  return { session, token: given ?? recall("orrery.token") ?? "" };
}

/** The token that this tab came in with; empty where none was needed. */
export function ownToken(): string {
  return recall("orrery.token") ?? "";
}

/** As they stand in the browser's storage now. */
export function ownWishes(): OwnWishes {
  const [name, colour] = [readKept("name"), ownColour()];
  return {
    name: typeof name === "string" ? name : "",
    colour: isColour(colour) ? colour : undefined,
  };
}

/** Remembers the colour that others know this tab by, so that it is the same after a restart of the server. */
export function keepColour(colour: number): void {
  keep("orrery.colour", String(colour));
  // For the first tab of the browser: a later one gets another colour while that is open.
  if (!isColour(readKept("colour"))) writeKept("colour", colour);
}

function ownColour(): unknown {
  const own = recall("orrery.colour");
  return own === undefined ? readKept("colour") : Number(own);
}

/** Where the WebSocket of a page's server is, with who comes. */
export function socketUrl(page: string, { session, token, name, colour }: OwnSession & OwnWishes): string {
  const url = new URL("/ws", page);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  const params = { session, token, name, colour: colour === undefined ? "" : String(colour) };
  for (const [key, value] of Object.entries(params)) if (value !== "") url.searchParams.set(key, value);
  return url.href;
}

export function isColour(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) < 8;
}

function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function recall(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function keep(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Switched off: a reload is somebody new.
  }
}
