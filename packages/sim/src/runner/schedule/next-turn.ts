/** Resolves after everything else that waits for the thread has had its turn: steps, requests, timers. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
