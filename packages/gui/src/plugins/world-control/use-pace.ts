import { useApp, useValue } from "../../shell/hooks.ts";
import { paceText } from "./time-entry.ts";

/** Returns the speed of the world as text: "×1.00", "paused". */
export function usePace(): string {
  const { view } = useApp();
  const status = useValue(view.status);
  const client = useValue(view.client);
  return paceText(status, { isConnected: client !== undefined });
}
