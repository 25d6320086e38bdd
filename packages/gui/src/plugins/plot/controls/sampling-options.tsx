import { useValue } from "../../../shell/hooks.ts";
import { TextEntry } from "../../../ui/text-entry.tsx";
import { Choice } from "../legend/choice.tsx";
import { Option } from "../legend/curve-options.tsx";
import type { PlotSession } from "../plot-session.ts";
import { EVERY_STEP, readSampling, type Sampling } from "../sources/sampling-rate.ts";

/** Shows how often curves are sampled, to change it. */
export function SamplingOptions({ session }: { readonly session: PlotSession }) {
  const { sampling } = useValue(session.state);
  const kind = kindOf(sampling);
  const number = "every" in sampling ? sampling.every : sampling.hertz;
  const set = (next: Sampling): void => session.change((state) => ({ ...state, sampling: next }));
  const read = (text: string): Sampling | undefined =>
    readSampling(kind === "hertz" ? { hertz: Number(text) } : { every: Number(text) });
  return (
    <>
      <Option label="Sample">
        <Choice
          label="How often curves are sampled"
          value={kind}
          options={KINDS}
          onChange={(next) => set(FIRST[next])}
        />
      </Option>
      {kind !== "step" && (
        <Option label={kind === "hertz" ? "Rate" : "Steps"}>
          <TextEntry
            label={kind === "hertz" ? "Samples per simulated second" : "Steps from one sample to the next"}
            text={String(number)}
            problemOf={(text) => (read(text) === undefined ? PROBLEMS[kind] : undefined)}
            onEnter={(text) => {
              const next = read(text);
              if (next !== undefined) set(next);
              return Promise.resolve(next !== undefined);
            }}
          />
        </Option>
      )}
    </>
  );
}

type Kind = keyof typeof KINDS;

function kindOf(sampling: Sampling): Kind {
  if ("hertz" in sampling) return "hertz";
  return sampling.every === 1 ? "step" : "steps";
}

const KINDS = { step: "Every step", steps: "Every n-th step", hertz: "Per simulated second" } as const;
const FIRST: Readonly<Record<Kind, Sampling>> = { step: EVERY_STEP, steps: { every: 10 }, hertz: { hertz: 100 } };
const PROBLEMS = { steps: "a whole number from 1", hertz: "a number above 0" } as const;
