import { scopedName } from "@orrery/sim";
import { MissingModel } from "@orrery/sim/components";
import type { Mirror } from "../../client/mirror.ts";
import type { Notices } from "../../ui/notices.ts";

/** Shows one notice about all models whose files the world could not find, each time a world is opened. */
export function tellMissing(mirror: Pick<Mirror, "world" | "changes">, notices: Notices): Disposable {
  let shown: Disposable | undefined;
  return mirror.changes.on(({ whole }) => {
    if (!whole) return;
    shown?.[Symbol.dispose]();
    const found = [...mirror.world.query(MissingModel)];
    if (found.length === 0) return;
    const names = found.map(([entity]) => scopedName(mirror.world, entity));
    const uris = new Set(found.map(([, uri]) => uri));
    shown = notices.show({
      kind: "warning",
      text: missingText(names),
      details: missingDetails([...uris]),
      stays: true,
    });
  });
}

const SHOWN = 5;

/** Words the notice: `3 models are missing: tree, car, lamp`. */
export function missingText(names: readonly string[]): string {
  const listed = names.slice(0, SHOWN).join(", ");
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return names.length === 1 ? `1 model is missing: ${listed}` : `${names.length} models are missing: ${listed}${more}`;
}

function missingDetails(uris: readonly string[]): string {
  const way = uris.some((uri) => /^https?:/.test(uri))
    ? "Download them with gz fuel download -u URL, or start with --resource-path DIR, and reload the world."
    : "Start with --resource-path DIR (the folder that has them), and reload the world.";
  return `Empty models replace them. ${way}\n\n${uris.join("\n")}`;
}
