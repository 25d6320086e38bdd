import { AlignStartVertical } from "lucide-react";
import { useRef } from "react";
import { useApp, useTold, useValue } from "../../shell/hooks.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import type { OpenScene } from "../scene/api.ts";
import { AlignBox } from "./align-box.tsx";
import { optionKeys, toolWords } from "./transform-commands.ts";
import type { TransformState } from "./transform-state.ts";

/** Shows the tools at the left of the scene. */
export function ToolStrip({ state, scene }: { readonly state: TransformState; readonly scene: OpenScene }) {
  const { commands } = useApp();
  const { selection } = useApp().view;
  const { isAligning, obstacle, settings } = state;
  const tool = useValue(settings.tool);
  const why = useValue(obstacle);
  const isOpen = useValue(isAligning);
  const count = useTold(selection.changes, () => state.targets.length);
  const strip = useRef<HTMLDivElement>(null);
  const alone = count > 1 ? undefined : "Select two things or more to align them";
  return (
    <div ref={strip} className="tool-strip" role="toolbar" aria-label="Transform tools" aria-orientation="vertical">
      {toolWords.map((words) => (
        <IconButton
          key={words.tool}
          icon={words.icon}
          title={words.title}
          keys={words.keys}
          isOn={tool === words.tool}
          obstacle={words.tool === "select" ? undefined : why}
          onClick={() =>
            words.tool === "select" ? settings.tool.set("select") : commands.run(`transform.${words.tool}`)
          }
        />
      ))}
      <hr />
      <IconButton
        icon={AlignStartVertical}
        title="Align"
        keys={optionKeys.align}
        opens="dialog"
        isOpen={isOpen}
        obstacle={why ?? alone}
        onClick={() => commands.run("transform.align")}
      />
      {isOpen && strip.current !== null && (
        <AlignBox
          state={state}
          view={scene.view}
          anchor={strip.current.querySelector<HTMLElement>("[aria-haspopup]")!}
          onClose={() => isAligning.set(false)}
        />
      )}
    </div>
  );
}
