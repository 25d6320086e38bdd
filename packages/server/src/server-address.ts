import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";
import { isLoopback } from "./gateway/people/access.ts";

/** Only this machine, because anybody who reaches the port may move robots. */
export const DEFAULT_HOST = "127.0.0.1";

export const DEFAULT_PORT = 8460;

/** The port is in use, or not permitted. */
export class ListenError extends Error {}

/** Returns the host to show in links: a wildcard address cannot be opened. */
export function localAddress(host: string): string {
  return host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
}

export function publicAddress(host: string): string {
  if (isLoopback(host) || localAddress(host) === host) return host;
  const family = isIPv6(host) ? "IPv6" : "IPv4";
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  return addresses.find((one) => !one.internal && one.family === family)?.address ?? localAddress(host);
}

export function urlOf(host: string, port: number): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}/`;
}

export function listenReason({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE") {
    return `port ${port} is in use, perhaps by another Orrery; choose another with --port N, or any free one with --port 0`;
  }
  if (code === "EACCES")
    return `port ${port} may not be used by you; choose one above 1023, or any free one with --port 0`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `this machine has no address ${host}`;
  return `cannot listen on port ${port}: ${message}`;
}
