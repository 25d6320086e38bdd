import { MAX_WATCHED } from "@orrery/sim/front";

/**
 * Elements of the array that a world's thread shares with the main thread. `INBOX`: something is waiting at the port.
 * `STOP`: the thread must end. `BEAT`: a number that changes with every round of the loop.
 */
export const INBOX = 0;
export const STOP = 1;
export const BEAT = 2;
/** Set when the main thread has taken the last state and somebody is waiting for the next. */
export const WANTED = 3;
/** Incremented when the main thread has taken the last state handed out for restarts. */
export const KEPT = 4;
/** The number and phase of the system that is running; 0 for none. */
export const SYSTEM = 5;
/** Progress of a jump in time, in thousandths plus one; 0 if there is none. */
export const TRAVEL = 6;
/** Set to cancel the jump. */
export const CALL_OFF = 7;
/**
 * Length of the text that names the input taking effect; 0 if there is none. The text follows, one code unit per
 * element.
 */
export const TAKING = 8;
export const MAX_WORDS = 200;
/** How many packets the world has read from its port, modulo 2³². */
export const READ = TAKING + 1 + MAX_WORDS;
/** Set while the world has no time left beside its steps. */
export const BEHIND = READ + 1;
/** Number of watched entities; their ids follow. */
export const WATCHED = BEHIND + 1;
export const SIGNALS = WATCHED + 1 + MAX_WATCHED;
