import { Radio } from "lucide-react";
import { useEffect, useState } from "react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { defineGuiPlugin } from "../../shell/plugins/plugin.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { useOnScreen } from "../../ui/on-screen.ts";
import { CallView } from "./call-view.tsx";
import type { Call, CallTarget } from "./calls.ts";
import { EchoView } from "./echo-view.tsx";
import { Echoes } from "./echoes.ts";
import { ServiceList, TopicList } from "./name-lists.tsx";
import { useGraph } from "./use-graph.ts";

/** Topics and their messages, services and their answers. */
export default defineGuiPlugin({
  id: "topics",
  title: "Topics",
  summary: "Topics and services: listen, publish, request",
  icon: Radio,
  dock: "bottom",
  View: Topics,
});

function Topics() {
  const { view } = useApp();
  const client = useValue(view.client);
  const [screen, isOnScreen] = useOnScreen();
  const [tab, setTab] = useState<"topics" | "services">("topics");
  const [filter, setFilter] = useState("");
  const [echoes] = useState(() => new Echoes());
  const [target, setTarget] = useState<CallTarget>();
  const [calls, setCalls] = useState<readonly Call[]>([]);
  const graph = useGraph(isOnScreen);
  useEffect(() => {
    echoes.follow(isOnScreen ? client?.node : undefined);
    return () => echoes.follow(undefined);
  }, [echoes, client, isOnScreen]);
  const wanted = filter.trim().toLowerCase();
  const isWanted = (...words: readonly string[]): boolean => words.some((word) => word.toLowerCase().includes(wanted));
  const callView = target !== undefined && target.kind === (tab === "topics" ? "topic" : "service") && (
    <CallView
      key={`${target.kind} ${target.name}`}
      target={target}
      calls={calls.filter(({ kind }) => kind === target.kind)}
      onCalled={(call) => setCalls((before) => [call, ...before].slice(0, MAX_CALLS))}
      onClose={tab === "topics" ? () => setTarget(undefined) : undefined}
    />
  );
  return (
    <div ref={screen} className="topics">
      <div className="topics-side">
        <div className="panel-bar">
          <div className="segments" role="tablist" aria-label="What to list">
            {(["topics", "services"] as const).map((name) => (
              <button key={name} type="button" role="tab" aria-selected={tab === name} onClick={() => setTab(name)}>
                {name === "topics" ? "Topics" : "Services"}
              </button>
            ))}
          </div>
          <input
            type="search"
            aria-label="Filter"
            placeholder="Filter"
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </div>
        {tab === "topics" ? (
          <TopicList
            topics={graph.topics.filter(({ name, type }) => isWanted(name, type))}
            echoes={echoes}
            onPublish={setTarget}
          />
        ) : (
          <ServiceList
            services={graph.services.filter(({ name, request, response }) => isWanted(name, request, response))}
            chosen={target?.name}
            onChoose={setTarget}
          />
        )}
      </div>
      <div className="topics-main">
        {callView ||
          (tab === "topics" ? (
            <EchoView echoes={echoes} isOnScreen={isOnScreen} />
          ) : (
            <EmptyState icon={Radio} title="Choose a service">
              Its request can be filled in here, sent, and its answer read.
            </EmptyState>
          ))}
      </div>
    </div>
  );
}

const MAX_CALLS = 50;
