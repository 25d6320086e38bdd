import type { GuiPlugin } from "../shell/plugin.ts";
import worldControl from "./world-control/world-control.tsx";

/** In the order in which their panels first stand. */
export const builtInPlugins: readonly GuiPlugin[] = [worldControl];
