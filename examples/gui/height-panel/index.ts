import { defineGuiPlugin, isSameList, useMirror, useWorld, type WorldView } from "@orrery/gui";
import { IsModel, Name, Pose } from "@orrery/sim/components";
import { createElement as h } from "react";

/** An example panel: models by height, the highest first. A click selects one. */
export default defineGuiPlugin({
  id: "height-panel",
  title: "Heights",
  summary: "Models by height",
  dock: "right",
  View: Heights,
});

const SHOWN = 10;

function Heights() {
  const { selection } = useWorld();
  // Recomputed with each change of the world, rendered only when a line has changed.
  const lines = useMirror(highest, isSameList);
  if (lines.length === 0) return h("p", { className: "empty-state" }, "No model is here yet");
  return h(
    "ol",
    { className: "panel-body" },
    lines.map((line) => {
      const [entity = "", name = "", height = ""] = line.split("\t");
      const select = () => selection.set([Number(entity) as (typeof selection.entities)[number]]);
      return h(
        "li",
        { key: entity },
        h("button", { type: "button", className: "text plain", onClick: select }, `${name}, ${height} m`),
      );
    }),
  );
}

/** Returns texts, which are easy to compare. */
function highest({ mirror: { world } }: WorldView): string[] {
  const models = [...world.query(IsModel, Name, Pose)].map(([entity, , name, { z }]) => ({ entity, name, z }));
  const sorted = models.sort((a, b) => b.z - a.z).slice(0, SHOWN);
  return sorted.map(({ entity, name, z }) => `${entity}\t${name}\t${z.toFixed(2)}`);
}
