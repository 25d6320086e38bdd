import type { RecordedInput } from "../history/stretch.ts";
import type { Runner } from "../runner/runner.ts";
import { pluginsIn } from "../runner/systems/input-plugins.ts";
import { loadAll } from "../runner/systems/world-plugins.ts";
import type { WorldInput } from "../runner/world-input.ts";

/** Loads the systems that some inputs start. The inputs can only be applied once these are loaded. */
export async function loadPluginsOf(
  inputs: readonly RecordedInput[],
  { library }: Pick<Runner, "library">,
): Promise<void> {
  const quiet = { warn: () => {} };
  for (const { input } of inputs) {
    const plugins = pluginsIn(input as WorldInput);
    if (plugins.length > 0) await loadAll(plugins, library, quiet);
  }
}
