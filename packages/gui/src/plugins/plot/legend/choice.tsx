export interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: string;
  /** The values, each with its label. */
  readonly options: Readonly<Record<T, string>>;
  readonly onChange: (value: T) => void;
}

/** Shows a value, to choose another one. A value that is not among the options is shown as it is. */
export function Choice<T extends string>({ label, value, options, onChange }: ChoiceProps<T>) {
  return (
    <select className="choice" aria-label={label} value={value} onChange={(event) => onChange(event.target.value as T)}>
      {!(value in options) && <option value={value}>{value}</option>}
      {Object.entries<string>(options).map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
