import type { Keep } from "@orrery/plots";
import { useTold, useValue } from "../../../shell/hooks.ts";
import { Popover, type PopoverAnchor } from "../../../ui/popover.tsx";
import { TextEntry } from "../../../ui/text-entry.tsx";
import { lineOf } from "../canvas/shown-time.ts";
import { nameOfCurve } from "../canvas/describe-plots.ts";
import { Choice } from "../legend/choice.tsx";
import { Option } from "../legend/curve-options.tsx";
import { isKeep, keptSamples, LEAST } from "../plot-settings.ts";
import type { PlotSession } from "../plot-session.ts";
import { allCurves } from "../plot-state.ts";
import { SamplingOptions } from "./sampling-options.tsx";
import { samplingText } from "../readout/sampling.ts";

export interface PanelSettingsProps {
  readonly session: PlotSession;
  readonly anchor: PopoverAnchor;
  readonly onClose: () => void;
}

/** Shows how many samples of each curve are kept, and how often each is sampled. */
export function PanelSettings({ session, anchor, onClose }: PanelSettingsProps) {
  const keep = useValue(keptSamples);
  const [[kind, limit]] = Object.entries(keep) as [[keyof typeof LEAST, number]];
  return (
    <Popover anchor={anchor} onClose={onClose}>
      <div className="plot-options" role="dialog" aria-label="Settings of plots">
        <SamplingOptions session={session} />
        <Option label="Keep">
          <TextEntry
            label="How much to keep of each curve"
            text={String(limit)}
            problemOf={(text) => (isKeep({ [kind]: Number(text) }) ? undefined : `a number from ${LEAST[kind]}`)}
            onEnter={(text) => {
              keptSamples.set({ [kind]: Number(text) } as unknown as Keep);
              return Promise.resolve(true);
            }}
          />
        </Option>
        <Option label="Counted in">
          <Choice
            label="What the limit counts"
            value={kind}
            options={KINDS}
            onChange={(next) => keptSamples.set(USUAL[next])}
          />
        </Option>
        <Rates session={session} />
      </div>
    </Popover>
  );
}

/** Lists how often each curve was sampled. */
function Rates({ session }: { readonly session: PlotSession }) {
  const { sources } = session;
  const curves = allCurves(useValue(session.state));
  const texts = useTold(sources.changes, () =>
    curves.map((curve) => samplingText(lineOf(curve, sources))).join("\n"),
  ).split("\n");
  if (curves.length === 0) return null;
  return (
    <dl className="plot-rates">
      {curves.map((curve, index) => (
        <div key={curve.id}>
          <dt>{nameOfCurve(curve, sources)}</dt>
          <dd>{texts[index] === "" ? "no samples yet" : texts[index]}</dd>
        </div>
      ))}
    </dl>
  );
}

const KINDS = { samples: "Samples", seconds: "Simulated seconds", bytes: "Bytes of memory" } as const;
const USUAL = { samples: { samples: 1_000_000 }, seconds: { seconds: 600 }, bytes: { bytes: 16_000_000 } } as const;
