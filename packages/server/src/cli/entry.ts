import { randomBytes } from "node:crypto";
import { tokenProblem, type ServerConfig } from "../config.ts";
import { isLoopback, type Tokens } from "../gateway/people/access.ts";
import { ROLES, type Role } from "@orrery/sim/front";
import { isRole } from "../gateway/people/roles.ts";
import type { Server } from "../server.ts";
import { DEFAULT_HOST } from "../server-address.ts";
import { UsageError } from "./failure.ts";

/** The address that a server listens on, and its tokens. */
export interface Entry {
  readonly host: string;
  readonly tokens: Tokens;
  /** Tokens generated for this run, which must be shown to whoever started it. */
  readonly made: Readonly<Record<Role, string>> | undefined;
}

/**
 * Combines the command line with the config, which it overrides. A server that others can reach gets tokens when none
 * are given.
 */
export function entryOf(
  given: { readonly host: string | undefined; readonly token: readonly string[] },
  config: ServerConfig,
): Entry {
  const host = given.host ?? config.host ?? DEFAULT_HOST;
  const tokens = given.token.length > 0 ? readTokens(given.token) : config.tokens;
  const hasToken = ROLES.some((role) => (tokens[role] ?? []).length > 0);
  if (hasToken || isLoopback(host)) return { host, tokens, made: undefined };
  const made = { viewer: newToken(), operator: newToken(), admin: newToken() };
  return { host, tokens: { viewer: [made.viewer], operator: [made.operator], admin: [made.admin] }, made };
}

/** Returns the first lines that a served run prints. */
export function listeningText({ publicUrl, url }: Pick<Server, "publicUrl" | "url">, { made }: Entry): string {
  const lines =
    made === undefined ? [publicUrl] : ROLES.toReversed().map((role) => `${publicUrl}?token=${made[role]}  (${role})`);
  // The address that others use may be unreachable for this machine's own browser.
  if (url !== publicUrl) {
    lines.push(made === undefined ? `${url}  (this machine)` : `${url}?token=${made.admin}  (admin, this machine)`);
  }
  return `Orrery: ${lines.join("\n        ")}`;
}

export function listeningJson({ publicUrl }: Server, { made }: Entry): object {
  return { event: "listening", url: publicUrl, ...(made === undefined ? {} : { tokens: made }) };
}

function readTokens(given: readonly string[]): Tokens {
  const tokens: Record<Role, string[]> = { viewer: [], operator: [], admin: [] };
  for (const text of given) {
    const [, before = "", after = ""] = /^([a-z]+)=(.*)$/s.exec(text) ?? [];
    const token = isRole(before) ? after : text;
    const problem = tokenProblem(token);
    if (problem !== undefined) throw new UsageError(`--token: ${problem}`);
    tokens[isRole(before) ? before : "admin"].push(token);
  }
  return tokens;
}

function newToken(): string {
  return randomBytes(18).toString("base64url");
}
