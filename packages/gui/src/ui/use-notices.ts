import { createContext, use } from "react";
import type { Notices } from "./notices.ts";

/** Where widgets tell the user what came of what they did. */
export const NoticesContext = createContext<Notices | undefined>(undefined);

/** Throws outside of the page. */
export function useNotices(): Notices {
  const notices = use(NoticesContext);
  if (notices === undefined) throw new Error("this component is outside of the page");
  return notices;
}
