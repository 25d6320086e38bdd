import { fieldNodes, formatPath, type FieldNode, type FieldPath, type ProtoTypes } from "@orrery/plots";
import { assertNever } from "@orrery/sim/host";
import { useState } from "react";
import type { PlotSession } from "../plot-session.ts";
import { topicKey, topicName } from "../topics/topic-key.ts";
import { NO_PAST, thingOf, unitOfPath } from "../topics/topic-thing.ts";
import { Fold } from "./fold.tsx";
import { IdleRow, NumberRow } from "./number-row.tsx";

export interface FieldRowsProps {
  readonly types: ProtoTypes;
  /** Of the topic's messages. */
  readonly type: string;
  readonly topic: string;
  /** The way to the message whose fields are shown. */
  readonly path: FieldPath;
  /** A recent message of the topic. */
  readonly message: object | undefined;
  readonly session: PlotSession;
}

/** Shows the fields of a message that can be plotted, or that lead to some. */
export function FieldRows(props: FieldRowsProps) {
  const { types, type, path, message } = props;
  const nodes = fieldNodes(types, type, path, { message, mostChoices: MAX_CHOICES });
  return nodes.map((node) => <Field key={node.name} node={node} {...props} />);
}

/** More elements of a list than this have no button: their position can be typed. */
const MAX_CHOICES = 100;

function Field({ node, ...props }: FieldRowsProps & { readonly node: FieldNode }) {
  const { name, kind, path, text = "", count = 0 } = node;
  switch (kind) {
    case "number":
      return <FieldNumber title={name} {...props} path={path} />;
    case "text":
      return <IdleRow title={name} hint={text} />;
    case "message":
      return (
        <Fold title={name} label={`Fields of ${formatPath(path)}`}>
          <FieldRows {...props} path={path} />
        </Fold>
      );
    case "list":
    case "map":
      return (
        <Fold title={name} label={`Elements of ${formatPath(path)}`} hint={`[${count}]`}>
          <Elements node={node} {...props} />
        </Fold>
      );
    default:
      return assertNever(kind);
  }
}

/** Shows what can be chosen of a list or map, and the fields of what is chosen. */
function Elements({ node, ...props }: FieldRowsProps & { readonly node: FieldNode }) {
  const { kind, path, choices = [], count = 0, elements = "number" } = node;
  const [step, setStep] = useState<string | number>();
  const first = choices[0]?.path.at(-1) ?? (kind === "list" ? 0 : undefined);
  const chosen = step ?? first;
  if (count === 0)
    return <p className="plot-row-note">{props.message === undefined ? NO_MESSAGE : "It is empty now"}</p>;
  return (
    <>
      <div className="plot-choices">
        {choices.map(({ label, name = "", path: choice }) => {
          const own = choice.at(-1)!;
          return (
            <button key={label} type="button" aria-pressed={own === chosen} onClick={() => setStep(own)}>
              {label} <span className="muted">{name}</span>
            </button>
          );
        })}
        {kind === "list" && count > choices.length && (
          <input
            type="number"
            aria-label="Position in the list"
            min={0}
            max={count - 1}
            value={typeof chosen === "number" ? chosen : 0}
            onChange={({ target }) => setStep(Math.min(count - 1, Math.max(0, Math.floor(target.valueAsNumber || 0))))}
          />
        )}
      </div>
      {chosen !== undefined &&
        (elements === "message" ? (
          <FieldRows {...props} path={[...path, chosen]} />
        ) : (
          <FieldNumber title={formatPath([node.name, chosen])} {...props} path={[...path, chosen]} />
        ))}
    </>
  );
}

const NO_MESSAGE = "No message yet: its elements appear with the first one";

export interface FieldNumberProps extends Omit<FieldRowsProps, "message"> {
  readonly title: string;
  /** The topic, where numbers of several topics are listed together. */
  readonly owner?: string;
}

/** Shows a number of a topic's messages. */
export function FieldNumber({ title, owner, types, type, topic, path, session }: FieldNumberProps) {
  const { column, ...thing } = thingOf(types, type, { topic, path });
  const number = { key: topicKey(thing), column };
  return (
    <NumberRow
      number={number}
      title={title}
      owner={owner}
      name={topicName({ topic, path })}
      unit={unitOfPath(types, type, path)}
      note={NO_PAST}
      session={session}
    />
  );
}
