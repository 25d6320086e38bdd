import { useEffect, useEffectEvent, useRef } from "react";
import { formatNumber } from "../../../ui/numbers/number-format.ts";
import { TextEntry } from "../../../ui/text-entry.tsx";
import { colourToHex, colourToPicker, readColour, type Colour } from "../fields/colour-text.ts";
import { CopyButton } from "./copy-button.tsx";
import { useFieldEdit, type FieldEdit } from "../edit-context.ts";
import type { ColourField } from "../fields/field.ts";
import { FieldRow } from "./field-row.tsx";
import { pressWord } from "../../../ui/is-touch.ts";
import { tip } from "../../../ui/tip.ts";

/** Shows a colour: as a swatch that opens the browser's own picker, and as text. */
export function ColourRow({ field, title }: { readonly field: ColourField; readonly title: string }) {
  const { label, path, values } = field;
  const edit = useFieldEdit(path, `${label} colour`);
  const colour = values.includes(undefined) ? undefined : (values as unknown as Colour);
  const exact = values.map((channel) => (channel === undefined ? "mixed" : formatNumber(channel))).join(" ");
  if (edit === undefined) {
    return (
      <FieldRow label={label} title={title} path={path}>
        <CopyButton text={exact} what="the colour" label={label} />
        <Swatch colour={colour} />
      </FieldRow>
    );
  }
  return (
    <FieldRow label={label} title={title} path={path}>
      <TextEntry
        label={label}
        text={colour && colourToHex(colour)}
        title={`${label}\n${exact}\nAlso as numbers from 0 to 1: red green blue, and opacity`}
        isMono
        problemOf={(text) => {
          const read = readColour(text);
          return read.ok ? edit.problem({ kind: "merge", path, value: read.value }) : read.reason;
        }}
        onEnter={(text) => {
          const read = readColour(text);
          return read.ok ? edit.commit({ kind: "merge", path, value: read.value }) : Promise.resolve(false);
        }}
      />
      <Picker label={label} path={path} colour={colour} edit={edit} />
    </FieldRow>
  );
}

interface PickerProps {
  readonly label: string;
  readonly path: string;
  readonly colour: Colour | undefined;
  readonly edit: FieldEdit;
}

/** Reports the colour chosen when the picker is closed, not those tried on the way. */
function Picker({ label, path, colour, edit }: PickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const shown = colour === undefined ? "#808080" : colourToPicker(colour);
  const take = useEffectEvent(async (): Promise<void> => {
    const read = readColour(input.current!.value);
    const isTaken = read.ok && (await edit.commit({ kind: "merge", path, value: read.value }));
    if (!isTaken && input.current !== null) input.current.value = shown;
  });
  useEffect(() => {
    // React's onChange is the browser's `input` event.
    const element = input.current!;
    const onChange = (): void => void take();
    element.addEventListener("change", onChange);
    return () => element.removeEventListener("change", onChange);
  }, []);
  useEffect(() => {
    if (document.activeElement !== input.current) input.current!.value = shown;
  }, [shown]);
  return (
    <input
      ref={input}
      type="color"
      className={colour === undefined ? "swatch mixed" : "swatch"}
      aria-label={`${label}, choose`}
      {...tip(`${label}\n${pressWord()} to choose`, { isLate: true })}
      defaultValue={shown}
    />
  );
}

function Swatch({ colour }: { readonly colour: Colour | undefined }) {
  if (colour === undefined) return <span className="swatch mixed" />;
  const channels = colour.slice(0, 3).map((channel) => Math.round(Math.min(Math.max(channel, 0), 1) * 255));
  return <span className="swatch" style={{ background: `rgb(${channels.join(" ")} / ${colour[3]})` }} />;
}
