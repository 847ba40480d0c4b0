import type { Control } from "./control.ts";

interface NumberSelectProps extends Control {
  readonly numbers: readonly number[];
  readonly say: (number: number) => string;
  /** Text of no choice, whose value is "". */
  readonly none: string;
}

/** One of a few numbers, or none. */
export function NumberSelect({ value, onChange, attributes, numbers, say, none }: NumberSelectProps) {
  return (
    <select
      {...attributes}
      className="input"
      value={String(value ?? "")}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{none}</option>
      {numbers.map((number) => (
        <option key={number} value={number}>
          {say(number)}
        </option>
      ))}
    </select>
  );
}
