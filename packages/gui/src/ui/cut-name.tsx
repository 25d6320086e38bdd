import { cutText } from "./cut-text.ts";

/** Shows a name, shortened in the middle if there is not enough room; callers put the full name in a title. */
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
