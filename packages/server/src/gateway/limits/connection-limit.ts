import type { Role } from "@orrery/sim";
import type { Limits } from "./limits.ts";

/**
 * A client that wants a place. Many people may share a token or an address, or one client may want all places for
 * itself.
 */
export interface Guest {
  readonly role: Role;
  /** Empty where no token is required. */
  readonly token: string;
  readonly address: string;
}

/** The connections that a server accepts, and who holds them. */
export class ConnectionLimit {
  readonly #limits: Limits;
  readonly #taken = new Set<Guest>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#taken.size;
  }

  /** Returns why there is no place for a guest; `undefined` if there is one. */
  refusal({ role, token, address }: Guest): string | undefined {
    const { connections, connectionsPerToken, connectionsPerAddress } = this.#limits;
    if (this.size >= connections) return `there are ${connections} clients already, as many as this server takes`;
    // An admin must be able to connect and find out what is wrong.
    if (role === "admin") return undefined;
    const open = connections - this.#keptForAdmins;
    if (this.size >= open) return `there are ${this.size} clients already, and the places left are for admins`;
    if (this.#count((one) => one.token === token) >= connectionsPerToken)
      return `there are ${connectionsPerToken} clients with this token already`;
    if (this.#count((one) => one.address === address) >= connectionsPerAddress)
      return `there are ${connectionsPerAddress} clients from this address already`;
    return undefined;
  }

  /** Takes a place until the result is disposed of. */
  acquire(guest: Guest): Disposable {
    this.#taken.add(guest);
    return { [Symbol.dispose]: () => void this.#taken.delete(guest) };
  }

  /** On servers with few places, admins must not get most of them. */
  get #keptForAdmins(): number {
    const { connections, connectionsForAdmins } = this.#limits;
    return Math.min(connectionsForAdmins, Math.floor(connections / 4));
  }

  #count(isLike: (guest: Guest) => boolean): number {
    let count = 0;
    for (const guest of this.#taken) if (isLike(guest)) count++;
    return count;
  }
}
