import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { branchesOf, isBranch, leafText, sizeText, type Branch } from "./message-branches.ts";

/** A message, field by field; what is folded out stays so while messages come. */
export function MessageTree({ value }: { readonly value: object }) {
  const branches = branchesOf(value, MOST);
  return (
    <ul className="message-tree">
      {branches.length === 0 && <li className="muted">All fields have their defaults</li>}
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
  branch: { name, value },
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
  const branches = isOpen ? branchesOf(value, most) : [];
  const { length = 0 } = value as { length?: number };
  return (
    <li>
      <button type="button" className="plain message-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight className={isOpen ? "lucide turned" : "lucide"} />
        <span className="message-name">{name}</span>
        <span className="muted">{sizeText(value)}</span>
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

const MOST = 100;
const OPEN_UP_TO = 4;
