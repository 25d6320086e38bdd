import { createContext, use } from "react";
import type { Notices } from "./notices.ts";

/** Where widgets report outcomes to the user. */
export const NoticesContext = createContext<Notices | undefined>(undefined);

/** Returns the notices. Throws outside the page. */
export function useNotices(): Notices {
  const notices = use(NoticesContext);
  if (notices === undefined) throw new Error("this component is outside the page");
  return notices;
}
