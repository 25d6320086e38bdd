import { FileDown } from "lucide-react";
import { useEffect, useState } from "react";
import { useApp } from "./hooks.ts";

/**
 * Catches files that are dropped beside the scene, which would make the browser leave the page, and offers them to
 * plugins. Shows where they will go while they are dragged.
 */
export function FileDrops() {
  const { offers, notices } = useApp();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const listening = new AbortController();
    // Runs before the panels get the event, because the dock does not pass it on.
    const options = { signal: listening.signal, capture: true };
    const drag = (event: DragEvent): void => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      setOver(false);
      if (!hasFiles(event)) return;
      const data = event.dataTransfer!;
      if (offers.drops.offer(data)) {
        event.preventDefault();
        event.stopPropagation();
        return;
      }
      if (isOnScene(event)) return;
      event.preventDefault();
      if (offers.files.offer([...data.files])) return;
      notices.show({ kind: "info", text: "Nothing here accepts files: the plugin Insert is not loaded" });
    };
    window.addEventListener("dragenter", drag, options);
    window.addEventListener("dragover", drag, options);
    window.addEventListener("dragleave", leave, options);
    window.addEventListener("drop", drop, options);
    return () => listening.abort();
  }, [offers, notices]);
  if (!isOver) return null;
  return (
    <p className="drop-hint" role="status">
      <FileDown /> Drop an SDF or URDF file onto the scene to put it there, or anywhere else to put it where you look.
      CSV, Parquet and MCAP files become curves.
    </p>
  );
}

/** Returns whether the drop is on the scene, which places things where they are dropped. */
function isOnScene({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest(".scene-canvas") !== null;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") ?? false;
}
