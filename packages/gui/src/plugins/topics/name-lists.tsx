import type { ServiceInfo, TopicInfo } from "@orrery/sim/host";
import { Radio, Send } from "lucide-react";
import { useValue } from "../../shell/hooks.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import type { CallTarget } from "./calls.ts";
import type { Echoes } from "./echoes.ts";
import { tip } from "../../ui/tip.ts";

export interface TopicListProps {
  readonly topics: readonly TopicInfo[];
  readonly echoes: Echoes;
  readonly onPublish: (target: CallTarget | undefined) => void;
}

/** Lists the topics. A click listens to that topic alone; the box beside it adds it to the others. */
export function TopicList({ topics, echoes, onPublish }: TopicListProps) {
  useValue(echoes.list);
  if (topics.length === 0) return <EmptyState icon={Radio} title="No topic matches" />;
  return (
    <ul id="topics" className="panel-body name-list">
      {topics.map(({ name, type, publishers, subscribers }) => {
        const isHeard = echoes.has(name);
        return (
          <li key={name} className={isHeard ? "chosen" : ""}>
            <input
              type="checkbox"
              aria-label={`Listen to ${name}`}
              checked={isHeard}
              onChange={() => echoes.toggle(name)}
            />
            <button
              type="button"
              className="plain name"
              {...tip(`${name}\n${type}\n${publishers} publishing, ${subscribers} listening`, { isLate: true })}
              onClick={() => {
                echoes.only(name);
                onPublish(undefined);
              }}
            >
              <span className="name-text">{name}</span>
              <span className="muted name-type">{type}</span>
            </button>
            <span className="muted name-count" {...tip(`${publishers} publishing`, { isLate: true })}>
              {publishers}
            </span>
            <IconButton
              icon={Send}
              title={`Publish on ${name}…`}
              isPlain
              isDisabled={type === ""}
              onClick={() => onPublish({ kind: "topic", name, type })}
            />
          </li>
        );
      })}
    </ul>
  );
}

export interface ServiceListProps {
  readonly services: readonly ServiceInfo[];
  readonly chosen: string | undefined;
  readonly onChoose: (target: CallTarget) => void;
}

export function ServiceList({ services, chosen, onChoose }: ServiceListProps) {
  if (services.length === 0) return <EmptyState icon={Radio} title="No service matches" />;
  return (
    <ul id="services" className="panel-body name-list">
      {services.map(({ name, request, response }) => (
        <li key={name} className={name === chosen ? "chosen" : ""}>
          <button
            type="button"
            className="plain name"
            {...tip(`${name}\n${request} → ${response}`, { isLate: true })}
            onClick={() => onChoose({ kind: "service", name, type: request, responseType: response })}
          >
            <span className="name-text">{name}</span>
            <span className="muted name-type">
              {request} → {response}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
