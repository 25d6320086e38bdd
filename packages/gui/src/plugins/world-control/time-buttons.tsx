import { ChevronDown, Pause, Play, SkipBack, StepBack, StepForward } from "lucide-react";
import { useRef } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { useIsLog, useWhyNoControl } from "../../shell/use-may-edit.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Popover } from "../../ui/popover.tsx";
import { ResetButtons } from "./reset-buttons.tsx";
import { PREVIOUS_SAMPLE } from "./step-back.ts";
import { TimeButton } from "./time-button.tsx";
import { closePopover, NEXT_SAMPLE, openPopover, RESET_KEYS, TO_BEGINNING } from "./time-commands.ts";
import { RunToForm, StepChoice } from "./time-forms.tsx";

/** Shows the buttons for time, with small arrows that open further choices. */
export function TimeButtons() {
  const isLog = useIsLog();
  return (
    <div className="controls" role="toolbar" aria-label="Time">
      {isLog ? <LogButtons /> : <WorldButtons />}
    </div>
  );
}

/** Shows the buttons of a world: reset, run or pause, step. */
function WorldButtons() {
  return (
    <>
      <ResetButtons />
      <RunButton title="Run" />
      <StepButtons title="Step" titleOfMore="Several steps, run to a time" nameOfMore="Several steps" />
    </>
  );
}

/** Shows the buttons of a log: to the beginning, one sample back, play or pause, one sample on. */
function LogButtons() {
  return (
    <>
      <TimeButton icon={SkipBack} title={TO_BEGINNING} keys={RESET_KEYS.all} command="world.reset" />
      <TimeButton icon={StepBack} title={PREVIOUS_SAMPLE} keys="," command="world.step-back" />
      <RunButton title="Play" />
      <StepButtons title={NEXT_SAMPLE} titleOfMore="Several samples, play to a time" nameOfMore="Several samples" />
    </>
  );
}

/** Shows a button that runs or pauses; `title` is the word for running. */
function RunButton({ title }: { readonly title: string }) {
  const status = useValue(useApp().view.status);
  const isPaused = status === undefined || status.paused || status.stepping;
  return (
    <TimeButton icon={isPaused ? Play : Pause} title={isPaused ? title : "Pause"} keys="Space" command="world.run" />
  );
}

interface StepButtonsProps {
  readonly title: string;
  /** The tooltip of the arrow. */
  readonly titleOfMore: string;
  /** The name of the dialog that the arrow opens. */
  readonly nameOfMore: string;
}

/** Shows a button that makes one step, and an arrow that offers several steps or a time to run to. */
function StepButtons({ title, titleOfMore, nameOfMore }: StepButtonsProps) {
  const open = useValue(openPopover);
  const obstacle = useWhyNoControl();
  const both = useRef<HTMLDivElement>(null);
  const isOpen = open === "steps" || open === "run-to";
  return (
    <>
      <div className="split" ref={both}>
        <TimeButton icon={StepForward} title={title} keys="." command="world.step" />
        <IconButton
          icon={ChevronDown}
          title={titleOfMore}
          opens="dialog"
          isOpen={isOpen}
          obstacle={obstacle}
          onClick={() => openPopover.set(open === undefined ? "steps" : undefined)}
        />
      </div>
      {isOpen && both.current && (
        <Popover anchor={both.current} onClose={closePopover}>
          <div className="time-popover" role="dialog" aria-label={nameOfMore}>
            {open === "steps" && <StepChoice onDone={closePopover} />}
            <RunToForm onDone={closePopover} />
          </div>
        </Popover>
      )}
    </>
  );
}
