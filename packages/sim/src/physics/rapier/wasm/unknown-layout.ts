import { RAPIER_VERSION } from "./layout.ts";

/**
 * Thrown when Rapier's memory does not hold the expected values at a place, so nothing may be read or written there.
 */
export class UnknownLayout extends Error {
  constructor(what: string) {
    super(
      `Rapier's memory has no ${what} where version ${RAPIER_VERSION} keeps them: install exactly that version of the package rapier3d-simd-compat`,
    );
  }
}
