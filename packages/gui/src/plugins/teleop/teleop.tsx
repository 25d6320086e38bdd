import { Gamepad2 } from "lucide-react";
import { useEffect, useId, useState, type KeyboardEvent } from "react";
import { useMirror, useSelected, useValue, useWorld } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { kept } from "../../client/kept.ts";
import { isTouch } from "../../ui/is-touch.ts";
import { useOnScreen } from "../../ui/on-screen.ts";
import { useGraph } from "../topics/api.ts";
import { isDriveKey, isRest, stickOfKeys } from "./drive.ts";
import { driveTopics, topicOf } from "./drive-topics.ts";
import { Driver } from "./driver.ts";
import { Pad } from "./pad.tsx";
import { chooseTopic, NO_CHOICE } from "./topic-choice.ts";

/** Drives a vehicle by hand. */
export default defineGuiPlugin({
  id: "teleop",
  title: "Teleoperation",
  summary: "Drive a vehicle by its velocity topic",
  icon: Gamepad2,
  dock: "right",
  below: "inspector",
  shownAtFirst: false,
  View: Teleop,
});

const isPositive = (value: unknown): boolean => typeof value === "number" && value > 0 && Number.isFinite(value);
const linearLimit = kept("teleop.linear", 1, isPositive);
const angularLimit = kept("teleop.angular", 1, isPositive);

function Teleop() {
  const view = useWorld();
  const client = useValue(view.client);
  const [screen, isOnScreen] = useOnScreen();
  const [driver] = useState(() => new Driver());
  const stick = useValue(driver.stick);
  const problem = useValue(driver.problem);
  const { topic, heard, choose } = useTopic(isOnScreen, !isRest(stick));
  const node = isOnScreen ? client?.node : undefined;
  const fullName = topic === "" ? "" : view.namespace + topic;
  useEffect(() => {
    driver.use(node, fullName);
    // Stops the vehicle, and releases the topic, when the panel is hidden or the connection is lost.
    return () => driver.use(undefined, "");
  }, [driver, node, fullName]);
  const [linear, angular] = [useValue(linearLimit), useValue(angularLimit)];
  useEffect(() => driver.limit({ linear, angular }), [driver, linear, angular]);
  const keys = useKeys(driver);
  const listId = useId();
  return (
    <div ref={screen} className="panel-body teleop">
      <label className="teleop-topic">
        <span className="muted">Topic</span>
        <input
          type="text"
          className="mono"
          list={listId}
          placeholder="/model/NAME/cmd_vel"
          spellCheck={false}
          value={topic}
          onChange={(event) => choose(event.target.value)}
        />
        <datalist id={listId}>
          {heard.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </label>
      {problem !== "" && (
        <p className="entry-problem" role="alert">
          {problem}
        </p>
      )}
      {client !== undefined && topic !== "" && !heard.includes(topic) && (
        <p className="teleop-unheard" role="status">
          Nobody listens on {topic}
        </p>
      )}
      {topic === "" && heard.length === 0 && (
        <p className="muted">No topic takes velocities. A vehicle with diff-drive, for one, listens to cmd_vel.</p>
      )}
      <div
        className="teleop-pad"
        role="application"
        tabIndex={0}
        data-first-focus
        aria-label="Drive: arrow keys or WASD, or drag"
        onKeyDown={keys.onKeyDown}
        onKeyUp={keys.onKeyUp}
        onBlur={keys.onBlur}
      >
        <Pad stick={stick} isDisabled={topic === "" || client === undefined} driver={driver} />
      </div>
      <p className="teleop-now figure" aria-live="off">
        <span>{(stick.ahead * linear).toFixed(2)} m/s</span>
        <span>{(stick.left * angular).toFixed(2)} rad/s</span>
      </p>
      <Limit title="Speed limit" unit="m/s" most={5} value={linear} onChange={(value) => linearLimit.set(value)} />
      <Limit title="Turn limit" unit="rad/s" most={5} value={angular} onChange={(value) => angularLimit.set(value)} />
      <p className="muted">
        {isTouch()
          ? "Drag on the pad. Letting go stops."
          : "Drag on the pad, or click it and use the arrow keys or WASD. Letting go stops."}
      </p>
    </div>
  );
}

interface LimitProps {
  readonly title: string;
  readonly unit: string;
  readonly most: number;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Limit({ title, unit, most, value, onChange }: LimitProps) {
  return (
    <label className="teleop-limit">
      <span className="muted">{title}</span>
      <input
        type="range"
        min={0.1}
        max={most}
        step={0.1}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <span className="figure">
        {value.toFixed(1)} {unit}
      </span>
    </label>
  );
}

/** Returns the topic that is driven, and those that could be. The topic does not change while something is driven. */
function useTopic(isOnScreen: boolean, isDriving: boolean) {
  const view = useWorld();
  const { topics } = useGraph(isOnScreen);
  const own = topics.flatMap((topic) => {
    const name = view.localName(topic.name);
    return name === undefined ? [] : [{ ...topic, name }];
  });
  const heard = driveTopics(own);
  const primary = useSelected().at(-1);
  const hasSelection = primary !== undefined;
  const selected = useMirror(({ mirror }) => (hasSelection ? topicOf(mirror.world, primary, heard) : undefined));
  const [choice, setChoice] = useState(NO_CHOICE);
  const next = isDriving ? choice : chooseTopic(choice, { heard, hasSelection, selected });
  useEffect(() => setChoice(next), [next]);
  const choose = (topic: string): void => setChoice({ topic, isByHand: true, followed: selected });
  return { topic: next.topic, heard, choose };
}

/** Drives by keys while the pad has the focus; losing the focus releases them. */
function useKeys(driver: Driver) {
  const [held] = useState(() => new Set<string>());
  const set = (event: KeyboardEvent, isDown: boolean): void => {
    if (!isDriveKey(event.code) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (isDown) held.add(event.code);
    else held.delete(event.code);
    driver.hold(stickOfKeys(held));
  };
  return {
    onKeyDown: (event: KeyboardEvent) => set(event, true),
    onKeyUp: (event: KeyboardEvent) => set(event, false),
    onBlur: () => {
      held.clear();
      driver.release();
    },
  };
}
