import type { orrery } from "@orrery/msgs";
import { ChevronRight, Trash2, TriangleAlert } from "lucide-react";
import { Fragment, useState } from "react";
import type { WorldApp } from "../../shell/app.ts";
import { useApp } from "../../shell/hooks.ts";
import { microsText } from "../../ui/numbers/figures.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { paramRows } from "./system-params.ts";
import type { SystemRow } from "./system-rows.ts";
import { tip } from "../../ui/tip.ts";

export interface SystemItemProps {
  readonly row: SystemRow;
  readonly declared: orrery.AvailableSystem | undefined;
  readonly canRemove: boolean;
}

/** Shows a running or failed system. */
export function SystemItem({ row, declared, canRemove }: SystemItemProps) {
  const app = useApp();
  const [isOpen, setOpen] = useState(false);
  const { name, entity, place, micros, share, failure, plugin } = row;
  const isKnown = app.view.mirror.world.exists(entity);
  return (
    <li className={failure === undefined ? "system" : "system failed"}>
      <div className="system-head">
        <button
          type="button"
          className="plain system-name"
          aria-expanded={isOpen}
          {...tip(declared?.summary || name)}
          onClick={() => setOpen(!isOpen)}
        >
          <ChevronRight className={isOpen ? "lucide turned" : "lucide"} />
          <span>{name}</span>
        </button>
        <button
          type="button"
          className="plain system-place"
          {...tip(isKnown ? `Select ${place}` : "Not in this page's copy of the world")}
          disabled={!isKnown}
          onClick={() => app.view.selection.set([entity])}
        >
          {place}
        </button>
        <span className="figure system-cost">{microsText(micros)}</span>
        <IconButton
          icon={Trash2}
          title={`Remove ${name} from ${place}`}
          isPlain
          isDisabled={!canRemove}
          onClick={() => remove(app, row)}
        />
      </div>
      <div className="system-bar" style={{ inlineSize: `${share * 100}%` }} />
      {failure !== undefined && (
        <details className="system-failure">
          <summary>
            <TriangleAlert />
            <span>
              Stopped{failure.phase && ` in ${failure.phase}`}: {failure.error.split("\n")[0]}
            </span>
          </summary>
          <pre>{failure.error}</pre>
        </details>
      )}
      {isOpen && <Params innerXml={plugin.innerXml} declared={declared} />}
    </li>
  );
}

function Params({
  innerXml,
  declared,
}: {
  readonly innerXml: string;
  readonly declared: orrery.AvailableSystem | undefined;
}) {
  const rows = paramRows(innerXml, declared?.params ?? []);
  return (
    <div className="system-params">
      {declared?.summary && <p className="muted">{declared.summary}</p>}
      {rows.length === 0 && <p className="muted">It has no parameters</p>}
      <dl>
        {rows.map(({ element, value, doc, isDefault }, i) => (
          <div key={`${element} ${i}`} {...tip(doc, { isLate: true })}>
            <dt>
              <ElementName name={element} />
            </dt>
            <dd className={isDefault ? "mono muted" : "mono"}>{value === "" ? "–" : value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Allows line breaks after underscores: in a narrow panel `wheel_separation` takes two lines. */
function ElementName({ name }: { readonly name: string }) {
  return name.split("_").map((word, i) =>
    i === 0 ? (
      word
    ) : (
      <Fragment key={i}>
        _<wbr />
        {word}
      </Fragment>
    ),
  );
}

function remove({ view, notices }: WorldApp, { name, place, entity, plugin }: SystemRow): void {
  const world = view.client.current;
  if (world === undefined) return;
  const watch = view.systems;
  const undo = (): void => {
    world
      .addSystem(entity, plugin)
      .then(() => watch.ask())
      .catch((error: unknown) => notices.failed(`bring ${name} back`, error));
  };
  world
    .removeSystem(entity, plugin)
    .then(() => {
      watch.ask();
      notices.show({ kind: "info", text: `${name} was removed from ${place}`, action: { title: "Undo", run: undo } });
    })
    .catch((error: unknown) => notices.failed(`remove ${name}`, error));
}
