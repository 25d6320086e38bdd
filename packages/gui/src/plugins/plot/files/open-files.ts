import type { WorldApp } from "../../../shell/app.ts";
import { chooseFiles } from "../../../ui/choose-files.ts";
import { setupsOf } from "../setups/plot-setups.ts";

/** Endings of the files that can be opened. */
const ENDINGS = [".json"];

/** Opens a file of plots. Errors become notices. */
export async function openFile(app: WorldApp, file: File): Promise<void> {
  try {
    await setupsOf(app).openFile(file);
  } catch (error) {
    app.notices.failed(`open ${file.name}`, error);
  }
}

/** Lets the user choose files to open. */
export function chooseAndOpen(app: WorldApp): void {
  chooseFiles(ENDINGS.join(","), (file) => void openFile(app, file));
}

/** Opens files that are dropped anywhere on the page. */
export function openDropped(app: WorldApp): Disposable {
  return app.offers.drops.take(({ files }) => {
    const list = [...files];
    if (list.length === 0 || !list.every(({ name }) => isOurs(name))) return false;
    for (const file of list) void openFile(app, file);
    return true;
  });
}

function isOurs(name: string): boolean {
  return ENDINGS.some((ending) => name.toLowerCase().endsWith(ending));
}
