import { ChevronRight } from "lucide-react";
import type { FieldPath } from "@orrery/plots";
import { createContext, use, useMemo, useState } from "react";
import { messages } from "@orrery/msgs";
import { startPlotDrag } from "../../ui/plot-drag.ts";
import { PlotButton, topicValue } from "../plot/api.ts";
import { branchesOf, isBranch, isList, leafText, sizeText, type Branch } from "./message-branches.ts";
import { fieldsOf } from "./message-fields.ts";

/** The topic of a message, whose numbers can be plotted; undefined for answers of services. */
const TopicContext = createContext<{ readonly topic: string; readonly type: string } | undefined>(undefined);

export interface MessageTreeProps {
  readonly value: object;
  readonly type: string;
  readonly topic?: string;
}

/**
 * Shows a message field by field, including fields at their defaults; unfolded parts stay unfolded as messages arrive.
 */
export function MessageTree({ value, type, topic }: MessageTreeProps) {
  const context = useMemo(() => (topic === undefined ? undefined : { topic, type }), [topic, type]);
  const branches = partsOf(value, MOST, type);
  return (
    <TopicContext value={context}>
      <ul className="message-tree">
        {branches.length === 0 && <li className="muted">It has no fields</li>}
        {branches.map((branch) => (
          <TreeItem
            key={branch.name}
            branch={branch}
            path={[branch.name]}
            isOpenAtFirst={branches.length <= OPEN_UP_TO && branch.name !== "header"}
          />
        ))}
      </ul>
    </TopicContext>
  );
}

interface TreeItemProps {
  readonly branch: Branch;
  readonly path: FieldPath;
  readonly isOpenAtFirst: boolean;
}

function TreeItem({ branch: { name, value, type }, path, isOpenAtFirst }: TreeItemProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [most, setMost] = useState(MOST);
  if (!isBranch(value)) return <Leaf name={name} value={value} path={path} />;
  const branches = isOpen ? partsOf(value, most, type) : [];
  const { length = 0 } = value as { length?: number };
  return (
    <li>
      <button type="button" className="plain message-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight className={isOpen ? "lucide turned" : "lucide"} />
        <span className="message-name">{name}</span>
        <span className="muted">{sizeText(whole(value, type))}</span>
      </button>
      {isOpen && (
        <ul>
          {branches.map((branch) => (
            <TreeItem
              key={branch.name}
              branch={branch}
              path={[...path, isList(value) ? Number(branch.name) : branch.name]}
              isOpenAtFirst={false}
            />
          ))}
          {length > most && (
            <li>
              <button type="button" className="plain text" onClick={() => setMost(most * 10)}>
                {length - most} more
              </button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

interface LeafProps {
  readonly name: string;
  readonly value: unknown;
  readonly path: FieldPath;
}

/** Shows a value. Numbers of a topic can be dragged onto plots. */
function Leaf({ name, value, path }: LeafProps) {
  const of = use(TopicContext);
  const plottable = of && topicValue(of.topic, of.type, path);
  return (
    <li
      className="message-leaf"
      draggable={plottable !== undefined}
      onDragStart={({ dataTransfer }) => plottable && startPlotDrag(dataTransfer, plottable)}
    >
      <span className="message-name">{name}</span>
      <span className="mono message-value">{leafText(value)}</span>
      {plottable !== undefined && <PlotButton plottable={plottable} title={plottable.name} />}
    </li>
  );
}

/** Returns the fields of a message, the messages of a list, or its other parts. */
function partsOf(value: object, most: number, type: string | undefined): readonly Branch[] {
  if (type === undefined || !messages.has(type)) return branchesOf(value, most);
  if (!Array.isArray(value)) return fieldsOf(value, type, messages);
  return branchesOf(value, most).map((branch) => ({ ...branch, type }));
}

function whole(value: object, type: string | undefined): object {
  if (type === undefined || Array.isArray(value) || !messages.has(type)) return value;
  return Object.fromEntries(fieldsOf(value, type, messages).map(({ name, value: one }) => [name, one]));
}

const MOST = 100;
const OPEN_UP_TO = 4;
