import {
  Box,
  Boxes,
  Circle,
  Cone,
  Cylinder,
  Egg,
  Lightbulb,
  Pill,
  Spotlight,
  Square,
  Sun,
  type LucideIcon,
} from "lucide-react";
import type { DragEvent, MouseEvent } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { releaseHeld } from "./carry-held.ts";
import { insertSessionOf } from "./insert-session.ts";
import { insertWords, type PaletteEntry } from "./palette-entry.ts";
import { pressWord } from "../../ui/is-touch.ts";
import { tip } from "../../ui/tip.ts";

export interface EntryTileProps {
  readonly entry: PaletteEntry;
  /** Why nothing can be inserted. */
  readonly reason: string | undefined;
}

/**
 * Shows one thing of the palette: it can be dragged into the scene, picked up by a click, or inserted ahead of the
 * camera with Enter.
 */
export function EntryTile({ entry, reason }: EntryTileProps) {
  const app = useApp();
  const { insertion } = insertSessionOf(app);
  const isHeld = useValue(insertion.held)?.entry === entry;
  const Icon = ICONS[entry.id] ?? Boxes;
  const { title, summary, thumbnail } = entry;
  const onClick = ({ detail }: MouseEvent): void => {
    // With a key or a screen reader there is no pointer to hold the thing.
    if (detail === 0) void insertion.insertAhead(entry);
    else if (isHeld) insertion.release();
    else insertion.hold(entry, "click");
  };
  const onDragStart = (event: DragEvent<HTMLButtonElement>): void => {
    event.dataTransfer.setData("application/x-orrery-entry", entry.id);
    event.dataTransfer.effectAllowed = "copy";
    // Beside the pointer, because the thing itself is shown where it points.
    event.dataTransfer.setDragImage(event.currentTarget.firstElementChild!, -12, -12);
    insertion.hold(entry, "drag");
  };
  return (
    <button
      type="button"
      className={thumbnail === "" ? "insert-tile" : "insert-tile pictured"}
      aria-pressed={isHeld}
      aria-label={insertWords(entry)}
      disabled={reason !== undefined}
      {...tip(
        reason ??
          [
            `${insertWords(entry)}: drag it into the scene, or ${pressWord().toLowerCase()} it and then the place`,
            summary,
          ]
            .filter(Boolean)
            .join("\n"),
      )}
      draggable={reason === undefined}
      onClick={onClick}
      onDragStart={onDragStart}
      onDragEnd={() => releaseHeld(app)}
    >
      {thumbnail === "" ? <Icon /> : <img src={thumbnail} alt="" draggable={false} />}
      <span className="insert-title">{title}</span>
    </button>
  );
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  "shape.box": Box,
  "shape.sphere": Circle,
  "shape.cylinder": Cylinder,
  "shape.capsule": Pill,
  "shape.cone": Cone,
  "shape.ellipsoid": Egg,
  "shape.ground": Square,
  "light.point_light": Lightbulb,
  "light.spot_light": Spotlight,
  "light.directional_light": Sun,
};
