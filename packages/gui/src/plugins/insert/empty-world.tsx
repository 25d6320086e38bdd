import { IsModel } from "@orrery/sim/components";
import { useState } from "react";
import { useApp, useMirror } from "../../shell/hooks.ts";
import { useWhyNoEditing } from "../../shell/use-may-edit.ts";
import { groundEntry } from "./ground-entry.ts";
import { insertSessionOf } from "./insert-session.ts";

/** Says, in the scene of a world without models, that things would fall, and offers a ground. */
export function EmptyWorld() {
  const app = useApp();
  const isEmpty = useMirror(({ mirror }) => {
    const { root, world } = mirror;
    return root !== undefined && !world.childrenOf(root).some((entity) => world.has(entity, IsModel));
  });
  const reason = useWhyNoEditing();
  const [isClosed, setClosed] = useState(false);
  if (!isEmpty || isClosed || reason !== undefined) return null;
  const { insertion } = insertSessionOf(app);
  return (
    <div className="empty-world" role="note">
      <p>This world is empty. Whatever is put into it falls, and there is nothing to fall on.</p>
      <div>
        <button
          type="button"
          className="text primary"
          onClick={() => void insertion.insert(groundEntry, { point: { x: 0, y: 0, z: 0 }, normal: undefined })}
        >
          Add a ground plane
        </button>
        <button type="button" className="text" onClick={() => app.commands.run("insert.find")}>
          Insert something
        </button>
        <button type="button" className="text plain" onClick={() => setClosed(true)}>
          Leave it empty
        </button>
      </div>
    </div>
  );
}
