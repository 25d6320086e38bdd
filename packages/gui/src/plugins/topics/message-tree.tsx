import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { messages } from "@orrery/msgs";
import { branchesOf, isBranch, leafText, sizeText, type Branch } from "./message-branches.ts";
import { fieldsOf } from "./message-fields.ts";

/**
 * Shows a message field by field, including fields at their defaults; unfolded parts stay unfolded as messages arrive.
 */
export function MessageTree({ value, type }: { readonly value: object; readonly type: string }) {
  const branches = partsOf(value, MOST, type);
  return (
    <ul className="message-tree">
      {branches.length === 0 && <li className="muted">It has no fields</li>}
      {branches.map((branch) => (
        <TreeItem
          key={branch.name}
          branch={branch}
          isOpenAtFirst={branches.length <= OPEN_UP_TO && branch.name !== "header"}
        />
      ))}
    </ul>
  );
}

function TreeItem({
  branch: { name, value, type },
  isOpenAtFirst,
}: {
  readonly branch: Branch;
  readonly isOpenAtFirst: boolean;
}) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const [most, setMost] = useState(MOST);
  if (!isBranch(value)) {
    return (
      <li className="message-leaf">
        <span className="message-name">{name}</span>
        <span className="mono message-value">{leafText(value)}</span>
      </li>
    );
  }
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
            <TreeItem key={branch.name} branch={branch} isOpenAtFirst={false} />
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
