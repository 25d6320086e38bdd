import { readKept, writeKept } from "./kept.ts";

/** The credentials by which a server recognises a page's user. */
export interface OwnSession {
  /** Hex digits that only this tab knows. */
  readonly session: string;
  /** Empty if none is needed. */
  readonly token: string;
}

/** How this person would like to appear. */
export interface OwnWishes {
  readonly name: string;
  /** 0 to 7. */
  readonly colour: number | undefined;
}

/**
 * Returns the tab's session, stored for as long as the tab, so that a reload is not a new person. Removes the token
 * from the address bar, so that it does not leak to people who are sent the address or see the screen.
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

/** Returns the token that this tab was opened with; empty if none was needed. */
export function ownToken(): string {
  return recall("orrery.token") ?? "";
}

/** Returns the wishes currently stored in the browser. */
export function ownWishes(): OwnWishes {
  const [name, colour] = [readKept("name"), ownColour()];
  return {
    name: typeof name === "string" ? name : "",
    colour: isColour(colour) ? colour : undefined,
  };
}

/** Stores the colour that others see for this tab, so that it stays the same when the server restarts. */
export function keepColour(colour: number): void {
  keep("orrery.colour", String(colour));
  // Stored only by the browser's first tab: a second one gets a different colour while the first is open.
  if (!isColour(readKept("colour"))) writeKept("colour", colour);
}

function ownColour(): unknown {
  const own = recall("orrery.colour");
  return own === undefined ? readKept("colour") : Number(own);
}

/** Returns the address of the WebSocket of a page's server, including the user's credentials and wishes. */
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
    // Without storage, a reload looks like a new person.
  }
}
