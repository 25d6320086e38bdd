import { messages } from "@orrery/msgs";
import { fieldNodes, ProtoTypes } from "@orrery/plots";
import { useWorld } from "../../../shell/hooks.ts";
import { useGraph } from "../../topics/api.ts";
import type { PlotSession } from "../plot-session.ts";
import { FieldRows } from "./field-rows.tsx";
import { Fold } from "./fold.tsx";
import { IdleRow } from "./number-row.tsx";
import { useExample } from "./use-example.ts";

const types = new ProtoTypes(messages);

export interface TopicRowsProps {
  readonly words: readonly string[];
  readonly session: PlotSession;
}

/** Lists the topics whose messages have numbers. */
export function TopicRows({ words, session }: TopicRowsProps) {
  const view = useWorld();
  const { topics } = useGraph(true);
  const shown = topics.filter(({ name, type }) => {
    const lower = name.toLowerCase();
    // Filters and replays publish what the palette offers as items.
    const isOwn = view.localName(name) !== undefined && !/(^|\/)introspection\//.test(name);
    return isOwn && type !== "" && words.every((word) => lower.includes(word)) && hasNumbers(type);
  });
  if (shown.length === 0) return <p className="plot-row-note">No topic has numbers to plot</p>;
  return shown.map(({ name, type, publishers }) =>
    messages.has(type) ? (
      <Fold
        key={name}
        title={name}
        label={`Fields of ${name}`}
        tip={`${name}\n${type}${publishers === 0 ? "\nNobody publishes on it now" : ""}`}
      >
        <Topic topic={name} type={type} session={session} />
      </Fold>
    ) : (
      <IdleRow key={name} title={name} reason={`The page does not know the type ${type}`} />
    ),
  );
}

/** Shows the fields of a topic's messages. The latest message shows what its lists contain. */
function Topic({
  topic,
  type,
  session,
}: {
  readonly topic: string;
  readonly type: string;
  readonly session: PlotSession;
}) {
  const { message, problem } = useExample(types, topic);
  return (
    <>
      {problem !== "" && <p className="plot-row-note">{problem}</p>}
      <FieldRows types={types} type={type} topic={topic} path={[]} message={message} session={session} />
    </>
  );
}

function hasNumbers(type: string): boolean {
  return !messages.has(type) || fieldNodes(types, type, []).some(({ kind }) => kind !== "text");
}
