import { useApp, useValue } from "../../shell/hooks.ts";
import { paceText } from "./time-entry.ts";

/** Returns how fast the world goes, for people: "×1.00", "paused". */
export function usePace(): string {
  const { source } = useApp();
  const status = useValue(source.status);
  const client = useValue(source.world);
  return paceText(status, { isConnected: client !== undefined });
}
