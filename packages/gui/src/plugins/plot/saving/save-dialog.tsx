import type { ReactNode } from "react";
import { useApp, useValue } from "../../../shell/hooks.ts";
import { TextEntry } from "../../../ui/text-entry.tsx";
import { tip } from "../../../ui/tip.ts";
import { Choice } from "../legend/choice.tsx";
import { Option } from "../legend/curve-options.tsx";
import type { PlotSaving } from "./plot-saving.ts";
import { dataChoice, pictureChoice } from "./save-choices.ts";

export interface SaveDialogProps {
  readonly saving: PlotSaving;
  readonly onClose: () => void;
}

/** Shows what can be saved of the plots: their picture, and their data. */
export function SaveDialog({ saving, onClose }: SaveDialogProps) {
  const { notices } = useApp();
  const act = (doing: string, work: () => Promise<void>): void => {
    onClose();
    work().catch((error: unknown) => notices.failed(doing, error));
  };
  return (
    <div className="plot-options plot-save" role="dialog" aria-label="Save plots">
      <Picture>
        <button
          type="button"
          className="text"
          {...tip("Copy it as PNG", { keys: "Alt+Shift+P" })}
          onClick={() => act("copy the picture", () => saving.copyPicture())}
        >
          Copy picture
        </button>
        <button
          type="button"
          className="text primary"
          onClick={() => act("save the picture", () => saving.savePicture())}
        >
          Save picture
        </button>
      </Picture>
      <Data>
        <button
          type="button"
          className="text"
          {...tip("Copy it with tabs, for spreadsheets", { keys: "Alt+Shift+D" })}
          onClick={() => act("copy the data", () => saving.copyData())}
        >
          Copy data
        </button>
        <button type="button" className="text primary" onClick={() => act("save the data", () => saving.saveData())}>
          Save data
        </button>
      </Data>
    </div>
  );
}

function Picture({ children }: { readonly children: ReactNode }) {
  const choice = useValue(pictureChoice);
  return (
    <fieldset>
      <legend>Picture</legend>
      <Option label="Format">
        <Choice
          label="Format of the picture"
          value={choice.format}
          options={PICTURES}
          onChange={(format) => pictureChoice.set({ ...choice, format })}
        />
      </Option>
      <Option label="Width">
        <Choice
          label="Width of the picture"
          value={choice.size}
          options={SIZES}
          onChange={(size) => pictureChoice.set({ ...choice, size })}
        />
      </Option>
      <Option label="Colours">
        <Choice
          label="Colours of the picture"
          value={choice.look}
          options={LOOKS}
          onChange={(look) => pictureChoice.set({ ...choice, look })}
        />
      </Option>
      <div className="plot-save-actions">{children}</div>
    </fieldset>
  );
}

function Data({ children }: { readonly children: ReactNode }) {
  const choice = useValue(dataChoice);
  const { rateHz } = choice;
  return (
    <fieldset>
      <legend>Data of visible curves</legend>
      <Option label="Format">
        <Choice
          label="Format of the data"
          value={choice.format}
          options={TABLES}
          onChange={(format) => dataChoice.set({ ...choice, format })}
        />
      </Option>
      <Option label="Time">
        <Choice
          label="Time of the data"
          value={choice.range}
          options={RANGES}
          onChange={(range) => dataChoice.set({ ...choice, range })}
        />
      </Option>
      <Option label="Rate in Hz">
        <TextEntry
          label="Rate in Hz"
          title="How many rows per second. Empty writes every sample as it is."
          text={rateHz === 0 ? "every sample" : String(rateHz)}
          problemOf={(text) => (readRate(text) === undefined ? "a number, or nothing for every sample" : undefined)}
          onEnter={(text) => {
            dataChoice.set({ ...choice, rateHz: readRate(text) ?? rateHz });
            return Promise.resolve(true);
          }}
        />
      </Option>
      <div className="plot-save-actions">{children}</div>
    </fieldset>
  );
}

/** Returns the typed rate; 0 means every sample, `undefined` that the text is none. */
function readRate(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "every sample") return 0;
  const rate = Number(trimmed);
  return rate > 0 && rate <= 1e6 ? rate : undefined;
}

const PICTURES = { pdf: "PDF", svg: "SVG", png: "PNG" } as const;
const SIZES = { column: "Column, 88 mm", page: "Page, 180 mm", panel: "As the panel" } as const;
const LOOKS = { paper: "On white paper", page: "As on the page" } as const;
const TABLES = { csv: "CSV", parquet: "Parquet", mcap: "MCAP" } as const;
const RANGES = { all: "All that is kept", shown: "What is shown" } as const;
