import { Copy, Trash2 } from "lucide-react";
import { useApp, useValue } from "../../shell/hooks.ts";
import { copyText } from "../../ui/copy-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { modeWords } from "./measure-commands.ts";
import { measureSessionOf, type Reading } from "./measure-session.ts";
import { tip } from "../../ui/tip.ts";

/** Lists the measures, with their present values. */
export function MeasureCard() {
  const session = measureSessionOf(useApp());
  const readings = useValue(session.readings);
  if (readings.length === 0) return null;
  return (
    <section className="measure-card" aria-label="Measures">
      <header>
        <h2>Measures</h2>
        <button type="button" className="text plain" onClick={() => session.clear()}>
          Clear
        </button>
      </header>
      <ul onPointerLeave={() => session.lit.set(undefined)}>
        {readings.map((reading) => (
          <MeasureRow key={reading.id} reading={reading} />
        ))}
      </ul>
    </section>
  );
}

function MeasureRow({ reading }: { readonly reading: Reading }) {
  const app = useApp();
  const session = measureSessionOf(app);
  const { id, type, of, value, details } = reading;
  const { title, icon: Icon } = modeWords.find(({ mode }) => mode === type)!;
  const copied = [value, ...details.map(({ label, text }) => `${label} ${text}`)].join(", ");
  return (
    <li onPointerEnter={() => session.lit.set(id)} onFocus={() => session.lit.set(id)}>
      <Icon aria-label={type === "objects" ? "Between surfaces" : title} />
      <span className="measure-value figure">{value ?? <span className="muted">not there now</span>}</span>
      <IconButton
        icon={Copy}
        title="Copy"
        isPlain
        isDisabled={value === undefined}
        onClick={() => void copyText(copied, "the measure", app.notices)}
      />
      <IconButton icon={Trash2} title="Remove" isPlain onClick={() => session.remove(id)} />
      <p className="measure-of muted" {...tip(of, { isLate: true })}>
        {of}
      </p>
      {details.length > 0 && (
        <dl className="figure">
          {details.map(({ label, text }) => (
            <div key={label} className={AXES.has(label) ? `axis-${label}` : ""}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  );
}

const AXES: ReadonlySet<string> = new Set(["x", "y", "z"]);
