import { Camera, Circle, FileDown, Square } from "lucide-react";
import { useEffect, useState } from "react";
import type { WorldApp } from "../../shell/app.ts";
import type { Command } from "../../shell/commands/commands.ts";
import { useApp, useValue } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { download, fileName, safeName } from "../../ui/download.ts";
import { sceneImage } from "./scene-frame.ts";
import { Video } from "./video.ts";
import { tip } from "../../ui/tip.ts";

const video = new Video();

/** Pictures and videos of the scene, and the world as a file. */
export default defineGuiPlugin({
  id: "capture",
  title: "Capture",
  summary: "Screenshots, videos, and the world as SDF",
  icon: Camera,
  dock: "right",
  Bar: RecordingBar,
  barSide: "right",
  start: () => ({ [Symbol.dispose]: () => void video.stop() }),
  startWorld: (app) => app.commands.add(...captureCommands(app)),
});

function captureCommands(app: WorldApp): Command[] {
  const { view, notices } = app;
  const name = (): string => view.client.current?.name ?? "world";
  const save = (blob: Blob, file: string): void => {
    download(blob, file);
    notices.show({ kind: "good", text: `${file} was saved` });
  };
  return [
    {
      id: "capture.sdf",
      title: "Save world as SDF…",
      menu: "File",
      group: "world",
      icon: FileDown,
      keys: "Ctrl+S",
      isEnabled: () => view.client.current !== undefined,
      run: async () => {
        const text = await view.client.current!.sdf();
        save(new Blob([text], { type: "application/xml" }), `${safeName(name())}.sdf`);
      },
    },
    {
      id: "capture.screenshot",
      title: "Save a screenshot",
      menu: "File",
      group: "capture",
      icon: Camera,
      keys: "Ctrl+Shift+S",
      run: async () => save(await sceneImage(app), fileName(name(), "png", new Date())),
    },
    {
      id: "capture.video",
      title: "Record a video",
      menu: "File",
      group: "capture",
      icon: Circle,
      keys: "Alt+R",
      isOn: () => video.startedMs.current !== undefined,
      run: async () => {
        if (video.startedMs.current === undefined) return await video.start(app);
        const blob = await video.stop();
        if (blob !== undefined) save(blob, fileName(name(), "webm", new Date()));
      },
    },
  ];
}

/** Shows a red dot and the time, while a video is recorded. */
function RecordingBar() {
  const { commands } = useApp();
  const startedMs = useValue(video.startedMs);
  const seconds = useSeconds(startedMs);
  if (startedMs === undefined) return null;
  return (
    <button
      type="button"
      className="text recording"
      aria-label={`Stop the recording, ${seconds} seconds long`}
      {...tip("Stop the recording and save it", { keys: "Alt+R" })}
      onClick={() => commands.run("capture.video")}
    >
      <span className="recording-dot" />
      <span className="figure">
        {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
      </span>
      <Square />
    </button>
  );
}

function useSeconds(startedMs: number | undefined): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (startedMs === undefined) return undefined;
    const count = (): void => setSeconds(Math.floor((performance.now() - startedMs) / 1000));
    count();
    const timer = setInterval(count, 250);
    return () => clearInterval(timer);
  }, [startedMs]);
  return seconds;
}
