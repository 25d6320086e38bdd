import { cutText } from "./cut-text.ts";

/**
 * Shows a name that loses its middle where there is no room for all of it; the full one is for whoever shows it to put
 * in a title.
 */
export function CutName({ text }: { readonly text: string }) {
  const [start, end] = cutText(text);
  if (end === "") return text;
  return (
    <span className="cut-name">
      <span className="cut-start">{start}</span>
      <span>{end}</span>
    </span>
  );
}
