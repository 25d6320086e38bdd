import type { GuiPlugin } from "../shell/plugin.ts";
import pluginList from "./plugin-list/plugin-list.tsx";
import worldControl from "./world-control/world-control.tsx";

/** In the order in which their panels first stand. */
export const builtInPlugins: readonly GuiPlugin[] = [worldControl, pluginList];
