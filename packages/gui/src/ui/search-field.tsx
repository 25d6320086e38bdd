import { Search, X } from "lucide-react";
import type { KeyboardEvent, Ref } from "react";
import { tip } from "./tip.ts";

export interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly title?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Shows a search field. Escape empties it. */
export function SearchField({ label, placeholder, text, onText, onKeyDown, title, ref }: SearchFieldProps) {
  return (
    <div className="search-field">
      <Search />
      <input
        ref={ref}
        type="text"
        role="searchbox"
        aria-label={label}
        placeholder={placeholder}
        {...tip(title, { isLate: true })}
        value={text}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && text !== "") {
            event.preventDefault();
            onText("");
          } else onKeyDown?.(event);
        }}
      />
      {text !== "" && (
        <button
          type="button"
          className="plain"
          aria-label="Clear the search"
          {...tip("Clear the search")}
          onClick={() => onText("")}
        >
          <X />
        </button>
      )}
    </div>
  );
}
