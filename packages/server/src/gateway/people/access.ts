import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { ROLES, type Role } from "@orrery/sim/front";
import type { Guest } from "../limits/connection-limit.ts";

/** Tokens by the role that they grant. */
export type Tokens = Readonly<Partial<Record<Role, readonly string[]>>>;

export interface AccessOptions {
  /** The address that the server listens on. */
  readonly host: string;
  /** Additional host names under which requests may address this server. */
  readonly hosts: readonly string[];
  /** Additional origins whose pages may connect, such as `https://lab.example`. */
  readonly origins: readonly string[];
  readonly tokens: Tokens;
}

/** Decides who may connect, and with which role. */
export class Access {
  readonly #options: AccessOptions;
  readonly #names: ReadonlySet<string>;
  readonly #tokens: readonly { readonly digest: Buffer; readonly role: Role }[];

  constructor(options: AccessOptions) {
    this.#options = options;
    const { host, hosts, tokens } = options;
    const own = hostname().toLowerCase();
    const reachable = isLoopback(host) ? [] : [own, `${own}.local`, host.toLowerCase()];
    this.#names = new Set([...LOOPBACK_NAMES, ...reachable, ...hosts.map((name) => name.toLowerCase())]);
    this.#tokens = ROLES.flatMap((role) => (tokens[role] ?? []).map((token) => ({ digest: digestOf(token), role })));
    if (this.#tokens.length === 0 && !isLoopback(host)) {
      throw new Error(`a server that others can reach (${host}) needs a token`);
    }
  }

  /** Whether clients need a token. */
  get wantsToken(): boolean {
    return this.#tokens.length > 0;
  }

  /**
   * Returns the role of a request; `undefined` if its required token is missing or wrong. Without tokens everybody is
   * an admin.
   */
  roleOf(request: IncomingMessage): Role | undefined {
    return this.#shownBy(request)?.role;
  }

  /** Returns the role of a request, together with the token and address by which connections are counted. */
  guestOf(request: IncomingMessage): Guest | undefined {
    const shown = this.#shownBy(request);
    return shown && { ...shown, address: request.socket.remoteAddress ?? "" };
  }

  #shownBy(request: IncomingMessage): { readonly role: Role; readonly token: string } | undefined {
    if (!this.wantsToken) return { role: "admin", token: "" };
    const token = tokenOf(request);
    if (token === "") return undefined;
    const digest = digestOf(token);
    let role: Role | undefined;
    // Compares all tokens, so that the time reveals nothing. A token with two roles has the higher one.
    for (const known of this.#tokens) if (timingSafeEqual(known.digest, digest)) role = known.role;
    return role && { role, token: digest.toString("hex") };
  }

  /**
   * Returns whether the request addresses this server by one of its names. This stops DNS rebinding: a malicious page
   * can point its own host name at this machine, but its requests then carry that name. IP addresses cannot be
   * redirected like that.
   */
  isOwnHost({ headers }: IncomingMessage): boolean {
    const name = hostOf(headers.host ?? "");
    if (name === undefined) return false;
    return this.#names.has(name) || (!isLoopback(this.#options.host) && isIP(name.replaceAll(/[[\]]/g, "")) !== 0);
  }

  /**
   * Returns whether the origin is allowed. Programs send no Origin; a page always does, and it must be this server's or
   * a configured one.
   */
  isOwnOrigin({ headers }: IncomingMessage): boolean {
    if (headers.origin === undefined) return true;
    const origin = URL.parse(headers.origin);
    if (origin === null) return false;
    return origin.host === headers.host?.toLowerCase() || this.#options.origins.includes(origin.origin);
  }
}

/** Returns whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.includes(host) || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

const LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"];

/** Reads the token from the header, where programs send it, or from the URL, where pages do. */
function tokenOf({ url = "", headers }: IncomingMessage): string {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  return bearer ?? URL.parse(url, "http://localhost")?.searchParams.get("token") ?? "";
}

/** Returns the name in a Host header, in lower case and without the port. */
function hostOf(header: string): string | undefined {
  return /^(\[[\da-f:.]+\]|[^\s:/?#@[\]]+)(:\d+)?$/i.exec(header)?.[1]?.toLowerCase();
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
