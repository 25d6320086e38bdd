import type { orrery } from "@orrery/msgs";
import { scopedName, type Entity } from "@orrery/sim";
import { textOf } from "@orrery/sim/host";
import { useState } from "react";
import { useApp } from "../../shell/hooks.ts";
import { tip } from "../../ui/tip.ts";
import { innerXmlOf } from "./system-params.ts";

export interface SystemFormProps {
  readonly system: orrery.AvailableSystem;
  readonly onClose: () => void;
}

/** Asks what a system should act on and with which parameters, and adds it. */
export function SystemForm({ system, onClose }: SystemFormProps) {
  const { name = "", summary = "", params = [], single = false, loaded = false } = system;
  const { view, notices } = useApp();
  const { targets, nameOf } = useTargets(single);
  const [target, setTarget] = useState<Entity>(targets.at(-1)!);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [problem, setProblem] = useState("");
  const add = (): void => {
    const given = Object.entries(values).map(([element, value]) => ({ element, value }));
    const plugin = { name, filename: loaded ? "" : name, innerXml: innerXmlOf(given) };
    view.client.current
      ?.addSystem(target, plugin)
      .then(() => {
        view.systems.ask();
        notices.show({ kind: "good", text: `${name} runs on ${nameOf(target)}` });
        onClose();
      })
      .catch((error: unknown) => setProblem(textOf(error)));
  };
  return (
    <form
      className="system-form"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <h3 className="mono">{name}</h3>
      <p className="muted">
        {loaded ? summary : "A module of the server's plugin folders. What it does is known once it has been loaded."}
      </p>
      <div className="system-fields">
        <TargetChoice targets={targets} nameOf={nameOf} value={target} onChange={setTarget} />
        {params.map((param) => {
          const { element = "" } = param;
          const change = (value: string): void => setValues({ ...values, [element]: value });
          return <ParamField key={element} param={param} value={values[element] ?? ""} onChange={change} />;
        })}
      </div>
      {problem !== "" && (
        <p className="entry-problem" role="alert">
          {problem}
        </p>
      )}
      <footer>
        {targets.length === 1 && !single && (
          <small className="muted">To add it to a model, select the model first</small>
        )}
        <button type="submit" className="text primary">
          Add
        </button>
      </footer>
    </form>
  );
}

interface Targets {
  readonly targets: readonly Entity[];
  readonly nameOf: (entity: Entity) => string;
}

/**
 * Returns what a system can act on: the world and the selection. A system that may exist only once acts on the world
 * alone.
 */
function useTargets(isSingle: boolean): Targets {
  const { view } = useApp();
  const { selection } = view;
  const { root, world } = view.mirror;
  // While the page has no copy of the world, assumes that the world's own entity is the first.
  const worldEntity = root ?? (1 as Entity);
  const selected = isSingle ? [] : selection.entities.filter((entity) => entity !== worldEntity);
  return {
    targets: [worldEntity, ...selected],
    nameOf: (entity) =>
      entity === worldEntity ? "the world" : world.exists(entity) ? scopedName(world, entity) : `entity ${entity}`,
  };
}

interface TargetChoiceProps extends Targets {
  readonly value: Entity;
  readonly onChange: (target: Entity) => void;
}

function TargetChoice({ targets, nameOf, value, onChange }: TargetChoiceProps) {
  return (
    <label>
      <span>Acts on</span>
      <select
        value={value}
        disabled={targets.length === 1}
        onChange={(event) => onChange(Number(event.target.value) as Entity)}
      >
        {targets.map((entity) => (
          <option key={entity} value={entity}>
            {nameOf(entity)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ParamFieldProps {
  readonly param: orrery.SystemParam;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ParamField({ param: { element = "", initial = "", doc = "" }, value, onChange }: ParamFieldProps) {
  return (
    <label {...tip(doc, { isLate: true })}>
      <span>{element}</span>
      <input
        type="text"
        className="mono"
        placeholder={initial}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {doc !== "" && <small className="muted">{doc}</small>}
    </label>
  );
}
