import type { Commands } from "../../shell/commands/commands.ts";
import { useApp, useValue } from "../../shell/hooks.ts";
import { useIsLog, useWhyNoControl } from "../../shell/use-may-edit.ts";
import { EntryForm } from "../../ui/entry-form.tsx";
import { parseCount, parseSpeed, parseWhen, SPEEDS, speedText, STEP_COUNTS } from "./time-entry.ts";
import { tip } from "../../ui/tip.ts";

/** Each form calls `onDone` when the user has made a choice. */
interface FormProps {
  readonly onDone?: () => void;
}

/** Shows a choice of a number of steps. */
export function StepChoice({ onDone }: FormProps) {
  const { commands, view } = useApp();
  const client = useValue(view.client);
  const obstacle = useWhyNoControl();
  const isLog = useIsLog();
  return (
    <div className="time-form">
      <h3>{isLog ? "Samples" : "Steps"}</h3>
      <div className="chips">
        {STEP_COUNTS.map((count) => (
          <button
            key={count}
            type="button"
            className="text"
            disabled={obstacle !== undefined}
            {...tip(obstacle)}
            onClick={() => {
              commands.run(count === 1 ? "world.step" : `world.step-${count}`);
              onDone?.();
            }}
          >
            {count}
          </button>
        ))}
      </div>
      <EntryForm
        label="Number"
        placeholder="250"
        verb="Step"
        isDisabled={obstacle !== undefined}
        parse={parseCount}
        onEnter={(count) => {
          onDone?.();
          perform(commands, isLog ? `Play ${count} samples` : `Make ${count} steps`, () => client?.step(count));
        }}
      />
    </div>
  );
}

export function RunToForm({ onDone }: FormProps) {
  const { commands, view } = useApp();
  const client = useValue(view.client);
  const obstacle = useWhyNoControl();
  const isLog = useIsLog();
  return (
    <div className="time-form">
      <h3>{isLog ? "Play to a time" : "Run to a time"}</h3>
      <EntryForm
        label="Time"
        placeholder="12.5 s or +2"
        verb={isLog ? "Play" : "Run"}
        isDisabled={obstacle !== undefined}
        parse={(text) => parseWhen(text, view.status.current?.timeNs ?? 0)}
        onEnter={(timeNs) => {
          onDone?.();
          perform(commands, `${isLog ? "Play" : "Run"} to ${timeNs / 1e9} s`, () => client?.runTo(timeNs));
        }}
      />
    </div>
  );
}

/** Shows a choice of speeds, in simulated seconds per second. */
export function SpeedChoice({ onDone }: FormProps) {
  const { commands, view } = useApp();
  const client = useValue(view.client);
  const obstacle = useWhyNoControl();
  const target = useValue(view.status)?.targetFactor;
  const choose = (factor: number): void => {
    onDone?.();
    perform(commands, `Set the speed to ${speedText(factor)}`, () => client?.setSpeed(factor));
  };
  return (
    <div className="time-form">
      <h3>Speed</h3>
      <div className="chips">
        {[...SPEEDS, 0].map((factor) => (
          <button
            key={factor}
            type="button"
            className="text"
            aria-pressed={target === factor}
            disabled={obstacle !== undefined}
            {...tip(obstacle)}
            onClick={() => choose(factor)}
          >
            {speedText(factor)}
          </button>
        ))}
      </div>
      <EntryForm
        label="Factor"
        placeholder={target === undefined ? "1" : String(target)}
        verb="Set"
        isDisabled={obstacle !== undefined}
        parse={parseSpeed}
        onEnter={choose}
      />
    </div>
  );
}

/** Runs an action like a command, so that a failure is reported. */
function perform(commands: Commands, title: string, run: () => Promise<void> | undefined): void {
  commands.perform({ id: "world.entry", title, run });
}
