import { messages } from "@orrery/msgs";
import { fieldNodes, formatPath, ProtoTypes } from "@orrery/plots";
import type { TopicInfo } from "@orrery/sim/host";
import { useWorld } from "../../../shell/hooks.ts";
import { useGraph } from "../../topics/api.ts";
import type { PlotSession } from "../plot-session.ts";
import { FieldNumber, FieldRows } from "./field-rows.tsx";
import { Fold } from "./fold.tsx";
import { IdleRow } from "./number-row.tsx";
import { isWanted, type SearchWords } from "./search-words.ts";
import { hasWords, numberPaths } from "./topic-paths.ts";
import { useExample } from "./use-example.ts";

const types = new ProtoTypes(messages);

/** Lists the topics whose messages have numbers. */
export function TopicRows({ session }: { readonly session: PlotSession }) {
  const shown = usePlottableTopics();
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

/** Lists the numbers of topics whose names have some words, and the topics that have them in their own names. */
export function FoundTopics({ search, session }: { readonly search: SearchWords; readonly session: PlotSession }) {
  const words = [...search.words, ...search.columns];
  const topics = usePlottableTopics().filter(({ type }) => messages.has(type));
  const found = topics.flatMap(({ name, type }) =>
    numberPaths(types, type)
      .filter((path) => hasWords(name, path, words) && isWanted(search, formatPath(path), ""))
      .map((path) => ({ topic: name, type, path })),
  );
  return found
    .slice(0, MAX_FOUND)
    .map(({ topic, type, path }) => (
      <FieldNumber
        key={`${topic} ${formatPath(path)}`}
        title={formatPath(path)}
        owner={topic}
        types={types}
        type={type}
        topic={topic}
        path={path}
        session={session}
      />
    ));
}

const MAX_FOUND = 50;

/** Returns the topics of the world whose messages have numbers. */
function usePlottableTopics(): readonly TopicInfo[] {
  const view = useWorld();
  return useGraph(true).topics.filter(({ name, type }) => {
    // Filters and replays publish what the palette offers as items.
    const isOwn = view.localName(name) !== undefined && !/(^|\/)introspection\//.test(name);
    return isOwn && type !== "" && hasNumbers(type);
  });
}

function hasNumbers(type: string): boolean {
  return !messages.has(type) || fieldNodes(types, type, []).some(({ kind }) => kind !== "text");
}
