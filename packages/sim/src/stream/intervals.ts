/** Time between two states that pages get, ms. They interpolate in between, so more would not be visible. */
export const STATE_INTERVAL_MS = 1000 / 30;

/** Time between reports of being paused or running, ms: somebody may make single steps as fast as they can. */
export const PAUSED_INTERVAL_MS = 100;
