import { RAPIER_VERSION } from "./layout.ts";

/** Rapier's memory does not hold what is known to lie at a place, so nothing may be read or written there. */
export class UnknownLayout extends Error {
  constructor(what: string) {
    super(
      `Rapier's memory has no ${what} where version ${RAPIER_VERSION} keeps them: install the package rapier3d-simd-compat again, in that very version`,
    );
  }
}
